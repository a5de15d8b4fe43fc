"""The report on a plan as it is, and on a hand-in."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from planner.core.finding import Place
from planner.core.report import report_of
from planner.core.reporting.facts import facts_of
from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict
from planner.models import Comment, Plan, Review, Submission, User
from planner.privacy import private_in
from planner.services import acceptances, reports, steps, submissions, trials
from tests.services.ready import ready_plan, with_test
from tests.services.stored import new_key, now_in, stored, stored_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read\n|\nPay !\nReport"


def handed_in() -> Submission:
    row = stored_plan(ready_plan())
    with_test(row)
    return submissions.hand_in(row, version=row.version, key=new_key())


def reviewed(submission: Submission, verdict: str, *comments: dict[str, str]) -> Review:
    reviewer = User.objects.create_user(f"reviewer {verdict}")
    given_at = timezone.now() if verdict else None
    review = Review.objects.create(submission=submission, reviewer=reviewer, verdict=verdict, given_at=given_at)
    for comment in comments:
        Comment.objects.create(review=review, **comment)
    return review


def test_an_untested_plan_is_reported_on_with_runs_of_the_report_s_own() -> None:
    row = stored(DRAWING)
    remarks = Remarks(version=1, made_on=timezone.localdate())
    facts = facts_of(now_in(row), runs=200, seed=1, spot=private_in)
    assert reports.on_plan(row) == report_of(facts, remarks)


def test_a_tested_plan_is_reported_on_with_its_test_while_it_runs_alike() -> None:
    row = stored(DRAWING)
    trials.run(row, version=1, key=new_key(), runs=300, seed=7)
    steps.edit(row, step="read", name="Read it all", version=row.version, key=new_key())
    renamed = reports.on_plan(row).facts.summary
    steps.edit(row, step="read", duration_ms=1_000, version=row.version, key=new_key())
    changed = reports.on_plan(row).facts.summary
    assert [(one.runs, one.seed) for one in (renamed, changed)] == [(300, 7), (200, 1)]


def test_accepted_findings_are_in_it_with_their_reasons() -> None:
    row = stored(DRAWING)
    about = Place(step="pay")
    acceptances.accept(row, code="R301", about=about, reason="Small.", version=1, key=new_key())
    assert reports.on_plan(row).remarks.acceptances == (Acceptance(code="R301", about=about, reason="Small."),)


def test_the_number_of_queries_does_not_grow_with_the_plan() -> None:
    def queries(drawing: str) -> int:
        row = stored(drawing)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            reports.on_plan(row)
        return len(captured)

    assert queries("Read\nReport") == queries("\n".join(f"Step {at}\n|" for at in range(30))) <= 12


def test_a_hand_in_is_reported_on_as_it_was() -> None:
    submission = handed_in()
    then = reports.on_hand_in(submission, author="Learner 14")
    row = Plan.objects.get(pk=submission.plan_id)
    steps.edit(row, step="read", name="Read it all", version=row.version, key=new_key())
    assert reports.on_hand_in(Submission.objects.get(), author="Learner 14") == then
    assert then.facts.fingerprint == submission.fingerprint
    assert (then.remarks.author, then.remarks.version, then.remarks.made_on, then.remarks.decision) == (
        "Learner 14",
        submission.version,
        timezone.localdate(submission.handed_in_at),
        None,
    )


def test_the_newest_decision_that_was_given_is_in_it_with_its_comments() -> None:
    submission = handed_in()
    reviewed(submission, "changes", {"text": "Not yet."})
    reviewed(
        submission,
        "accepted",
        {"text": "Good."},
        {"step": "read", "text": "Fine."},
        {"checkpoint": "after-read", "text": "Why?"},
    )
    reviewed(submission, "", {"text": "A draft that nobody sees."})
    assert reports.on_hand_in(submission).remarks.decision == Decision(
        verdict=Verdict.ACCEPTED,
        comment="Good. Step 1: Fine. Checkpoint A: Why?",
        on=timezone.localdate(),
    )
