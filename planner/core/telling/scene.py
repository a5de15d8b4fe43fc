"""A run as people follow it: tries, their moments, and what the run believes beside what is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from planner.core.run import Result

Ledger = dict[str, int]
"""How many effects of each action there are, by the id of its step, in the order of the plan."""


class What(StrEnum):
    """What can happen in a try."""

    STARTS = "starts"
    """The first try begins."""
    STARTS_OVER = "starts_over"
    """A later try begins, at the start again."""
    RESUMES = "resumes"
    """A later try begins, from a snapshot."""

    DONE = "done"
    """A unit is complete: one without an effect, or one whose effect was told before."""
    DONE_AGAIN = "done_again"
    DONE_OTHERWISE = "done_otherwise"
    """A unit whose result differs each time is done again after the world acted on its first result."""
    ACTED = "acted"
    ACTED_AGAIN = "acted_again"
    """A duplicate: the receiver takes it for another action."""
    RECOGNISED = "recognised"
    """The action is repeated, and the receiver takes it for the same one."""
    ASKED = "asked"
    """A gate asks its question, and something else comes before the answer."""
    ASKED_AGAIN = "asked_again"
    ANSWERED = "answered"
    """The answer to a gate's question, asked in this try and never before, is read."""
    ANSWERED_AGAIN = "answered_again"
    """The same, for a question that was asked in an earlier try too."""

    PERSON_LOOKED = "person_looked"
    """The person of a human gate has seen what is done."""
    SKIPPED = "skipped"
    """A record says that the unit is done."""
    FOUND_DONE = "found_done"
    """A look-up or a person says that the effect has happened."""
    STILL_ASKED = "still_asked"
    """The question of a gate stands, and its answer is read."""
    LEFT = "left"
    """A record says that the unit was begun, so the run passes it by; its effect had happened."""
    MISSED = "missed"
    """The same, but its effect never happened."""

    SAVED = "saved"

    STOPPED_RECOVERING = "stopped_recovering"
    STOPPED_BEFORE = "stopped_before"
    """Stopped at the very beginning of a unit."""
    STOPPED_PART_WAY = "stopped_part_way"
    """Stopped in a unit; if it has an effect, before that."""
    STOPPED_UNCONFIRMED = "stopped_unconfirmed"
    """Stopped between an effect and its confirmation."""
    STOPPED_UNANSWERED = "stopped_unanswered"
    """Stopped between a question and its answer."""
    STOPPED_ASKING_PERSON = "stopped_asking_person"
    STOPPED_SAVING = "stopped_saving"

    FINISHED = "finished"
    CANNOT_LOAD = "cannot_load"
    """The newest snapshot is broken and the plan loads no other: the run ends here, unfinished."""
    GIVEN_UP = "given_up"
    """Stopped as often as a run can be (1,000 times)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One moment of a try as people follow it; consecutive items of a batch that go alike are one."""

    at_ms: int
    """How far into the session, recovery included; of several items, the end of the last one."""
    what: What
    step: str | None = None
    first_item: int | None = None
    last_item: int | None = None
    """Items count from 0; None where a step has one unit."""
    checkpoint: str | None = None
    believed: int = 0
    true: int = 0
    """Effects of the step, if it is an action: those that the run counts as done, and those that happened outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """One session of a run."""

    start: str | None
    """The checkpoint whose snapshot it starts from; None: the start of the run."""
    believed: Ledger
    """What the run counts as done when the try begins: what its snapshot covers, and what it finds on record."""
    true: Ledger
    scenes: tuple[Scene, ...]

    def ledgers(self) -> Iterator[tuple[Scene, Ledger, Ledger]]:
        """Yield each scene with what the run believes and what is true behind it, as dictionaries of their own."""
        believed, true = dict(self.believed), dict(self.true)
        for scene in self.scenes:
            if scene.step in true:
                believed[scene.step], true[scene.step] = scene.believed, scene.true
            yield scene, dict(believed), dict(true)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One run, try by try, and what came of it."""

    tries: tuple[Try, ...]
    result: Result
