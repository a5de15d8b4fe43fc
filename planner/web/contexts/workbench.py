"""The workbench: the part bar, the run line, state and resume, and the findings, all from one plan at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.bridge import core_plan
from planner.services import exercises
from planner.services.acceptances import accepted_in
from planner.web.contexts.bench import Bench, Undo
from planner.web.contexts.finding_cards import findings_context, seen_in_findings
from planner.web.contexts.fragments import Fragment, name_of
from planner.web.contexts.frame import frame, new_key
from planner.web.contexts.memo import memo_for
from planner.web.contexts.parts import parts_of
from planner.web.contexts.resume import once_drawn, resume_context, seen_in_resume
from planner.web.contexts.run_line import RunLine, Stretch, fragments_of, outline_of
from planner.web.forms.steps import NextStepForm
from planner.web.forms.whole import AboutForm

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from planner.models import Plan

DRAWN = {
    "head": ("plan-head", "plan_head"),
    "parts": ("parts", "parts"),
    "line": ("run-line", "run_line"),
    "variables": ("variables", "variables"),
    "identity": ("identity", "identity_form"),
    "storage": ("storage", "storage_form"),
    "resume": ("resume", "resume_form"),
    "interruptions": ("interruptions", "interruptions_form"),
    "findings": ("findings", "findings"),
}
"""The parts of the workbench that stand once on the page: the id and the template of each."""


def workbench(
    row: Plan, *, opened: str = "", posted: Mapping[str, Any] | None = None, undo: Undo | None = None
) -> dict[str, Any]:
    """Return the Plan page of a stored plan, with ten queries; `opened`, `posted` and `undo` as in Bench."""
    order, base = exercises.order_for(row), reverse("plan", args=[row.pk])
    bench = Bench(
        plan=core_plan(row),
        base=base,
        shown=order.shown,
        awaits_test=order.awaits_test,
        opened=opened,
        posted=posted or {},
        accepted=accepted_in(row),
        undo=undo,
        memo=memo_for(base),
    )
    around = frame(row, current="plan", core=bench.plan)
    return {**around, **_bench_context(bench), **_about(bench), **_next_step(bench)}


def _bench_context(bench: Bench) -> dict[str, Any]:
    parts, stretches = parts_of(bench), RunLine(bench).stretches()
    found, resumed = findings_context(bench), resume_context(bench)
    seen = {
        "head": name_of(bench.plan.title, bench.plan.goal, new_key() if bench.opened == "plan" else ""),
        "parts": name_of(parts),
        "line": name_of(outline_of(stretches), bench.undo_at("")),
        "next_step": name_of(len(bench.plan.steps), new_key() if "next-step" in bench.posted else ""),
        "findings": name_of(seen_in_findings(found), bench.undo_at("findings")),
        **seen_in_resume(bench),
    }
    return {
        "core": bench.plan,
        "base": bench.base,
        "opened": bench.opened,
        "editable": bench.editable,
        "undo": bench.undo,
        "parts": parts,
        "stretches": stretches,
        "seen": seen,
        "fragments": list(_fragments(stretches, seen)),
        **found,
        **resumed,
    }


def _fragments(stretches: Sequence[Stretch], seen: Mapping[str, str]) -> Iterator[Fragment]:
    """Yield every part of the workbench that is drawn by itself when it alone is different."""
    for name, (html_id, template) in DRAWN.items():
        yield Fragment(id=html_id, seen=seen[name], template=f"partials/{template}.html")
    yield Fragment(id="edits", seen=new_key(), template="partials/edits.html")
    yield from fragments_of(stretches)
    yield Fragment(id="next-step", seen=seen["next_step"], template="partials/next_step.html", inside="run-line")


def _about(bench: Bench) -> dict[str, Any]:
    if bench.opened != "plan":
        return {}
    form = bench.posted.get("plan") or AboutForm(initial=AboutForm.initial_of(bench.plan))
    form.auto_id = "plan-%s"
    return {"about_form": form}


def _next_step(bench: Bench) -> dict[str, Any]:
    # Another id for each step, so that the field is empty again although it keeps the focus.
    form = once_drawn(bench, "next-step", f"next-step-{len(bench.plan.steps) + 1}", NextStepForm)
    label = f"Step {len(bench.plan.steps) + 1}: what happens next?" if bench.plan.steps else "What happens first?"
    return {"next_step_form": form, "next_step_href": f"{bench.base}steps/add/", "next_step_label": label}
