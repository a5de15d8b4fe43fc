"""What people say of a step: what it is, and their own mark on it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django import forms

from planner.core.plan import MAX_ITEMS, MAX_STEPS
from planner.core.vocabulary import Kind
from planner.web.forms.duration import DurationField
from planner.web.forms.fields import TEXT, LinesField, NamesField, NoteField, WordField, offer, text_field
from planner.web.forms.once import EditForm
from planner.web.words import CONSEQUENCES, KINDS

if TYPE_CHECKING:
    from planner.core.plan import Step

AGAIN = {"yes": True, "no": False, "unsure": None}
IDEMPOTENT = (("yes", "Yes"), ("no", "No"), ("", "Not answered yet"))
ITEMS = f"Write a whole number from 1 to {MAX_ITEMS:,}."
PERCENT = "Write a number from 0 to 100."


class NextStepForm(EditForm):
    """The name of a new step, and what it does to the world."""

    name = text_field(
        required=True,
        error_messages={"required": "Write what happens next, for example “Export this week’s donations”."},
    )
    kind = WordField(KINDS, label="What does it do to the world?", required=False, initial=Kind.INTERNAL)

    def values(self) -> dict[str, Any]:
        """Return the fields of a step; what it does is left out where it was not said."""
        return {name: value for name, value in super().values().items() if value is not None}


class PlaceInOrderForm(EditForm):
    """The place that a step is to have, from 1."""

    place = forms.IntegerField(min_value=1, max_value=MAX_STEPS, widget=forms.HiddenInput)


class StepForm(EditForm):
    """Everything that can be said of a step, apart from its guards and the mark."""

    file_keys = {"seconds": "duration_ms", "effect_at": "effect_percent", "deterministic": "varies"}

    name = text_field(label="What happens in this step?")
    kind = WordField(KINDS, label="What does it do to the world?")
    duration_ms = DurationField(
        label="How long does it take?",
        help_text="For several items: the time of one. Such as “25 min” or “4 s”.",
        least_ms=1,
    )
    items = forms.IntegerField(
        label="For how many items, one after another?",
        help_text="1 if it is done once.",
        min_value=1,
        max_value=MAX_ITEMS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": ITEMS, "min_value": ITEMS, "max_value": ITEMS, "required": ITEMS},
    )
    varies = forms.BooleanField(label="It comes out different each time", required=False)
    needs = NamesField(label="Which earlier results does it use?", required=False)
    produces = LinesField(label="What does it produce?", help_text="One name on each line.")
    idempotent = forms.TypedChoiceField(
        label="Does a repeat leave the world as it was after the first time (idempotent)?",
        choices=IDEMPOTENT,
        coerce=lambda word: word == "yes",
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    consequence = WordField(
        {word: text.capitalize() for word, text in CONSEQUENCES.items()},
        label="How bad is a repeat?",
        open_word="Not answered yet",
    )
    confirmed = forms.BooleanField(label="It waits until the other side confirms", required=False)
    effect_percent = forms.DecimalField(
        label="When, within this time, does the world outside change?",
        help_text="0 is at the beginning, 50 halfway, 100 at the end.",
        min_value=0,
        max_value=100,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": PERCENT, "min_value": PERCENT, "max_value": PERCENT},
    )
    question_stored = forms.BooleanField(
        label="The question and its answer are kept outside the run, and found again", required=False
    )
    notes = NoteField(label="Notes")

    def offer(self, results: list[tuple[str, str]]) -> None:
        """Offer these earlier results, each a name and what is shown."""
        offer(self, "needs", results)

    @staticmethod
    def initial_of(step: Step) -> dict[str, Any]:
        """Return what the form shows of a step."""
        kept = ("name", "kind", "duration_ms", "items", "needs", "produces", "consequence", "confirmed", "notes")
        return {
            **{name: getattr(step, name) for name in kept},
            "varies": not step.deterministic,
            "idempotent": {True: "yes", False: "no", None: ""}[step.idempotent],
            "effect_percent": f"{(Decimal(str(step.effect_at)) * 100).normalize():f}",
            "question_stored": step.question_stored,
        }

    def values(self) -> dict[str, Any]:
        """Return the fields of a step."""
        values = super().values()
        varies, percent = values.pop("varies"), values.pop("effect_percent")
        effect = {} if percent is None else {"effect_at": float(percent / 100)}
        return {**values, "deterministic": not varies, **effect}


class MarkForm(EditForm):
    """The learner's own mark on a step."""

    repeats = forms.TypedChoiceField(
        choices=[(word, word) for word in AGAIN],
        coerce=AGAIN.__getitem__,
        empty_value="",
        error_messages={"required": "Say yes, no or not sure."},
    )
    prevention = forms.CharField(required=False, max_length=TEXT)

    def values(self) -> dict[str, Any]:
        """Return the mark; what prevents a repeat is left alone where it was not asked."""
        values = super().values()
        return values if "prevention" in self.data else {"repeats": values["repeats"]}
