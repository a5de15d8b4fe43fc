"""The keys of `checkpoint-plan/1`: the one table that the reader, the writer and the JSON Schema follow."""

from __future__ import annotations

from typing import Any

from planner.core.errors import SLUG
from planner.core.files.record import Key, Record
from planner.core.files.shapes import Choice, Flag, ListOf, OrNull, Seconds, Share, Text, Whole
from planner.core.plan import (
    FIELDS_OF_ONE_KIND,
    MAX_ITEMS,
    MAX_SESSIONS,
    MAX_STEPS,
    Answer,
    Answers,
    Checkpoint,
    Identity,
    Interruptions,
    Plan,
    ReplayRisk,
    Resume,
    Step,
    Storage,
    Variable,
)
from planner.core.vocabulary import (
    Consequence,
    GateWhen,
    Guard,
    IdentitySource,
    IfUnclear,
    KeySource,
    Kind,
    Loads,
    Reply,
    ResumeCheck,
    SingleRunner,
)

FORMAT = "checkpoint-plan/1"

SLUG_TEXT = Text(pattern=f"^{SLUG.pattern}$")
NAME = Text(pattern=r"\S")
NAMES = ListOf(shape=NAME, unique=True)
NOT_ANSWERED = "; null: not answered"


def _alone(key: str, others: list[str]) -> dict[str, Any]:
    """Return the schema rule that a key with a value leaves the other keys null or away."""
    return {
        "if": {"properties": {key: {"not": {"type": "null"}}}, "required": [key]},
        "then": {"properties": {other: {"type": "null"} for other in others}},
    }


IDENTITY = Record(
    of=Identity,
    keys=(
        Key("source", OrNull(Choice(IdentitySource)), f"What identifies the run{NOT_ANSWERED}."),
        Key("description", Text(), "The identity in words."),
        Key("single_runner", OrNull(Choice(SingleRunner)), f"What stops two resumes at once{NOT_ANSWERED}."),
    ),
)

STORAGE = Record(
    of=Storage,
    keys=(
        Key("where", Text(), "Where snapshots and records live."),
        Key("keeps_seconds", OrNull(Seconds()), f"For how long they are kept{NOT_ANSWERED}.", "keeps_ms"),
    ),
)

VARIABLE = Record(
    of=Variable,
    keys=(
        Key("name", NAME, "The name by which steps and snapshots know the variable; each name once."),
        Key("storable", Flag(), "Whether a snapshot can hold it."),
        Key("sensitive", Flag(), "Whether it holds secrets or personal data."),
        Key("description", Text(), "What it is."),
    ),
)

REPLAY_RISK = Record(
    of=ReplayRisk,
    keys=(
        Key("repeats", OrNull(Flag()), f"Whether a replay repeats the effect of the step{NOT_ANSWERED}."),
        Key("prevention", Text(), "What prevents the repeat."),
    ),
)

STEP_KEYS = (
    Key("id", SLUG_TEXT, "Letters a–z, digits, “-” and “_”; each id once among the steps."),
    Key("name", Text(), "What the step does, in a few words."),
    Key("kind", Choice(Kind), "What the step does to the world."),
    Key("seconds", Seconds(least_ms=1), "How long it takes; for a batch, one item.", "duration_ms"),
    Key("items", Whole(least=1, most=MAX_ITEMS), "A batch has more than one, run one after another."),
    Key("deterministic", Flag(), "Whether doing it again gives the same result."),
    Key("needs", NAMES, "The variables that it reads."),
    Key("produces", NAMES, "The variables that it writes."),
    Key("notes", Text(), "Anything else."),
    Key("replay_risk", OrNull(REPLAY_RISK), "The learner's own mark, whatever the guards; null: none."),
    Key("idempotent", OrNull(Flag()), f"Whether doing it twice is as good as once{NOT_ANSWERED}, counts as false."),
    Key("consequence", OrNull(Choice(Consequence)), f"How bad a repeat is{NOT_ANSWERED}."),
    Key("effect_at", Share(), "The share of its time after which the outside world changes."),
    Key("confirmed", Flag(), "Whether the step waits for a confirmation; false: fire and forget."),
    Key("guards", ListOf(shape=Choice(Guard), unique=True), "What keeps it from being repeated."),
    Key("key_source", OrNull(Choice(KeySource)), f"Where the idempotency key comes from{NOT_ANSWERED}."),
    Key(
        "key_retention_seconds",
        OrNull(Seconds()),
        "For how long the receiver remembers a key; null: for ever.",
        "key_retention_ms",
    ),
    Key("gate_seconds", Seconds(), "How long the person of the guard “human_gate” takes.", "gate_ms"),
    Key(
        "gate_when", Choice(GateWhen), "When that person is asked: each time, or only when the step was reached before."
    ),
    Key("question_stored", Flag(), "Whether the question and its answer live outside the run and are found again."),
)


def _only_for(kind: Kind) -> dict[str, Any]:
    """Return the schema rule that a step of another kind leaves the keys of this kind at their defaults.

    A time with a default is left to the reader: within half a millisecond of the default it is the default.
    """
    own = [key for key in STEP_KEYS if FIELDS_OF_ONE_KIND.get(key.held_as) is kind]
    return {
        "if": {"properties": {"kind": {"const": kind.value}}, "required": ["kind"]},
        "else": {
            "properties": {
                key.name: {"const": key.default_in(Step)} for key in own if not isinstance(key.shape, Seconds)
            }
        },
    }


STEP = Record(of=Step, keys=STEP_KEYS, rules={"allOf": [_only_for(Kind.ACTION), _only_for(Kind.GATE)]})

ANSWER = Record(
    of=Answer,
    keys=(
        Key("answer", OrNull(Choice(Reply)), f"The learner's answer{NOT_ANSWERED}."),
        Key("reason", Text(), "Why."),
    ),
)

ANSWERS = Record(
    of=Answers,
    keys=(
        Key("complete", ANSWER, "Is everything that the rest of the run needs saved here?"),
        Key("consistent", ANSWER, "Is the state whole here, with no step half done?"),
        Key("confirmed", ANSWER, "Is the result of every outside action so far confirmed and recorded?"),
        Key("repeatable", ANSWER, "If the run comes back here, can every step after this point safely run again?"),
        Key("worthwhile", ANSWER, "Is the work it saves worth the cost of saving?"),
    ),
)

CHECKPOINT = Record(
    of=Checkpoint,
    keys=(
        Key("id", SLUG_TEXT, "Letters a–z, digits, “-” and “_”; each id once among the checkpoints."),
        Key("after", OrNull(Text()), "The id of the step behind which the snapshot is saved."),
        Key("inside", OrNull(Text()), "The id of the step in whose middle the snapshot is saved."),
        Key(
            "every_items", OrNull(Whole(least=1, most=MAX_ITEMS)), "After a batch: saves after every so many items too."
        ),
        Key("snapshot", NAMES, "The variables that are saved."),
        Key("save_seconds", Seconds(), "How long a save takes.", "save_ms"),
        Key("answers", ANSWERS, "The learner's answers to the five questions."),
    ),
    rules={
        "oneOf": [{"properties": {key: {"type": "string"}}, "required": [key]} for key in ("after", "inside")],
        **_alone("every_items", ["inside"]),
    },
)

RESUME = Record(
    of=Resume,
    keys=(
        Key("loads", OrNull(Choice(Loads)), f"Which snapshot a resume loads{NOT_ANSWERED}."),
        Key(
            "checks",
            OrNull(ListOf(shape=Choice(ResumeCheck), unique=True)),
            f"What it checks before it goes on, in order{NOT_ANSWERED}.",
        ),
        Key("if_unclear", OrNull(Choice(IfUnclear)), f"What it does when it cannot tell{NOT_ANSWERED}."),
        Key("seconds", Seconds(), "How long one recovery takes.", "recovery_ms"),
        Key("notes", Text(), "Anything else."),
    ),
)

EVERY = OrNull(Seconds(least_ms=1))
INTERRUPTIONS = Record(
    of=Interruptions,
    keys=(
        Key("restart_every_seconds", EVERY, "Mean time between service restarts; null: none.", "restart_every_ms"),
        Key("restart_downtime_seconds", Seconds(), "How long a restart keeps the run down.", "restart_downtime_ms"),
        Key("close_every_seconds", EVERY, "Mean time until a person closes the session; null: none.", "close_every_ms"),
        Key("close_downtime_seconds", Seconds(), "How long the session stays closed.", "close_downtime_ms"),
        Key("session_limit_seconds", EVERY, "The longest busy time of a session; null: no limit.", "session_limit_ms"),
        Key("limit_downtime_seconds", Seconds(), "How long it takes after the limit.", "limit_downtime_ms"),
        Key(
            "exactly", OrNull(Whole(least=0, most=MAX_SESSIONS)), "Exactly so many interruptions; excludes the others."
        ),
        Key("downtime_seconds", Seconds(), "How long each of exactly so many keeps the run down.", "downtime_ms"),
    ),
    rules=_alone("exactly", ["restart_every_seconds", "close_every_seconds", "session_limit_seconds"]),
)

PLAN = Record(
    of=Plan,
    keys=(
        Key("title", NAME, "What the plan is called."),
        Key("goal", Text(), "What the run is for."),
        Key("identity", IDENTITY, "What identifies the run."),
        Key("storage", STORAGE, "Where snapshots and records live."),
        Key("state", ListOf(shape=VARIABLE), "Variables; one that is not listed is storable and not sensitive."),
        Key("steps", ListOf(shape=STEP, most=MAX_STEPS), "The steps, in order."),
        Key("checkpoints", ListOf(shape=CHECKPOINT), "The places where the run saves a snapshot."),
        Key("resume", RESUME, "What a run does when it resumes."),
        Key("interruptions", INTERRUPTIONS, "What interrupts a run."),
    ),
)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of `checkpoint-plan/1`.

    It refuses nothing that the reader accepts. The reader refuses more: what a schema cannot say of
    ids, places, sums and characters.
    """
    plan = PLAN.schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:checkpoint-planner:checkpoint-plan:1",
        "title": FORMAT,
        "description": "One plan: steps, checkpoints, and what a run does when it is interrupted.",
        **plan,
        "properties": {"format": {"const": FORMAT}, **plan["properties"]},
        "required": ["format", *plan["required"]],
    }
