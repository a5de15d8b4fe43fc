"""A plan as frozen values that cannot be built wrong; every time is in whole milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from decimal import Decimal

from planner.core.errors import require, require_names, require_slug, require_time, require_unique, require_whole, shown
from planner.core.times import MAX_SECONDS, round_half_up
from planner.core.vocabulary import (
    Consequence,
    GateWhen,
    Guard,
    IdentitySource,
    IfUnclear,
    KeySource,
    Kind,
    Loads,
    Question,
    Reply,
    ResumeCheck,
    SingleRunner,
)

MAX_STEPS = 500
MAX_ITEMS = 100_000
MAX_UNITS = 1_000_000
MAX_SESSIONS = 1_000
MAX_IDEAL_SECONDS = 10 * MAX_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """A piece of state that steps produce and need."""

    name: str
    storable: bool = True
    sensitive: bool = False
    description: str = ""

    def __post_init__(self) -> None:
        require(bool(self.name.strip()), "name", "a variable needs a name")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRisk:
    """The learner's own mark on a step: would its effect repeat, and what prevents it."""

    repeats: bool | None = None
    prevention: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the workflow; a batch runs its unit `items` times, one after another."""

    id: str
    name: str = ""
    kind: Kind = Kind.INTERNAL
    duration_ms: int = 60_000
    items: int = 1
    deterministic: bool = True
    needs: tuple[str, ...] = ()
    produces: tuple[str, ...] = ()
    notes: str = ""
    replay_risk: ReplayRisk | None = None
    idempotent: bool | None = None
    consequence: Consequence | None = None
    effect_at: float = 0.5
    confirmed: bool = True
    guards: tuple[Guard, ...] = ()
    key_source: KeySource | None = None
    key_retention_ms: int | None = None
    gate_ms: int = 300_000
    gate_when: GateWhen = GateWhen.ALWAYS
    question_stored: bool = False

    def __post_init__(self) -> None:
        require_slug(self.id)
        require_time(self.duration_ms, "seconds", least_ms=1)
        require_whole(self.items, "items", least=1, most=MAX_ITEMS)
        require_names(self.needs, "needs")
        require_names(self.produces, "produces")
        require(0 <= self.effect_at <= 1, "effect_at", "a number from 0 to 1")
        require(len(set(self.guards)) == len(self.guards), "guards", "each guard at most once")
        require_time(self.key_retention_ms, "key_retention_seconds")
        require_time(self.gate_ms, "gate_seconds")
        self._require_own_kind()

    def _require_own_kind(self) -> None:
        for key, kind in FIELDS_OF_ONE_KIND.items():
            default = _STEP_DEFAULTS[key]
            fits = self.kind is kind or getattr(self, key) == default
            require(fits, _FILE_KEYS.get(key, key), f"only a step of kind “{kind}” has this")

    @property
    def before_effect_ms(self) -> int:
        """Time from the start of a unit to its EFFECT (MODEL.md section 1: e·d, rounded half up)."""
        if self.kind is Kind.GATE:
            return 0
        share = self.effect_at if self.kind is Kind.ACTION else 0.5
        return round_half_up(Decimal(str(share)) * self.duration_ms)


FIELDS_OF_ONE_KIND = {
    "idempotent": Kind.ACTION,
    "consequence": Kind.ACTION,
    "effect_at": Kind.ACTION,
    "confirmed": Kind.ACTION,
    "guards": Kind.ACTION,
    "key_source": Kind.ACTION,
    "key_retention_ms": Kind.ACTION,
    "gate_ms": Kind.ACTION,
    "gate_when": Kind.ACTION,
    "question_stored": Kind.GATE,
}
_FILE_KEYS = {"key_retention_ms": "key_retention_seconds", "gate_ms": "gate_seconds"}
_STEP_DEFAULTS = {part.name: part.default for part in fields(Step)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the learner says to one question about a checkpoint, and why."""

    answer: Reply | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers to the five questions of one checkpoint."""

    complete: Answer = Answer()
    consistent: Answer = Answer()
    confirmed: Answer = Answer()
    repeatable: Answer = Answer()
    worthwhile: Answer = Answer()

    def to(self, question: Question) -> Answer:
        """Return the answer to one question."""
        answer: Answer = getattr(self, question.value)
        return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A place where the run saves a snapshot: `after` or `inside` a step, named by its id."""

    id: str
    after: str | None = None
    inside: str | None = None
    every_items: int | None = None
    snapshot: tuple[str, ...] = ()
    save_ms: int = 1_000
    answers: Answers = Answers()

    def __post_init__(self) -> None:
        require_slug(self.id)
        one = (self.after is None) != (self.inside is None)
        require(one, "after", "exactly one of “after” and “inside” names a step")
        require_whole(self.every_items, "every_items", least=1, most=MAX_ITEMS)
        require(self.every_items is None or self.inside is None, "every_items", "only a checkpoint “after” has this")
        require_names(self.snapshot, "snapshot")
        require_time(self.save_ms, "save_seconds")

    @property
    def step_id(self) -> str:
        """The id of the step that the checkpoint stands at."""
        return self.after or self.inside or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What identifies a run, and what stops two resumes at once."""

    source: IdentitySource | None = None
    description: str = ""
    single_runner: SingleRunner | None = None

    @property
    def survives(self) -> bool:
        """Whether a run can be found after an interruption (not answered: assumed)."""
        return self.source not in (IdentitySource.NEW_EACH_START, IdentitySource.PROCESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """Where snapshots and records live, and for how long."""

    where: str = ""
    keeps_ms: int | None = None

    def __post_init__(self) -> None:
        require_time(self.keeps_ms, "keeps_seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """What a run does when it resumes."""

    loads: Loads | None = None
    checks: tuple[ResumeCheck, ...] | None = None
    if_unclear: IfUnclear | None = None
    recovery_ms: int = 0
    notes: str = ""

    def __post_init__(self) -> None:
        checks = self.checks or ()
        require(len(set(checks)) == len(checks), "checks", "each check at most once")
        require_time(self.recovery_ms, "seconds")

    def does(self, check: ResumeCheck) -> bool:
        """Whether the resumed run makes this check (not answered: assumed)."""
        return self.checks is None or check in self.checks


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruptions:
    """What interrupts a run (MODEL.md section 3); a source that is None is absent."""

    restart_every_ms: int | None = None
    restart_downtime_ms: int = 0
    close_every_ms: int | None = None
    close_downtime_ms: int = 0
    session_limit_ms: int | None = None
    limit_downtime_ms: int = 0
    exactly: int | None = None
    downtime_ms: int = 0

    def __post_init__(self) -> None:
        for key in ("restart_every_ms", "close_every_ms", "session_limit_ms"):
            require_time(getattr(self, key), key.replace("_ms", "_seconds"), least_ms=1)
        for key in ("restart_downtime_ms", "close_downtime_ms", "limit_downtime_ms", "downtime_ms"):
            require_time(getattr(self, key), key.replace("_ms", "_seconds"))
        require_whole(self.exactly, "exactly", least=0, most=MAX_SESSIONS)
        alone = self.exactly is None or not (self.at_random or self.session_limit_ms)
        require(alone, "exactly", "excludes the other sources of interruption")

    @property
    def at_random(self) -> tuple[tuple[int, int], ...]:
        """The mean time between two strikes and the downtime after one, in ms, of each Poisson source present."""
        sources = (
            (self.restart_every_ms, self.restart_downtime_ms),
            (self.close_every_ms, self.close_downtime_ms),
        )
        return tuple((every_ms, downtime_ms) for every_ms, downtime_ms in sources if every_ms)

    @property
    def strikes_per_ms(self) -> float:
        """The rate of all Poisson sources together, 1/ms."""
        return sum(1 / every_ms for every_ms, _ in self.at_random)

    @property
    def longest_downtime_ms(self) -> int:
        """The longest downtime of the sources that are present."""
        others = ((self.session_limit_ms, self.limit_downtime_ms), (self.exactly, self.downtime_ms))
        return max((downtime_ms for source, downtime_ms in (*self.at_random, *others) if source), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One plan: an ordered list of steps, the checkpoints among them, and how a run resumes."""

    title: str
    goal: str = ""
    identity: Identity = Identity()
    storage: Storage = Storage()
    state: tuple[Variable, ...] = ()
    steps: tuple[Step, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = ()
    resume: Resume = Resume()
    interruptions: Interruptions = Interruptions(restart_every_ms=3_600_000)
    _index: dict[str, int] = field(init=False, repr=False, compare=False, hash=False)
    _saved_after: frozenset[str | None] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        require(bool(self.title.strip()), "title", "a plan needs a title")
        require(len(self.steps) <= MAX_STEPS, "steps", f"at most {MAX_STEPS} steps")
        units = sum(step.items for step in self.steps)
        require(units <= MAX_UNITS, "steps", f"at most {MAX_UNITS:,} units in all; this plan has {units:,}")
        require_unique([step.id for step in self.steps], "steps", "id")
        require_unique([checkpoint.id for checkpoint in self.checkpoints], "checkpoints", "id")
        require_unique([variable.name for variable in self.state], "state", "name")
        object.__setattr__(self, "_index", {step.id: at for at, step in enumerate(self.steps)})
        object.__setattr__(self, "_saved_after", frozenset(checkpoint.after for checkpoint in self.checkpoints))
        for at, checkpoint in enumerate(self.checkpoints):
            self._require_place(checkpoint, f"checkpoints[{at}]")
        work_ms = sum(step.items * (step.duration_ms + step.gate_ms) for step in self.steps)
        require(work_ms <= MAX_IDEAL_SECONDS * 1_000, "steps", f"at most {MAX_IDEAL_SECONDS:,} seconds of work in all")

    def _require_place(self, checkpoint: Checkpoint, path: str) -> None:
        key = "after" if checkpoint.after is not None else "inside"
        known = checkpoint.step_id in self._index
        require(known, f"{path}.{key}", f"no step has the id “{shown(checkpoint.step_id)}”")
        batch = checkpoint.every_items is None or self.step(checkpoint.step_id).items > 1
        require(batch, f"{path}.every_items", "only a checkpoint after a batch (a step with items > 1) has this")

    def step(self, step_id: str) -> Step:
        """Return the step with this id; KeyError if there is none."""
        return self.steps[self._index[step_id]]

    def index_of(self, step_id: str) -> int:
        """Return the place of a step in the order, from 0; KeyError if there is none."""
        return self._index[step_id]

    def is_saved_after(self, step_id: str) -> bool:
        """Whether a checkpoint stands after a step."""
        return step_id in self._saved_after

    def variable(self, name: str) -> Variable:
        """Return a variable; one that is not listed counts as storable and not sensitive."""
        listed = (variable for variable in self.state if variable.name == name)
        return next(listed, Variable(name=name))
