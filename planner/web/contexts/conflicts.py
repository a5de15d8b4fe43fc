"""What the page asks when a field was changed in two places, or when what was edited is no longer there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.core.vocabulary import Guard
from planner.web import words
from planner.web.forms.duration import write_duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest

    from planner.models import Plan
    from planner.services.outcome import Conflict, Difference, Gone

PARTS_OF_FIELDS = ("risk_", "identity_", "storage_", "resume_", "interruptions_")
HIDDEN = ("csrfmiddlewaretoken", "version", "key", "only", "keep")

FIELDS = {
    "duration_ms": "How long it takes",
    "deterministic": "Comes out the same each time",
    "needs": "The earlier results it uses",
    "effect_at": "When the world outside changes",
    "repeats": "Happens again outside",
    "snapshot": "What is saved",
    "save_ms": "How long saving takes",
    "reply": "The answer",
    "place": "The place in the order",
    "after": "Where the checkpoint stands",
    "inside": "Where the checkpoint stands",
    "removed": "Whether it is there",
    "key_retention_ms": "How long the key is kept",
    "gate_ms": "How long the person takes",
    "keeps_ms": "How long it is kept",
    "recovery_ms": "How long a recovery takes",
    "source": "By what the run is found again",
    "where": "Where snapshots live",
    "loads": "What a resumed run loads",
}
"""What fields are called where their own name would not say it."""

TYPED = {
    "title": "Name",
    "goal": "What it is for",
    "name": "Name",
    "produces": "What it produces",
    "notes": "Notes",
    "prevention": "What prevents it",
    "reason": "Reason",
    "description": "What it is",
}
"""The fields that people write in their own words, and would not like to write again."""

WORDS: dict[str, str] = {
    word.value: text
    for group in (
        words.KINDS,
        words.CONSEQUENCES,
        words.KEY_SOURCES,
        words.GATE_TIMES,
        words.IDENTITY_SOURCES,
        words.SINGLE_RUNNERS,
        words.LOADS,
        words.RESUME_CHECKS,
        words.IF_UNCLEAR,
        words.REPLIES,
    )
    for word, text in group.items()
}
WORD_FIELDS = frozenset(
    {
        "kind",
        "consequence",
        "key_source",
        "gate_when",
        "source",
        "single_runner",
        "loads",
        "checks",
        "if_unclear",
        "reply",
    }
)


def conflict_context(conflict: Conflict, request: HttpRequest) -> dict[str, Any]:
    """Return both values of each field, and the form as it was sent, to be sent again with the newer version."""
    only = {field_name(name) for name in (*conflict.changed, *(one.field for one in conflict.differences))}
    return {
        "title": "This plan was changed in another tab",
        "text": "Nothing of yours is lost. Choose which value stays.",
        "pairs": [_pair(one) for one in conflict.differences],
        "href": request.path,
        "version": conflict.version,
        "hidden": [*_sent(request), ("only", " ".join(sorted(only)))],
    }


def gone_context(gone: Gone, request: HttpRequest, row: Plan) -> dict[str, Any]:
    """Return what was removed elsewhere, what was typed about it, and how to bring it back."""
    base = reverse("plan", args=[row.pk])
    href = f"{base}variables/restore/" if gone.part == "variable" else f"{base}{gone.part}s/{gone.id}/restore/"
    typed = [(TYPED[name], value) for name, value in _sent(request) if value and name in TYPED]
    return {"part": gone.part, "id": gone.id, "href": href, "typed": typed}


def field_name(name: str) -> str:
    """Return what forms call a field: `source` for `identity_source`, `reply` for `complete.reply`."""
    short = name.rpartition(".")[2]
    prefix = next((prefix for prefix in PARTS_OF_FIELDS if short.startswith(prefix)), "")
    return short.removeprefix(prefix)


def _sent(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield each field as it was sent."""
    for name, values in request.POST.lists():
        if name not in HIDDEN:
            yield from ((name, str(value)) for value in values)


def _pair(one: Difference) -> dict[str, str]:
    name = field_name(one.field)
    label = FIELDS.get(name, name.replace("_", " ").capitalize())
    return {"label": label, "here": shown(name, one.mine), "there": shown(name, one.theirs)}


def shown(name: str, value: Any) -> str:
    """Return the value of a field in the page's words."""
    match value:
        case None | "":
            return "Not answered"
        case bool():
            return "Yes" if value else "No"
        case list():
            return ", ".join(_word(name, word) for word in value) or "Nothing"
        case int() if name.endswith("_ms"):
            return write_duration(value)
        case float():
            return f"At {value:.0%}"
        case _:
            return _word(name, str(value))


def _word(name: str, word: str) -> str:
    if name == "guards":
        return Guard(word).value.replace("_", " ")
    return WORDS.get(word, word) if name in WORD_FIELDS else word
