"""The guards of an action in the page's words (DESIGN.md), and how they stand in a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from planner.core.vocabulary import GateWhen, Guard
from planner.web.forms.duration import DurationField
from planner.web.forms.fields import WordField
from planner.web.forms.once import EditForm
from planner.web.words import GATE_TIMES, KEY_SOURCES

if TYPE_CHECKING:
    from planner.core.plan import Step

BEFORE_AND_AFTER = frozenset({Guard.ACTION_RECORD, Guard.INTENT_RECORD})

RECORDS = {
    "none": ("No record", "", frozenset()),
    "looked_up": (
        "Action record, before and after; unclear ones are looked up",
        "Notes “about to” and “done”. When resuming, the other side is asked about those between; it must offer that.",
        BEFORE_AND_AFTER | {Guard.LOOKUP},
    ),
    "decided": (
        "Action record, before and after; a person decides unclear ones",
        "Notes “about to” and “done”. When resuming, a person says what became of those between; the run waits.",
        BEFORE_AND_AFTER | {Guard.HUMAN_GATE},
    ),
    "after": (
        "Action record, written after acting (a gap remains)",
        "Notes “done” only. A stop between acting and noting lets it happen again.",
        frozenset({Guard.ACTION_RECORD}),
    ),
    "open": (
        "Action record, before and after; unclear ones stay open",
        "What was begun and not noted as done is never begun again, so it may not happen at all.",
        BEFORE_AND_AFTER,
    ),
    "before": (
        "Action record, before acting only",
        "What was begun is never begun again, so it may not happen at all.",
        frozenset({Guard.INTENT_RECORD}),
    ),
}
"""Each choice of a record: its name, its limit, and the guards that it stands for."""

BESIDES = {"lookup": Guard.LOOKUP, "person": Guard.HUMAN_GATE, "idempotency_key": Guard.IDEMPOTENCY_KEY}
"""The tick boxes beside the record, and the guard that each stands for."""


class GuardForm(EditForm):
    """What keeps an action from being repeated."""

    file_keys = {"key_retention_seconds": "key_retention_ms", "gate_seconds": "gate_ms"}

    record = forms.ChoiceField(
        label="Action record",
        choices=[(value, name) for value, (name, _, _) in RECORDS.items()],
        widget=forms.RadioSelect,
    )
    lookup = forms.BooleanField(label="Look it up before acting", required=False)
    idempotency_key = forms.BooleanField(label="A key that the receiver recognises (idempotency key)", required=False)
    key_source = WordField(KEY_SOURCES, label="Where does the key come from?", open_word="Not answered yet")
    key_retention_ms = DurationField(
        label="How long does the receiver keep it?", help_text="Leave empty if for ever.", required=False
    )
    person = forms.BooleanField(label="A person confirms", required=False)
    gate_when = WordField(GATE_TIMES, label="When is the person asked?")
    gate_ms = DurationField(label="How long does the person take?")

    @staticmethod
    def initial_of(step: Step) -> dict[str, Any]:
        """Return what the form shows of a step's guards: the record that says most of them, and the rest as ticks."""
        guards = frozenset(step.guards)
        record = _record_of(guards, step.gate_when)
        rest = guards - RECORDS[record][2]
        return {
            "record": record,
            **{name: guard in rest for name, guard in BESIDES.items()},
            "key_source": step.key_source,
            "key_retention_ms": step.key_retention_ms,
            "gate_when": step.gate_when,
            "gate_ms": step.gate_ms,
        }

    def values(self) -> dict[str, Any]:
        """Return the guards in the order of the vocabulary, and what belongs to them."""
        values = super().values()
        record = values.pop("record")
        chosen = RECORDS[record][2] | {guard for name, guard in BESIDES.items() if values.pop(name)}
        if record == "decided" and not self.cleaned_data["person"]:
            values["gate_when"] = GateWhen.ON_RESUME
        return {"guards": [guard for guard in Guard if guard in chosen], **values}


def _record_of(guards: frozenset[Guard], gate_when: GateWhen) -> str:
    """Return the choice that stands for most of these guards."""
    asks_always = gate_when is GateWhen.ALWAYS
    fitting = [
        name for name, (_, _, meant) in RECORDS.items() if meant <= guards and not (name == "decided" and asks_always)
    ]
    return max(fitting, key=lambda name: len(RECORDS[name][2]))
