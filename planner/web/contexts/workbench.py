"""The workbench: the part bar, the run line, state and resume, and the findings, all from one plan at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.bridge import core_plan
from planner.services.acceptances import accepted_in
from planner.web.contexts.bench import Bench
from planner.web.contexts.finding_cards import findings_context
from planner.web.contexts.frame import frame
from planner.web.contexts.parts import parts_of
from planner.web.contexts.resume import resume_context
from planner.web.contexts.run_line import RunLine
from planner.web.forms.steps import NextStepForm
from planner.web.forms.whole import AboutForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan


def workbench(row: Plan, *, opened: str = "", posted: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the Plan page of a stored plan, with nine queries; `opened` and `posted` as in Bench."""
    bench = Bench(
        plan=core_plan(row),
        base=reverse("plan", args=[row.pk]),
        shown=row.model_shown_at is not None,
        opened=opened,
        posted=posted or {},
        accepted=accepted_in(row),
    )
    return {**frame(row, current="plan"), **_bench_context(bench), **_about(bench), **_next_step(bench)}


def worked_example(plan: CorePlan) -> dict[str, Any]:
    """Return the same page of a plan that is only read, with all that the model says."""
    bench = Bench(plan=plan, base="", editable=False, shown=True)
    return {**frame(current="example"), **_bench_context(bench)}


def _bench_context(bench: Bench) -> dict[str, Any]:
    return {
        "core": bench.plan,
        "base": bench.base,
        "opened": bench.opened,
        "editable": bench.editable,
        "parts": parts_of(bench),
        "stretches": RunLine(bench).stretches(),
        **findings_context(bench),
        **resume_context(bench),
    }


def _about(bench: Bench) -> dict[str, Any]:
    if bench.opened != "plan":
        return {}
    form = bench.posted.get("plan") or AboutForm(initial=AboutForm.initial_of(bench.plan))
    form.auto_id = "plan-%s"
    return {"about_form": form}


def _next_step(bench: Bench) -> dict[str, Any]:
    form = bench.posted.get("next-step") or NextStepForm()
    # Another id for each step, so that the field is empty again although it keeps the focus.
    form.auto_id = f"next-step-{len(bench.plan.steps) + 1}-%s"
    label = f"Step {len(bench.plan.steps) + 1}: what happens next?" if bench.plan.steps else "What happens first?"
    return {"next_step_form": form, "next_step_href": f"{bench.base}steps/add/", "next_step_label": label}
