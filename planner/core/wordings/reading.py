"""How each field of a plan reads in words, exactly: what a comparison of two plans says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from planner.core.plan import Checkpoint, Plan, Step, Variable
from planner.core.times import to_seconds
from planner.core.vocabulary import GateWhen, Guard, Question
from planner.core.wordings.wording import quoted
from planner.core.wordings.words import (
    CONSEQUENCES,
    IDENTITY_SOURCES,
    IF_UNCLEAR,
    KEY_SOURCES,
    KINDS,
    LOADS,
    QUESTIONS,
    REPLIES,
    RESUME_CHECKS,
    SINGLE_RUNNERS,
)

NOTHING = "nothing"
OPEN = "not answered"
_UNITS_MS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"))
_UNMARKED = "not marked"

GUARDS = {
    Guard.ACTION_RECORD: "Action record, written after acting",
    Guard.INTENT_RECORD: "Action record, written before acting",
    Guard.LOOKUP: "Look it up before acting",
    Guard.HUMAN_GATE: "A person confirms",
    Guard.IDEMPOTENCY_KEY: "A key that the receiver recognises",
}
_GATE_TIMES = {GateWhen.ALWAYS: "each time", GateWhen.ON_RESUME: "only when resuming"}
_MARKS = {True: "it happens again", False: "it does not happen again", None: "not sure", _UNMARKED: _UNMARKED}
_REPEATS = {True: "nothing more happens", False: "it happens twice", None: OPEN}


@dataclass(frozen=True, slots=True)
class Field:
    """One value: what it is called, where it is found in its part, and how it is said."""

    label: str
    read: Callable[[Any], Any]
    say: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class ListField:
    """Several values: where they are found, how one is said, and what joins it to the name of its part."""

    read: Callable[[Any], tuple[Any, ...]]
    say: Callable[[Any], str]
    joint: str


def exact_time(milliseconds: int | None) -> str:
    """Return a time in all its units, so that no two times read alike: 1 h 5 min 0.25 s."""
    if milliseconds is None:
        return NOTHING
    parts, rest = [], milliseconds
    for unit_ms, unit in _UNITS_MS:
        count, rest = divmod(rest, unit_ms)
        parts += [f"{count:,} {unit}"] if count else []
    return " ".join([*parts, *([f"{to_seconds(rest)} s"] if rest or not parts else [])])


def _text(text: str) -> str:
    return quoted(text) if text.strip() else NOTHING


def _number(number: int | None) -> str:
    return NOTHING if number is None else f"{number:,}"


def _yes_no(holds: bool) -> str:
    return "yes" if holds else "no"


def _word(words: Mapping[Any, str], none: str = OPEN) -> Callable[[Any], str]:
    return lambda word: words.get(word, none)


def _at(name: str) -> Callable[[Any], Any]:
    """Return what reads a value by its name, or by several with dots between."""

    def read(part: Any) -> Any:
        for piece in name.split("."):
            part = getattr(part, piece)
        return part

    return read


def _mark(step: Step) -> bool | str | None:
    return step.replay_risk.repeats if step.replay_risk else _UNMARKED


def _prevention(step: Step) -> str:
    return step.replay_risk.prevention if step.replay_risk else ""


STEP = (
    Field("what it is called", _at("name"), _text),
    Field("what it does", _at("kind"), _word(KINDS)),
    Field("how long it takes", _at("duration_ms"), exact_time),
    Field("how many items", _at("items"), _number),
    Field("comes out the same each time", _at("deterministic"), _yes_no),
    Field("would it happen again", _mark, _word(_MARKS)),
    Field("what prevents it, in the learner’s words", _prevention, _text),
    Field("if it runs twice", _at("idempotent"), _word(_REPEATS)),
    Field("how bad a repeat is", _at("consequence"), _word(CONSEQUENCES)),
    Field("when its effect comes", _at("effect_at"), lambda share: f"after {share * 100:.12g}% of its time"),
    Field("waits for the confirmation", _at("confirmed"), _yes_no),
    Field("where its key comes from", _at("key_source"), _word(KEY_SOURCES)),
    Field("how long its key is kept", _at("key_retention_ms"), exact_time),
    Field("how long a person takes", _at("gate_ms"), exact_time),
    Field("when a person is asked", _at("gate_when"), _word(_GATE_TIMES)),
    Field("question and answer are kept outside the run", _at("question_stored"), _yes_no),
    Field("notes", _at("notes"), _text),
)
STEP_LISTS = (
    ListField(_at("guards"), _word(GUARDS), "a guard on"),
    ListField(_at("needs"), quoted, "needed by"),
    ListField(_at("produces"), quoted, "made by"),
)
CHECKPOINT = (
    Field("saves within a batch, after so many items", _at("every_items"), _number),
    Field("how long a save takes", _at("save_ms"), exact_time),
    *(
        field
        for question in Question
        for field in (
            Field(f"“{QUESTIONS[question]}”", _at(f"answers.{question.value}.answer"), _word(REPLIES)),
            Field(f"the reason for “{QUESTIONS[question]}”", _at(f"answers.{question.value}.reason"), _text),
        )
    ),
)
CHECKPOINT_LISTS = (ListField(_at("snapshot"), quoted, "saved at"),)
VARIABLE = (
    Field("can be stored", _at("storable"), _yes_no),
    Field("is secret or personal", _at("sensitive"), _yes_no),
    Field("what it is", _at("description"), _text),
)
PLAN = (
    Field("what the plan is called", _at("title"), _text),
    Field("its goal", _at("goal"), _text),
    Field("what identifies a run", _at("identity.source"), _word(IDENTITY_SOURCES)),
    Field("what identifies a run, in words", _at("identity.description"), _text),
    Field("what stops two resumes at once", _at("identity.single_runner"), _word(SINGLE_RUNNERS)),
    Field("where snapshots and records live", _at("storage.where"), _text),
    Field("how long they are kept", _at("storage.keeps_ms"), exact_time),
    Field("what a resumed run loads", _at("resume.loads"), _word(LOADS)),
    Field("whether it checks anything first", lambda plan: plan.resume.checks is None, _word({True: OPEN}, "answered")),
    Field("what it does when something is unclear", _at("resume.if_unclear"), _word(IF_UNCLEAR)),
    Field("how long one recovery takes", _at("resume.recovery_ms"), exact_time),
    Field("notes on resuming", _at("resume.notes"), _text),
    Field("time between two restarts", _at("interruptions.restart_every_ms"), exact_time),
    Field("downtime of a restart", _at("interruptions.restart_downtime_ms"), exact_time),
    Field("time until the person leaves", _at("interruptions.close_every_ms"), exact_time),
    Field("how long the person is away", _at("interruptions.close_downtime_ms"), exact_time),
    Field("how long a session may last", _at("interruptions.session_limit_ms"), exact_time),
    Field("downtime after a session", _at("interruptions.limit_downtime_ms"), exact_time),
    Field("how many interruptions exactly", _at("interruptions.exactly"), _number),
    Field("downtime of each of them", _at("interruptions.downtime_ms"), exact_time),
)
PLAN_LISTS = (ListField(lambda plan: plan.resume.checks or (), _word(RESUME_CHECKS), "checked by"),)

Part = Plan | Step | Checkpoint | Variable
"""What has fields of its own."""
