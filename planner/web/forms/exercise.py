"""What instructors say of a class and its exercise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from planner.services.classes.criteria import LEVELS
from planner.web.forms.classes import short_field
from planner.web.forms.once import KeyForm
from planner.web.forms.plan_file import PlanFileForm
from planner.web.forms.whole import InterruptionsForm, interruptions_said

if TYPE_CHECKING:
    from planner.models import Classroom, Criterion, Exercise

LONGEST_KEPT_DAYS = 3_650
_DAYS = f"Write a whole number of days from 1 to {LONGEST_KEPT_DAYS:,}, or leave it empty."
WRONG_TIME = "Write a day and a time, for example 2027-03-31 18:00."


class ChangedForm(KeyForm):
    """A form that says only what differs from how it was rendered, so that two people can change different fields."""

    def changed(self) -> dict[str, Any]:
        """Return the fields that were changed in this form."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name != "key"}


class ExerciseForm(ChangedForm):
    """Title, instructions, due date and the order in which learners meet things."""

    title = forms.CharField(
        label="Title",
        max_length=200,
        show_hidden_initial=True,
        error_messages={"required": "Give the exercise a title."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    task = forms.CharField(
        label="Instructions",
        max_length=20_000,
        required=False,
        show_hidden_initial=True,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    due_at = forms.DateTimeField(
        label="Due (UTC)",
        required=False,
        show_hidden_initial=True,
        help_text="A hand-in after this is taken and marked as late. Leave it empty for no date.",
        error_messages={"invalid": WRONG_TIME},
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    learner_judges_first = forms.BooleanField(
        label="Learners judge first: what the checks say appears beside their own answer",
        required=False,
        show_hidden_initial=True,
    )
    findings_before_test = forms.BooleanField(
        label="Findings are open before the first test", required=False, show_hidden_initial=True
    )
    takes_hand_ins = forms.BooleanField(label="Hand-ins are taken", required=False, show_hidden_initial=True)

    @staticmethod
    def initial_of(exercise: Exercise) -> dict[str, Any]:
        """Return what the form shows."""
        return {name: getattr(exercise, name) for name in ExerciseForm.base_fields if name != "key"}


class ClassForm(ChangedForm):
    """The name of a class, and how long it keeps work."""

    name = forms.CharField(
        label="Name of the class",
        max_length=200,
        show_hidden_initial=True,
        error_messages={"required": "Give the class a name."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    keep_days = forms.IntegerField(
        label="Keep work for so many days",
        min_value=1,
        max_value=LONGEST_KEPT_DAYS,
        required=False,
        show_hidden_initial=True,
        help_text="Counted from a learner’s last change or hand-in; then plans, hand-ins and reviews are deleted. "
        "Leave it empty to keep them until somebody deletes them.",
        error_messages={"invalid": _DAYS, "min_value": _DAYS, "max_value": _DAYS},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )

    @staticmethod
    def initial_of(classroom: Classroom) -> dict[str, Any]:
        """Return what the form shows."""
        return {"name": classroom.name, "keep_days": classroom.keep_days}


class JoiningForm(KeyForm):
    """Whether the class takes new members."""

    is_open = forms.TypedChoiceField(choices=[("yes", "yes"), ("no", "no")], coerce=lambda word: word == "yes")


class ExampleForm(PlanFileForm):
    """A plan file as the worked example of the class."""


class ClassInterruptionsForm(InterruptionsForm):
    """What interrupts a new plan of the class; it has no version, for it is no plan."""

    version = None  # type: ignore[assignment]
    only = None  # type: ignore[assignment]

    def fields_said(self) -> dict[str, Any]:
        """Return the fields of a plan's interruptions."""
        return interruptions_said({name: value for name, value in self.cleaned_data.items() if name != "key"})


class CriterionForm(KeyForm):
    """One criterion of the rubric, and what 0 to 3 points stand for."""

    name = short_field("Criterion", required="Name what is judged, for example “Unsafe points”.")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for points in range(LEVELS):
            self.fields[f"level_{points}"] = forms.CharField(
                label=f"{points} {'point' if points == 1 else 'points'}",
                max_length=400,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    @staticmethod
    def initial_of(row: Criterion) -> dict[str, Any]:
        """Return what the form shows."""
        return {"name": row.name, **{f"level_{points}": text for points, text in enumerate(row.levels)}}

    def said(self) -> dict[str, Any]:
        """Return what `criteria.add` and `criteria.edit` take."""
        levels = [self.cleaned_data[f"level_{points}"] for points in range(LEVELS)]
        return {"name": self.cleaned_data["name"], "levels": levels}

    def levels(self) -> list[forms.BoundField]:
        """Return the fields of the levels."""
        return [self[f"level_{points}"] for points in range(LEVELS)]
