"""A plan that is only read: as it would be handed in now, or as it was handed in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from planner.core.files.findingfile import finding_from_entry, place_from_entry
from planner.core.planfile import read_plan
from planner.core.wordings.wording import step_name
from planner.web.contexts.bench import Bench
from planner.web.contexts.finding_cards import findings_context, place_words
from planner.web.contexts.resume import resume_context
from planner.web.contexts.run_line import RunLine
from planner.web.quantities import about, counted, of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from planner.core.finding import Finding, Place
    from planner.core.plan import Plan as CorePlan
    from planner.models import SimulationRun, Submission
    from planner.services.readiness import Standing


@dataclass(frozen=True, kw_only=True)
class Kept(Bench):
    """A plan with the findings as they were, whatever the checks would find today."""

    found: tuple[Finding, ...] = ()
    editable: bool = False

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the checks found then."""
        return self.found


def kept_now(now: Standing, *, shown: bool, awaits_test: bool = False) -> Kept:
    """Return a plan as it stands; `shown` and `awaits_test` as in Bench."""
    return Kept(plan=now.plan, base="", shown=shown, awaits_test=awaits_test, found=now.findings, accepted=now.accepted)


def kept_then(handed_in: Submission) -> Kept:
    """Return a plan as it was handed in."""
    return Kept(
        plan=read_plan(handed_in.document),
        base="",
        shown=True,
        found=tuple(finding_from_entry(entry) for entry in handed_in.findings),
        accepted={(one["code"], place_from_entry(one["about"])): one["reason"] for one in handed_in.acceptances},
    )


def kept_context(kept: Kept, test: SimulationRun | None) -> dict[str, Any]:
    """Return what a page shows of the plan, its findings and its test."""
    found = findings_context(kept)
    return {
        "core": kept.plan,
        "editable": False,
        "stretches": RunLine(kept).stretches(),
        "left": list(_left(kept)),
        "evidence": evidence(kept.plan, test) if test else None,
        "findings": found["findings"],
        "counts": [count for count in found["counts"] if count["tone"] != "passed"],
        **resume_context(kept),
    }


def taken_context(kept: Kept, suggestions: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return the suggestions that were taken: where, what, and why in the learner's words."""
    return [
        {
            "about": where(kept, place_from_entry(one["about"])),
            "choice": one["choice"],
            "reason": one["reason"],
        }
        for one in suggestions
    ]


def evidence(plan: CorePlan, test: SimulationRun) -> dict[str, Any]:
    """Return what a test showed: what happened twice or not at all, the work done again, and how to repeat it."""
    result = test.result
    interrupted = round(result["interrupted"] * test.runs)
    return {
        "runs": counted(test.runs, "test run"),
        "interrupted": interrupted,
        "version": test.version,
        "seed": test.seed,
        "harm": list(_harm(plan, result)),
        "lost": about(result["mean"]["lost"] * 1_000),
        "lost_at_most": about(result["percentile"]["lost"]["90"] * 1_000),
        "unfinished": "" if result["finished"] == 1 else of(round((1 - result["finished"]) * test.runs), test.runs),
    }


def _harm(plan: CorePlan, result: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield each action that did harm in some run, with the share of runs or the mean."""
    for step in plan.steps:
        counts = result["by_step"].get(step.id, {})
        if counts.get("duplicates"):
            runs = round(counts["runs_with_duplicates"] * result["runs"])
            yield {"step": step_name(step), "what": f"happened twice in {of(runs, result['runs'])} test runs"}
        if counts.get("missed"):
            missed = round(counts["missed"] * result["runs"])
            yield {"step": step_name(step), "what": f"was left out {counted(missed, 'time')} in all test runs"}


def _left(kept: Kept) -> Iterator[dict[str, str]]:
    """Yield each finding that is left as it is, with the reason."""
    for finding in kept.visible:
        reason = kept.accepted.get((finding.code, finding.about))
        if reason:
            yield {"problem": finding.problem, "about": where(kept, finding.about), "reason": reason}


def where(kept: Kept, place: Place) -> str:
    """Return where something is in the plan: step 5, checkpoint B, the whole plan."""
    steps, checkpoints = kept.plan.steps, kept.plan.checkpoints
    if place.step and not any(step.id == place.step for step in steps):
        return "a step that is not in this version"
    if place.checkpoint and not any(checkpoint.id == place.checkpoint for checkpoint in checkpoints):
        return "a checkpoint that is not in this version"
    return place_words(kept, place) or "the whole plan"
