"""Which actions some finite schedule of interruptions duplicates, by which cause, and the shortest way to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from planner.core.manyruns.shortcuts import Flags, Ints
from planner.core.plan import MAX_SESSIONS, Plan, Step
from planner.core.reasoning.avoidance import Avoidance
from planner.core.reasoning.fallback import NEVER, Schedule
from planner.core.reasoning.oldkey import OldKeys
from planner.core.reasoning.openings import Openings
from planner.core.vocabulary import Guard, KeySource, Kind


class Cause(Enum):
    """Why an action can be duplicated; of several, the first counts."""

    BATCH = auto()
    """More than one item in one session."""
    OTHER_KEY = auto()
    """The repeat carries another key than the receiver has."""
    OLD_KEY = auto()
    """The receiver has forgotten the key by then."""
    RECORD_GAP = auto()
    """The run is cut between the EFFECT and its record."""
    SAVE_GAP = auto()
    """A recovery point follows directly, and the run is cut before its save ends."""
    NO_SAVE = auto()
    """No recovery point follows directly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplication:
    """A step whose action can be duplicated."""

    step: int
    cause: Cause
    interruptions: int
    """As few as bring the cause about."""
    witness: Schedule | None
    """A shortest schedule that does; None: it takes more interruptions than a run has sessions."""
    shortest: Schedule | None
    """A shortest schedule that duplicates the action, by whatever cause."""
    at_once: int
    """How many units of the step act again in one session, at most."""
    source: int | None = None
    """Of another key: the step that gives it another source when it is completed again; None: the key is always new."""
    key_age_ms: int | None = None
    """Of an old key: the greatest age that one interruption brings about."""


class Trust(Enum):
    """What keeps a repeat of a step's action from being a duplicate, apart from what keeps it from happening."""

    REPEAT = auto()
    """It is idempotent, or no action."""
    NOTHING = auto()
    STORED_KEY = auto()
    DERIVED_KEY = auto()


def trust_of(plan: Plan, step: Step) -> Trust:
    """Return what a repeat of a step's action rests on (MODEL.md section 4)."""
    if step.kind is not Kind.ACTION or step.idempotent:
        return Trust.REPEAT
    if Guard.IDEMPOTENCY_KEY not in step.guards or step.key_source is KeySource.NEW_EACH_ATTEMPT:
        return Trust.NOTHING
    if step.key_source is KeySource.DERIVED:
        return Trust.DERIVED_KEY
    return Trust.STORED_KEY if plan.identity.survives else Trust.NOTHING


Find = Callable[[int, int, bool], Schedule]
"""The shortest schedule that duplicates a unit, given how many interruptions it takes, and whether others are to act
again in the same session."""


class _Way:
    """One way in which units act again as a duplicate, each by how few interruptions: alone or with others at once."""

    def __init__(self, openings: Openings, unit: Ints, fewest: Ints, together: Ints, find: Find) -> None:
        size = len(openings.unit)
        self._size, self._find = size, find
        self._known: dict[tuple[int, bool], Schedule] = {}
        self.fewest = np.full(size, NEVER)
        self.fewest[unit] = fewest
        jointly = np.full(size, NEVER)
        jointly[unit] = np.where(openings.at_once[unit] > 1, together, NEVER)
        self._best = [
            openings.first_of_step(counts * size + openings.unit).tolist() for counts in (self.fewest, jointly)
        ]
        self.at_once = openings.most_of_step(np.where(jointly < NEVER, openings.at_once, 1)).tolist()

    def interruptions(self, step: int, *, at_once: bool = False) -> int:
        """Return how few interruptions duplicate one unit of a step, or several at once; NEVER: none do."""
        found: int = self._best[at_once][step]
        return found // self._size

    def schedule(self, step: int, *, at_once: bool = False) -> Schedule | None:
        """Return the shortest schedule that does; None: there is none, or none that a run has sessions for."""
        fewest, unit = divmod(self._best[at_once][step], self._size)
        if fewest >= MAX_SESSIONS:
            return None
        if (unit, at_once) not in self._known:
            self._known[unit, at_once] = self._find(unit, fewest, at_once)
        return self._known[unit, at_once]


class Duplications:
    """The duplications of one timeline."""

    def __init__(self, openings: Openings, avoidance: Avoidance) -> None:
        self._openings = openings
        self._avoidance = avoidance
        self._timeline = openings.fallback.cuts.timeline
        self._plan = self._timeline.plan
        self._trust = [trust_of(self._plan, step) for step in self._plan.steps]
        self._bare, self._other_key, self._old_key = self._without_key(), self._with_other_key(), self._with_old_key()
        self._ways = (self._bare, self._other_key, self._old_key)
        self.unit_duplicated: Flags = np.minimum.reduce([way.fewest for way in self._ways]) < NEVER
        """Shape (u,): whether the unit's action can be duplicated."""
        self._unfollowed = openings.any_of_step(self.unit_duplicated & ~openings.followed).tolist()

    def all(self) -> Iterator[Duplication]:
        """Yield them in plan order."""
        for at in np.flatnonzero(self._openings.any_of_step(self.unit_duplicated)).tolist():
            yield self._duplication(at)

    def _duplication(self, at: int) -> Duplication:
        cause = self._cause(at)
        ways = {Cause.OTHER_KEY: (self._bare, self._other_key), Cause.OLD_KEY: (self._old_key,)}.get(cause, self._ways)
        at_once = cause is Cause.BATCH
        return Duplication(
            step=at,
            cause=cause,
            interruptions=min(way.interruptions(at, at_once=at_once) for way in ways),
            witness=_shortest(ways, at, at_once=at_once),
            shortest=_shortest(self._ways, at),
            at_once=max(way.at_once[at] for way in self._ways),
            source=self._source(at) if cause is Cause.OTHER_KEY else None,
            key_age_ms=self._key_age_ms(at) if cause is Cause.OLD_KEY else None,
        )

    def _cause(self, at: int) -> Cause:
        step = self._plan.steps[at]
        if any(way.at_once[at] > 1 for way in self._ways):
            return Cause.BATCH
        if step.key_source is KeySource.NEW_EACH_ATTEMPT and Guard.IDEMPOTENCY_KEY in step.guards:
            return Cause.OTHER_KEY
        for cause, way in ((Cause.OTHER_KEY, self._other_key), (Cause.OLD_KEY, self._old_key)):
            if way.interruptions(at) < NEVER:
                return cause
        if not self._timeline.protections[at].repeats_done:
            return Cause.RECORD_GAP
        return Cause.NO_SAVE if self._unfollowed[at] else Cause.SAVE_GAP

    def _units_that_trust(self, *trust: Trust) -> Ints:
        """Return the units that act again and rest on such a thing then."""
        does = np.array([one in trust for one in self._trust], np.bool_)[self._openings.step]
        return np.flatnonzero(does & (self._openings.again < self._openings.none))

    def _without_key(self) -> _Way:
        def find(unit: int, interruptions: int, at_once: bool) -> Schedule:
            return (self._openings.fallback.cut_ms(int(self._openings.again[unit])),)

        unit = self._units_that_trust(Trust.NOTHING)
        ones = np.ones(len(unit), np.int64)
        return _Way(self._openings, unit, ones, ones, find)

    def _with_other_key(self) -> _Way:
        """The key is derived from a result that is made anew before the repeat."""
        source = np.array([self._source_op(at) for at in range(len(self._plan.steps))], np.int64)

        def find(unit: int, interruptions: int, at_once: bool) -> Schedule:
            return self._avoidance.schedule(int(source[self._openings.step[unit]]), int(self._openings.again[unit]))

        unit = self._units_that_trust(Trust.DERIVED_KEY)
        unit = unit[source[self._openings.step[unit]] >= 0]
        fewest = self._avoidance.fewest(source[self._openings.step[unit]], self._openings.again[unit])
        return _Way(self._openings, unit, fewest, fewest, find)

    def _source(self, at: int) -> int | None:
        """Return the last step that is completed again and gives a step's key another source."""
        if self._trust[at] is not Trust.DERIVED_KEY:
            return None
        made_anew = self._timeline.flow.unstable[at] & self._avoidance.completed_again
        return made_anew.bit_length() - 1 if made_anew else None

    def _source_op(self, at: int) -> int:
        source = self._source(at)
        return -1 if source is None else int(self._timeline.unit_done[self._timeline.first_unit[source + 1] - 1])

    def _with_old_key(self) -> _Way:
        kept_ms = np.array([-1 if (kept := step.key_retention_ms) is None else kept for step in self._plan.steps])
        unit = self._units_that_trust(Trust.STORED_KEY, Trust.DERIVED_KEY)
        unit = unit[kept_ms[self._openings.step[unit]] >= 0]
        if not len(unit):
            return _Way(self._openings, unit, unit, unit, lambda *_: ())
        keys = OldKeys(self._openings, self._avoidance, unit, kept_ms[self._openings.step[unit]])
        self._oldest_once_ms: dict[int, int] = dict(zip(unit.tolist(), keys.oldest_once_ms.tolist(), strict=True))
        return _Way(self._openings, unit, keys.fewest, keys.together, keys.schedule)

    def _key_age_ms(self, at: int) -> int:
        units = range(*self._timeline.first_unit[at : at + 2])
        return max(self._oldest_once_ms[unit] for unit in units if unit in self._oldest_once_ms)


def _shortest(ways: tuple[_Way, ...], at: int, *, at_once: bool = False) -> Schedule | None:
    schedules = (way.schedule(at, at_once=at_once) for way in ways)
    return min((one for one in schedules if one is not None), key=lambda one: (len(one), one), default=None)
