"""The report on a plan as it is now, and on one that was handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from planner.bridge import core_plan
from planner.core.comparing.likeness import run_alike
from planner.core.files.findingfile import place_from_entry
from planner.core.files.reportfile import Origin
from planner.core.planfile import read_plan
from planner.core.report import report_of
from planner.core.reporting.facts import facts_of
from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict
from planner.core.wordings.letters import checkpoint_word
from planner.privacy import private_in
from planner.services import acceptances, feedback, trials

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.plan import Plan as CorePlan
    from planner.core.report import Report
    from planner.models import Comment, Plan, Submission

RUNS = 200
"""So many test runs a report rests on where the plan as it is has not been tested."""

_VERDICTS = {"accepted": Verdict.ACCEPTED, "changes": Verdict.CHANGES_WANTED}


def on_plan(row: Plan) -> Report:
    """Return the report on a plan as it is."""
    return again(origin_now(row))


def origin_now(row: Plan) -> Origin:
    """Return what a report on a plan is made from as it is, with a fixed number of queries and nothing simulated.

    Its test runs are those of the newest test, if that was of a plan that runs alike.
    """
    plan, test = core_plan(row), trials.latest(row)
    tested = test is not None and run_alike(plan, trials.tested_plan(test))
    runs, seed = (test.runs, test.seed) if test and tested else (RUNS, trials.FIRST_SEED)
    accepted = acceptances.accepted_in(row).items()
    remarks = Remarks(
        version=row.version,
        made_on=timezone.localdate(),
        acceptances=tuple(Acceptance(code=code, about=about, reason=reason) for (code, about), reason in accepted),
    )
    return Origin(plan=plan, seed=seed, runs=runs, remarks=remarks)


def on_hand_in(handed_in: Submission, *, author: str = "") -> Report:
    """Return the report on what was handed in, with its own test and what a reviewer decided about it."""
    plan, test = read_plan(handed_in.document), handed_in.test
    remarks = Remarks(
        author=author,
        version=handed_in.version,
        made_on=timezone.localdate(handed_in.handed_in_at),
        acceptances=tuple(_acceptance(entry) for entry in handed_in.acceptances),
        decision=_decision(plan, handed_in),
    )
    return again(Origin(plan=plan, seed=test.seed, runs=test.runs, remarks=remarks))


def again(origin: Origin) -> Report:
    """Return the report that an origin gives."""
    return report_of(facts_of(origin.plan, runs=origin.runs, seed=origin.seed, spot=private_in), origin.remarks)


def _acceptance(entry: dict[str, Any]) -> Acceptance:
    return Acceptance(code=entry["code"], about=place_from_entry(entry["about"]), reason=entry["reason"])


def _decision(plan: CorePlan, handed_in: Submission) -> Decision | None:
    """Return the newest decision that the learner may see."""
    given = feedback.given_on(handed_in)
    if not given:
        return None
    newest = max(given, key=lambda review: review.given_at or review.changed_at)
    comments = " ".join(_told(plan, newest.comments.all()))
    on = timezone.localdate(newest.given_at) if newest.given_at else None
    return Decision(verdict=_VERDICTS[newest.verdict], comment=comments, on=on)


def _told(plan: CorePlan, comments: Any) -> Iterator[str]:
    for comment in comments:
        yield f"{_place(plan, comment)}{comment.text}"


def _place(plan: CorePlan, comment: Comment) -> str:
    if comment.step:
        return f"Step {plan.index_of(comment.step) + 1}: "
    return f"Checkpoint {checkpoint_word(plan, comment.checkpoint)}: " if comment.checkpoint else ""
