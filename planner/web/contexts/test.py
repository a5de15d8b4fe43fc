"""What the Test page is given: before the first test, and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.bridge import core_plan
from planner.core.comparing.likeness import run_alike
from planner.core.trying.alternative import worst_action
from planner.core.trying.trial import trial
from planner.core.wordings.wording import joined
from planner.services import trials
from planner.web.contexts import predicted, results
from planner.web.contexts.comparison import comparison
from planner.web.contexts.frame import frame
from planner.web.contexts.player import played_cuts, played_run, player, runs_to_open
from planner.web.forms.test import PredictForm, PresetForm, RunForm
from planner.web.forms.whole import InterruptionsForm
from planner.web.quantities import about, counted, of

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.core.trying.trial import Trial
    from planner.models import Plan, SimulationRun
    from planner.web.contexts.player import Played
    from planner.web.forms.play import Asked

FEWEST_STEPS = 2
"""With fewer steps there is nothing between which a checkpoint could stand."""


@dataclass(frozen=True, slots=True)
class Note:
    """Why a test came out as it did: the text to show, the one that is kept, and what keeps the one from the other."""

    text: str
    before: str
    error: str = ""
    theirs: str = ""

    @classmethod
    def on(cls, tested: SimulationRun) -> Note:
        """Return what is kept about a test."""
        text = trials.reflection_on(tested)
        return cls(text, text)


@dataclass(frozen=True, slots=True)
class Tested:
    """The newest test of a plan; `holds`: every run of the plan as it is now is a run of the plan that was tested.

    `plan` is the one whose words are shown: as it is now where the test holds for it, else as it was then.
    """

    run: SimulationRun
    plan: CorePlan
    holds: bool

    @classmethod
    def of(cls, run: SimulationRun, now: CorePlan) -> Tested:
        """Return a test beside the plan as it is now."""
        then = trials.tested_plan(run)
        holds = run_alike(then, now)
        return cls(run, now if holds else then, holds)


def page_of(row: Plan, asked: Asked, **shown_again: Any) -> dict[str, Any]:
    """Return the page: the newest test if there is one, and the forms; `shown_again` are forms that were refused."""
    newest, plan = trials.latest(row), core_plan(row)
    tested = Tested.of(newest, plan) if newest else None
    context = {
        **frame(row, current="test", core=plan),
        **forms_of(plan, row, newest),
        "is_current": tested is not None and tested.holds,
        "too_few": len(plan.steps) < FEWEST_STEPS,
    }
    if tested:
        context |= {"result": of_tested(row, tested), "note": Note.on(tested.run), **run_of(row, tested, asked)}
    return context | shown_again


def player_of(row: Plan, asked: Asked) -> dict[str, Any] | None:
    """Return the part of the page with one run; None before the first test."""
    newest = trials.latest(row)
    return run_of(row, Tested.of(newest, core_plan(row)), asked) if newest else None


def forms_of(plan: CorePlan, row: Plan, tested: SimulationRun | None) -> dict[str, Any]:
    """Return the forms for the next test; the same runs and interruptions are offered again."""
    said = {"version": row.version, **({"runs": tested.runs, "seed": tested.seed} if tested else {})}
    return {
        "ask": PredictForm(initial=said, worst=worst_action(plan), auto_id="ask_%s"),
        "again": RunForm(initial=said, auto_id="again_%s"),
        "interruptions": InterruptionsForm(initial=InterruptionsForm.initial_of(plan.interruptions)),
        "preset": PresetForm(initial={"version": row.version}),
    }


def of_tested(row: Plan, tested: Tested) -> dict[str, Any]:
    """Return everything about one test but its runs."""
    plan, run = tested.plan, tested.run
    tried = trial(plan, runs=run.runs, seed=run.seed)
    worst, foreseen = worst_action(plan), trials.foreseen_for(row, version=run.version)
    compared = comparison(plan, runs=run.runs, seed=run.seed, worst=worst)
    return {
        "pk": run.pk,
        "version": row.version if tested.holds else run.version,
        "tested_as": run.version,
        "seed": run.seed,
        "runs": counted(tried.runs, "test run"),
        "runs_number": tried.runs,
        "interrupted": tried.interrupted,
        "unfinished": of(tried.unfinished, tried.runs) if tried.unfinished else "",
        "outcomes": predicted.outcomes(plan, tried, worst, foreseen),
        "all": results.over_all(run.result),
        "steps": results.step_by_step(plan, tried),
        "chart": results.lost_chart(tried, predicted_ms=foreseen.lost_ms if foreseen else None),
        "comparison": compared,
        "rests_on": results.rests_on(plan),
        "question": predicted.question(plan, tried, worst, after_every_step=compared["after_every_step"]),
        "change": _change(row, plan, tried),
    }


def _change(row: Plan, plan: CorePlan, tried: Trial) -> dict[str, str]:
    """Return the way to what is to be changed first: the step that was hit in most runs, else the plan."""
    href = reverse("plan", args=[row.pk])
    hits = [max(step.runs_with_duplicates, step.missed) for step in tried.steps]
    if not any(hits):
        return {"href": href, "words": "Change the plan"}
    at = hits.index(max(hits))
    slug = plan.steps[at].id
    return {"href": f"{href}?open=step-{slug}#step-{slug}", "words": f"Change step {at + 1}"}


def run_of(row: Plan, tested: Tested, asked: Asked) -> dict[str, Any]:
    """Return one run of a test: the one that is asked for, else the most telling one."""
    plan, runs, seed = tested.plan, tested.run.runs, tested.run.seed
    telling = trial(plan, runs=runs, seed=seed).telling
    run = asked.run if asked.run is not None and asked.run < runs else telling[0].run if telling else 0
    return {
        **_shown(row, asked, played_run(plan, run=run, seed=seed)),
        "runs": runs_to_open(telling, opened=run),
        "last_run": runs - 1,
    }


def witness_of(row: Plan, asked: Asked) -> dict[str, Any]:
    """Return the page of one run that is stopped at chosen times, of the plan as it is."""
    plan = core_plan(row)
    played = played_cuts(plan, asked.cuts_ms) if plan.steps else None
    stops = joined([about(cut) for cut in asked.cuts_ms], "and then after")
    return {**frame(row, current="test", core=plan), **_shown(row, asked, played), "stops": stops}


def _shown(row: Plan, asked: Asked, played: Played | None) -> dict[str, Any]:
    href = reverse("test", args=[row.pk])
    return {"href": href, "player": player(played, moment=asked.moment, href=href) if played else None}
