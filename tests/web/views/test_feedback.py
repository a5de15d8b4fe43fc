"""/plans/…/hand-in/<number>/ shows a hand-in as it was, and what was said about it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from planner.core.finding import Place
from planner.models import Comment, Criterion, Exercise, Plan, Review, Score, Submission, User
from planner.services import acceptances, steps, submissions
from tests.services.ready import DRAWING, ready_plan, with_test
from tests.services.stored import new_key
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db


def address(row: Plan, rest: str = "1/") -> str:
    return f"/plans/{row.pk}/hand-in/{rest}"


def handed_in(drawing: str = DRAWING) -> tuple[Client, Plan]:
    """Somebody who has handed a plan in."""
    client, row = with_plan(ready_plan(drawing))
    with_test(row)
    submissions.hand_in(row, version=1, key=new_key())
    return client, row


def reviewed(of: Submission, *, given: bool = True) -> Review:
    """A review with a score and two comments; a private draft unless it is given."""
    exercise, _ = Exercise.objects.get_or_create(slug="own", title="Your own")
    levels = ["none", "some", "most questions answered with specifics", "all"]
    criterion, _ = Criterion.objects.get_or_create(
        exercise=exercise, position=1, name="Checkpoints are justified", defaults={"levels": levels}
    )
    state = {"verdict": "changes", "given_at": timezone.now()} if given else {}
    reviewer = User.objects.create_user(f"reviewer {User.objects.count()}")
    review = Review.objects.create(submission=of, reviewer=reviewer, **state)
    Score.objects.create(review=review, criterion=criterion, points=2)
    Comment.objects.create(review=review, text="Clearly argued.")
    Comment.objects.create(review=review, step="work", text="How long does it take?")
    return review


def test_before_any_review_it_says_so() -> None:
    client, row = handed_in()
    page = client.get(address(row)).content.decode()
    assert "No feedback yet" in page
    assert "This version stays as it was handed in." in page


def test_scores_and_comments_stand_beside_the_version() -> None:
    client, row = handed_in()
    reviewed(row.submissions.get())
    page = client.get(address(row)).content.decode()
    for part in (
        "Please change something and hand in again",
        "Clearly argued.",
        "<strong>Step 2</strong>",
        "How long does it take?",
        "Checkpoints are justified",
        "2 of 3",
        "most questions answered with specifics",
    ):
        assert part in page


def test_a_draft_of_a_review_is_private() -> None:
    client, row = handed_in()
    reviewed(row.submissions.get(), given=False)
    page = client.get(address(row)).content.decode()
    assert "No feedback yet" in page
    assert "Clearly argued." not in page


def test_old_feedback_stays_readable_after_a_new_hand_in() -> None:
    client, row = handed_in()
    reviewed(row.submissions.get())
    steps.edit(row, step="work", name="Work hard", version=1, key=new_key())
    submissions.hand_in(row, version=2, key=new_key())
    old, new = (client.get(address(row, f"{number}/")).content.decode() for number in (1, 2))
    assert "Clearly argued." in old
    assert "Work hard" not in old
    assert "Clearly argued." not in new
    assert "Work hard" in new
    assert f'href="{address(row)}"' in new
    assert "with feedback" in new


def test_it_shows_findings_and_reasons_as_they_were() -> None:
    client, row = with_plan(ready_plan("Read -> rows\n|\nMail ana@harborside.example <- rows"))
    with_test(row)
    step = row.steps.last()
    assert step
    about = Place(step=step.slug)
    acceptances.accept(row, code="W105", about=about, reason="She is made up.", version=1, key=new_key())
    submissions.hand_in(row, version=2, key=new_key())
    acceptances.withdraw(row, code="W105", about=about, version=2, key=new_key())
    page = client.get(address(row)).content.decode()
    assert "Left as it is, with a reason" in page
    assert "<blockquote>She is made up.</blockquote>" in page
    assert "Accepted with a reason" in page


def test_a_comment_about_a_step_of_another_version_is_shown_all_the_same() -> None:
    client, row = handed_in()
    Comment.objects.create(review=reviewed(row.submissions.get()), step="fly", text="Where is it?")
    page = client.get(address(row)).content.decode()
    assert "A step that is not in this version" in page
    assert "Where is it?" in page


def test_the_newest_comes_first() -> None:
    client, row = handed_in()
    assert client.get(address(row, "feedback/")).headers["Location"] == address(row)
    bare, other = with_plan(DRAWING)
    assert bare.get(address(other, "feedback/")).headers["Location"] == address(other, "")


def test_a_number_that_was_never_handed_in_is_not_found() -> None:
    client, row = handed_in()
    assert client.get(address(row, "2/")).status_code == 404
    assert client.get(address(row, "0/")).status_code == 404


def test_a_stranger_finds_nothing() -> None:
    _, row = handed_in()
    for other in (Client(), handed_in()[0]):
        assert other.get(address(row)).status_code == 404
        assert other.get(address(row, "feedback/")).status_code == 404


def test_it_is_there_for_reading_only() -> None:
    client, row = handed_in()
    assert client.post(address(row)).status_code == 405
    assert client.post(address(row, "feedback/")).status_code == 405


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for drawing, reviews in ((DRAWING, 1), ("\n|\n".join(f"Step {number}" for number in range(20)), 4)):
        client, row = handed_in(drawing)
        for _ in range(reviews):
            reviewed(row.submissions.get())
        with CaptureQueriesContext(connection) as queries:
            client.get(address(row))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 26
