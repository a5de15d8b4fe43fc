"""The lines of a sketch: what a step's marks and a checkpoint's words mean."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from planner.core.plan import Answer, Answers, Checkpoint, ReplayRisk, Step
from planner.core.times import to_ms
from planner.core.vocabulary import Consequence, GateWhen, Guard, KeySource, Kind, Question, Reply

_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min|h|d)")
_UNITS_MS = {"ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}

_MARKS: dict[str, dict[str, Any]] = {
    "<": {"kind": Kind.READ},
    "~": {"deterministic": False},
    "!": {"kind": Kind.ACTION, "idempotent": False},
    "!=": {"kind": Kind.ACTION, "idempotent": True},
    "!?": {"kind": Kind.ACTION},
    "?": {"kind": Kind.GATE},
    "?=": {"kind": Kind.GATE, "question_stored": True},
}
_GUARDS: dict[str, tuple[Guard, dict[str, Any]]] = {
    "record": (Guard.ACTION_RECORD, {}),
    "intent": (Guard.INTENT_RECORD, {}),
    "lookup": (Guard.LOOKUP, {}),
    "ask": (Guard.HUMAN_GATE, {}),
    "ask on resume": (Guard.HUMAN_GATE, {"gate_when": GateWhen.ON_RESUME}),
    "key": (Guard.IDEMPOTENCY_KEY, {}),
    "stored key": (Guard.IDEMPOTENCY_KEY, {"key_source": KeySource.STORED}),
    "derived key": (Guard.IDEMPOTENCY_KEY, {"key_source": KeySource.DERIVED}),
    "new key": (Guard.IDEMPOTENCY_KEY, {"key_source": KeySource.NEW_EACH_ATTEMPT}),
}
_PROPERTIES: dict[str, dict[str, Any]] = {
    "unconfirmed": {"confirmed": False},
    "marked as repeating": {"replay_risk": ReplayRisk(repeats=True)},
    "marked as not repeating": {"replay_risk": ReplayRisk(repeats=False)},
    **{word.value: {"consequence": word} for word in Consequence},
}
_TIMES = {"kept": "key_retention_ms", "waits": "gate_ms"}

_PROPERTY_LIST = re.compile(r"\[(.*?)\]")
_CHECKPOINT = re.compile(
    r"(?:\(\|\)|\|)(?:/(?P<every>\d+))?(?: (?P<save>[\d.]+[a-z]+))?"
    r"(?: holds (?P<holds>.+?))?(?: answered (?P<answered>\S+(?: \S+){4}))?"
)


class DrawnStep(NamedTuple):
    """A step without its id; None: what it needs or produces is not written."""

    step: Step
    needs: tuple[str, ...] | None
    produces: tuple[str, ...] | None


class DrawnCheckpoint(NamedTuple):
    """A checkpoint without its place; `holds` None: its snapshot is not written."""

    checkpoint: Checkpoint
    inside: bool
    holds: tuple[str, ...] | None


def milliseconds(text: str) -> int:
    """Return a written time such as `2.5min` in ms; ValueError if it is none."""
    found = _TIME.fullmatch(text.strip())
    if not found:
        raise ValueError(f"“{text}” is not a time such as 10s or 2min")
    return to_ms(float(found[1])) * _UNITS_MS[found[2]] // 1_000


def words(text: str) -> tuple[str, ...]:
    """Return a list separated by commas; `nothing` is the empty one."""
    return () if text.strip() == "nothing" else tuple(word.strip() for word in text.split(","))


def step_line(text: str) -> DrawnStep:
    """Read a step; ValueError if a mark is unknown."""
    rest, *lists = re.split(r" ?(<-|->)", _PROPERTY_LIST.sub("", text))
    written = {arrow: words(names) for arrow, names in zip(lists[::2], lists[1::2], strict=True)}
    tokens = rest.split()
    name_ends = next((at for at, token in enumerate(tokens) if _mark(token) is not None), len(tokens))
    traits: dict[str, Any] = {}
    for token in tokens[name_ends:]:
        mark = _mark(token)
        if mark is None:
            raise ValueError(f"“{token}” is no mark; the name comes first")
        traits |= mark
    traits |= _properties(_PROPERTY_LIST.search(text))
    step = Step(id="-", name=" ".join(tokens[:name_ends]), **traits)
    return DrawnStep(step, written.get("<-"), written.get("->"))


def _mark(token: str) -> dict[str, Any] | None:
    """Return what a token says about its step; None: it belongs to the name."""
    if token in _MARKS:
        return _MARKS[token]
    if _TIME.fullmatch(token):
        return {"duration_ms": milliseconds(token)}
    if re.fullmatch(r"x\d+", token):
        return {"items": int(token[1:])}
    return {"effect_at": float(token[1:])} if re.fullmatch(r"@[\d.]+", token) else None


def _properties(found: re.Match[str] | None) -> dict[str, Any]:
    traits: dict[str, Any] = {"guards": ()}
    for word in words(found[1]) if found else ():
        first, _, rest = word.partition(" ")
        if word in _GUARDS:
            guard, more = _GUARDS[word]
            traits = {**traits, **more, "guards": (*traits["guards"], guard)}
        elif first in _TIMES:
            traits[_TIMES[first]] = milliseconds(rest)
        elif word in _PROPERTIES:
            traits |= _PROPERTIES[word]
        else:
            raise ValueError(f"nothing in brackets is called “{word}”")
    return traits


def checkpoint_line(text: str) -> DrawnCheckpoint:
    """Read a checkpoint; ValueError if a word is unknown."""
    found = _CHECKPOINT.fullmatch(text)
    if found is None:
        raise ValueError("a time, “holds …”, “answered …” follow the bar, in this order")
    traits: dict[str, Any] = {}
    if found["save"]:
        traits["save_ms"] = milliseconds(found["save"])
    if found["every"]:
        traits["every_items"] = int(found["every"])
    if found["answered"]:
        traits["answers"] = _answers(found["answered"].split())
    checkpoint = Checkpoint(id="-", after="-", **traits)
    return DrawnCheckpoint(checkpoint, text.startswith("("), words(found["holds"]) if found["holds"] else None)


def _answers(replies: list[str]) -> Answers:
    given = zip(Question, replies, strict=True)
    return Answers(
        **{
            question.value: Answer() if reply == "-" else Answer(answer=Reply(reply), reason="As drawn.")
            for question, reply in given
        }
    )
