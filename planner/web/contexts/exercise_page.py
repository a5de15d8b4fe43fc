"""The Exercise page: what a class works on, its rubric, and how learners come in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.core.planfile import plan_from_document
from planner.services import exercises
from planner.services.classes import criteria
from planner.web.contexts.class_frame import class_frame
from planner.web.forms.exercise import (
    ClassForm,
    ClassInterruptionsForm,
    CriterionForm,
    ExampleForm,
    ExerciseForm,
)
from planner.web.forms.once import KeyForm
from planner.web.quantities import counted

if TYPE_CHECKING:
    from planner.models import Criterion, Exercise, Member


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionRow:
    """A criterion with its form; `first` and `last` cannot move further."""

    pk: int
    name: str
    form: KeyForm
    first: bool
    last: bool
    open: bool


def exercise_page(member: Member, *, join_link: str, posted: dict[str, KeyForm] | None = None) -> dict[str, Any]:
    """Return the page with a fixed number of queries; `posted` has forms to be shown again, by their names."""
    forms, exercise = {**_forms(member), **(posted or {})}, member.classroom.exercise
    for name, form in forms.items():
        form.auto_id = f"{name.replace('_', '-')}-%s"
    return {
        **class_frame(member, current="exercise"),
        "forms": forms,
        "mistakes": [mistake for form in (posted or {}).values() for mistake in form.mistakes()],
        "refusals": [text for form in (posted or {}).values() for text in form.general_errors()],
        "criteria": _criteria(list(criteria.of(member.classroom)), posted or {}),
        "example": _example(exercise),
        "join_link": join_link,
    }


def _forms(member: Member) -> dict[str, KeyForm]:
    classroom, interruptions = member.classroom, exercises.interruptions_of(member.classroom.exercise)
    return {
        "exercise": ExerciseForm(initial=ExerciseForm.initial_of(classroom.exercise)),
        "class": ClassForm(initial=ClassForm.initial_of(classroom)),
        "example": ExampleForm(),
        "interruptions": ClassInterruptionsForm(initial=ClassInterruptionsForm.initial_of(interruptions)),
        "criterion": CriterionForm(),
    }


def criterion_name(criterion: int) -> str:
    """Return what the form of a criterion is called."""
    return f"criterion_{criterion}"


def _criteria(rows: list[Criterion], posted: dict[str, KeyForm]) -> list[CriterionRow]:
    return [
        CriterionRow(
            pk=row.pk,
            name=row.name,
            form=posted.get(criterion_name(row.pk)) or _criterion_form(row),
            first=at == 0,
            last=at == len(rows) - 1,
            open=criterion_name(row.pk) in posted,
        )
        for at, row in enumerate(rows)
    ]


def _criterion_form(row: Criterion) -> CriterionForm:
    return CriterionForm(initial=CriterionForm.initial_of(row), auto_id=f"criterion-{row.pk}-%s")


def _example(exercise: Exercise) -> dict[str, str]:
    """Return what the example of the class is called and how large it is."""
    if not exercise.example:
        return {}
    plan = plan_from_document(exercise.example)
    size = f"{counted(len(plan.steps), 'step')}, {counted(len(plan.checkpoints), 'checkpoint')}"
    return {"title": plan.title, "size": size}


def join_path(member: Member) -> str:
    """Return the address by which learners come into a class."""
    return reverse("join-class", args=[member.classroom.join_code])
