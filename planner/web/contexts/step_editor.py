"""The forms of the step that is being edited: what it is, its guards, and what else can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.forms import BoundField

from planner.core.vocabulary import Kind
from planner.web.contexts.frame import new_key
from planner.web.contexts.variables import made_before
from planner.web.forms.guards import RECORDS, GuardForm
from planner.web.forms.steps import StepForm

if TYPE_CHECKING:
    from planner.core.plan import Step
    from planner.web.contexts.bench import Bench

KIND_GLYPHS = {Kind.READ: "read", Kind.INTERNAL: "own", Kind.GATE: "gate", Kind.ACTION: "action"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEditor:
    """The forms of one step; `guards` is None unless it changes the outside world."""

    here: str
    form: StepForm
    guards: GuardForm | None
    kinds: list[dict[str, Any]]
    records: list[dict[str, Any]]
    inside_href: str
    token: str = field(default_factory=new_key)
    """Makes every drawing another: forms do not tell what they hold."""


def step_editor(bench: Bench, at: int) -> StepEditor | None:
    """Return the forms of step `at`, from 0; None unless it is open."""
    step = bench.plan.steps[at]
    if not bench.editable or bench.opened != f"step-{step.id}":
        return None
    here = f"{bench.base}steps/{step.id}/"
    form = _step_form(bench, step, at)
    guards = _guard_form(bench, step) if step.kind is Kind.ACTION else None
    has_inside = any(one.inside == step.id for one in bench.plan.checkpoints)
    return StepEditor(
        here=here,
        form=form,
        guards=guards,
        kinds=_choices(form["kind"], {kind: {"glyph": glyph} for kind, glyph in KIND_GLYPHS.items()}),
        records=_choices(guards["record"], {name: {"limit": limit} for name, (_, limit, _) in RECORDS.items()})
        if guards
        else [],
        inside_href="" if has_inside else f"{here}checkpoint-inside/",
    )


def _step_form(bench: Bench, step: Step, at: int) -> StepForm:
    form = bench.posted.get(f"step-{step.id}") or StepForm(initial=StepForm.initial_of(step))
    form.auto_id = f"step-{step.id}-%s-field"
    form.offer(made_before(bench.plan, at, besides=step.needs))
    return form


def _guard_form(bench: Bench, step: Step) -> GuardForm:
    form = bench.posted.get(f"guard-{step.id}") or GuardForm(initial=GuardForm.initial_of(step))
    form.auto_id = f"guard-{step.id}-%s"
    return form


def _choices(field: BoundField, more: dict[Any, dict[str, str]]) -> list[dict[str, Any]]:
    """Return the choices of a field, each with what the page shows besides."""
    return [{"tag": choice, **more.get(choice.data["value"], {})} for choice in field]
