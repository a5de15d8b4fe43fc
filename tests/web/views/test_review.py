"""/classes/…/submissions/<hand-in>/ shows a hand-in and takes a review, and loses nothing that was typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.models import Comment, Member, Opened, ReusableComment, Review, Submission, User
from planner.services import feedback, steps, submissions
from planner.services.classes import reviewing
from planner.services.classes.reviewing import Draft, Remark, account_of
from tests.services.classes.crowded import assistant, handed_in, many, opened_class
from tests.services.ready import ready_plan
from tests.services.stored import new_key
from tests.web.views.test_submissions import browser_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def teacher() -> Member:
    return opened_class()


@pytest.fixture
def submission(teacher: Member) -> Submission:
    return handed_in(teacher.classroom, "Ash Example")


def address(member: Member, submission: Submission, rest: str = "") -> str:
    return f"/classes/{member.classroom_id}/submissions/{submission.pk}/{rest}"


def page_of(member: Member, submission: Submission) -> str:
    answer = browser_of(member).get(address(member, submission))
    assert answer.status_code == 200
    return answer.content.decode()


def filled(member: Member, *, points: int | None = 2, **more: Any) -> dict[str, Any]:
    """The fields of a review with points by every criterion and a comment."""
    rubric = member.classroom.exercise.criteria.all()
    scores = {f"points-{one.pk}": str(points) for one in rubric} if points is not None else {}
    said = {"comment": ["Why there?", ""], "place": ["step:work", ""]}
    return {"seen": "", "newest": "1", "whose": str(member.user_id), "act": "save", **scores, **said, **more}


def send(member: Member, submission: Submission, *, headers: dict[str, str] | None = None, **fields: Any) -> Any:
    return browser_of(member).post(address(member, submission), filled(member, **fields), headers=headers or {})


def draft_of(member: Member, submission: Submission) -> Draft:
    return reviewing.draft_of(reviewing.review_of(submission, account_of(member)))


def again(submission: Submission) -> Submission:
    plan = submission.plan
    plan.refresh_from_db()
    steps.edit(plan, step="work", name="Work hard", version=plan.version, key=new_key())
    return submissions.hand_in(plan, version=plan.version, key=new_key())


def test_it_shows_the_plan_the_answers_and_the_evidence_without_a_name(teacher: Member, submission: Submission) -> None:
    page = page_of(teacher, submission)
    for part in (
        "Learner 1, first hand-in",
        "The plan as a line of 3 steps",
        "Checkpoint A, five questions",
        "So it is.",
        "The model says",
        "Work repeated, typical",
        "200 runs, seed 1",
        "Nothing is left open",
        "Score 4 more criteria to accept.",
    ):
        assert part in page
    assert "Ash Example" not in page
    assert "Since the" not in page


def test_points_are_suggested_and_never_filled_in(teacher: Member, submission: Submission) -> None:
    page = page_of(teacher, submission)
    assert "The checks suggest" in page
    assert " checked" not in page


def test_a_second_hand_in_says_what_changed(teacher: Member, submission: Submission) -> None:
    page = page_of(teacher, again(submission))
    assert "Learner 1, second hand-in" in page
    assert "Since the first hand-in" in page
    assert "Step 2, “Work hard”: what it is called" in page
    assert [f'<th scope="col">Hand-in {number}</th>' in page for number in (1, 2)] == [True, True]


def test_the_first_hand_in_tells_that_there_is_a_newer_one(teacher: Member, submission: Submission) -> None:
    again(submission)
    assert "The learner has handed in again, as number 2." in page_of(teacher, submission)


def test_what_people_wrote_is_text(teacher: Member) -> None:
    plan = replace(ready_plan(), title="<b>Bold</b>", goal="<script>alert(1)</script>")
    page = page_of(teacher, handed_in(teacher.classroom, plan=plan))
    assert "<b>Bold" not in page
    assert "<script>alert" not in page


def test_a_draft_is_saved_and_shown_to_its_reviewer_alone(teacher: Member, submission: Submission) -> None:
    answer = send(teacher, submission)
    assert answer.headers["Location"] == f"{address(teacher, submission)}#your-review"
    assert draft_of(teacher, submission).remarks == (Remark(text="Why there?", step="work"),)
    assert "Why there?" in page_of(teacher, submission)
    assert "Why there?" not in page_of(assistant(teacher.classroom), submission)
    assert feedback.given_on(submission) == []


def test_a_draft_that_saves_itself_gets_the_form_again(teacher: Member, submission: Submission) -> None:
    answer = send(teacher, submission, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.startswith("\n<form") or '<form class="card review-card"' in page
    assert "Draft saved" in page
    seen = draft_of(teacher, submission).seen
    assert f'name="seen" value="{seen}"' in page
    assert send(teacher, submission, headers=HTMX, seen=seen, comment=["Why here?"]).status_code == 200
    assert [one.text for one in draft_of(teacher, submission).remarks] == ["Why here?"]


def test_the_same_form_twice_is_one_draft(teacher: Member, submission: Submission) -> None:
    for _ in range(2):
        assert send(teacher, submission).status_code == 302
    assert (Review.objects.count(), Comment.objects.count()) == (1, 1)


@pytest.mark.parametrize(("act", "verdict"), [("accept", "accepted"), ("changes", "changes")])
def test_a_verdict_goes_to_the_learner_and_on_to_the_next(
    teacher: Member, submission: Submission, act: str, verdict: str
) -> None:
    other = handed_in(teacher.classroom)
    page_of(teacher, submission)
    browser_of(teacher).get(f"/classes/{teacher.classroom_id}/submissions/")
    answers = [send(teacher, submission, act=act) for _ in range(2)]
    assert [answer.headers["Location"] for answer in answers] == [address(teacher, other)] * 2
    assert [one.verdict for one in feedback.given_on(submission)] == [verdict]


def test_behind_the_last_comes_the_queue(teacher: Member, submission: Submission) -> None:
    answer = browser_of(teacher).post(address(teacher, submission), filled(teacher, act="accept"), follow=True)
    assert answer.request["PATH_INFO"] == f"/classes/{teacher.classroom_id}/submissions/"
    assert "Accepted. Nothing is left to review." in answer.content.decode()


def test_what_others_have_open_is_left_to_them(teacher: Member, submission: Submission) -> None:
    other = handed_in(teacher.classroom)
    browser_of(assistant(teacher.classroom)).get(address(teacher, other))
    answer = browser_of(teacher).post(address(teacher, submission), filled(teacher, act="accept"), follow=True)
    assert answer.request["PATH_INFO"] == f"/classes/{teacher.classroom_id}/submissions/"
    assert "Accepted. What is left is open with others, or theirs to review." in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"act": "accept", "points": None}, "points for every criterion before it is accepted; 4 lack them"),
        ({"act": "changes", "comment": [""]}, "a comment that says what to change"),
        ({"act": "add"}, "a verdict that somebody else has given"),
        ({"comment": ["x" * 5_001]}, "at most 5,000 characters in a comment"),
        ({"act": "keep:9"}, "a comment to keep"),
    ],
)
def test_what_cannot_be_is_said_above_the_form_which_keeps_what_was_typed(
    teacher: Member, submission: Submission, fields: dict[str, Any], said: str
) -> None:
    typed = {"comment": ["Why there?"], **fields}
    for headers in ({}, HTMX):
        answer = send(teacher, submission, headers=headers, **typed)
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert typed["comment"][0] in answer.content.decode()
    assert feedback.given_on(submission) == []


@pytest.mark.parametrize("lost", ["seen", "newest"])
def test_a_form_without_its_hidden_fields_keeps_the_text(teacher: Member, submission: Submission, lost: str) -> None:
    fields = filled(teacher)
    del fields[lost]
    answer = browser_of(teacher).post(address(teacher, submission), fields)
    assert answer.status_code == 422
    assert "lost its hidden fields" in answer.content.decode()
    assert "Why there?" in answer.content.decode()
    assert not Review.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "dance", "newest": "9" * 30},
        {"act": "use:0:9", "seen": "yesterday"},
        {"act": "use:²:3"},
        {"act": "use:" + "9" * 5_000 + ":3"},
        {"act": "forget", "phrase": "x"},
        {"act": "forget", "phrase": "²"},
        {"act": "forget", "phrase": "9" * 5_000},
        {"act": "reuse", "phrase": "0"},
        {"act": "about:::::"},
        {"place": ["::::", "checkpoint:"], "comment": ["Why there?", "And?"]},
    ],
)
def test_odd_fields_are_no_error_of_the_server(teacher: Member, submission: Submission, fields: dict[str, Any]) -> None:
    assert send(teacher, submission, **fields).status_code in (302, 422)


def test_suggested_points_are_used_at_the_press_of_a_button(teacher: Member, submission: Submission) -> None:
    criterion = teacher.classroom.exercise.criteria.first()
    assert criterion
    send(teacher, submission, points=None, act=f"use:{criterion.pk}:3")
    assert draft_of(teacher, submission).points == {criterion.pk: 3}


def test_a_reason_is_accepted_in_a_comment_on_its_finding(teacher: Member, submission: Submission) -> None:
    send(teacher, submission, comment=[""], act="agree:R301:step:work")
    agreed = Remark(text="I agree with your reason.", code="R301", step="work")
    assert draft_of(teacher, submission).remarks == (agreed,)


def test_a_question_about_a_finding_begins_with_its_place(teacher: Member, submission: Submission) -> None:
    answer = send(teacher, submission, comment=["Why there?", ""], act="about:R301:step:work")
    assert answer.headers["Location"] == f"{address(teacher, submission)}?about=R301:step:work#comment-2"
    page = browser_of(teacher).get(answer.headers["Location"]).content.decode()
    assert '<option value="R301:step:work" selected>' in page


def test_a_comment_is_kept_used_again_and_forgotten(teacher: Member, submission: Submission) -> None:
    send(teacher, submission, act="keep:1")
    kept = ReusableComment.objects.get()
    other = assistant(teacher.classroom)
    assert kept.text in page_of(other, submission)
    send(other, submission, comment=[""], act="reuse", phrase=str(kept.pk))
    assert [one.text for one in draft_of(other, submission).remarks] == ["Why there?"]
    send(other, submission, seen=draft_of(other, submission).seen, act="forget", phrase=str(kept.pk))
    assert not ReusableComment.objects.exists()


def test_another_tab_replaces_nothing_unseen(teacher: Member, submission: Submission) -> None:
    send(teacher, submission)
    answer = send(teacher, submission, comment=["From another tab."])
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "It has: “Why there?” Replace it with this one, or" in page
    assert "From another tab." in page
    seen = draft_of(teacher, submission).seen
    assert ('name="seen" value=""' in page, f'name="theirs" value="{seen}"' in page) == (True, True)
    assert send(teacher, submission, comment=["From another tab."]).status_code == 409
    assert send(teacher, submission, comment=["From another tab."], act="replace", theirs=seen).status_code == 302
    assert [one.text for one in draft_of(teacher, submission).remarks] == ["From another tab."]


def test_when_a_draft_was_saved_is_not_taken_for_a_telephone_number(teacher: Member, submission: Submission) -> None:
    answer = send(teacher, submission, seen="2026-12-18T17:14:02.801670+00:00")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{address(teacher, submission)}#your-review")


def test_two_give_a_verdict_and_the_second_is_told_and_may_add(teacher: Member, submission: Submission) -> None:
    other = assistant(teacher.classroom)
    send(teacher, submission, act="accept")
    answer = send(other, submission, act="changes", comment=["I differ."])
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Somebody else has given a verdict meanwhile. It stands" in page
    assert "I differ." in page
    assert "Tea Cher accepted this" in page
    assert send(other, submission, act="add", comment=["I differ."]).status_code == 302
    assert [one.verdict for one in feedback.given_on(submission)] == ["accepted", "accepted"]


def test_a_hand_in_meanwhile_is_told_once_and_then_the_review_is_given(teacher: Member, submission: Submission) -> None:
    again(submission)
    answer = send(teacher, submission, act="accept")
    assert answer.status_code == 409
    assert "The learner has handed in again, as number 2." in answer.content.decode()
    assert 'name="newest" value="2"' in answer.content.decode()
    assert feedback.given_on(submission) == []
    assert send(teacher, submission, act="accept", newest="2").status_code == 302
    assert [one.submission for one in feedback.given_on(submission)] == [submission]


def test_a_review_that_was_given_is_shown_and_stays(teacher: Member, submission: Submission) -> None:
    send(teacher, submission, act="accept")
    page = page_of(teacher, submission)
    assert "You accepted this" in page
    assert "give-accept" not in page
    answer = send(teacher, submission, act="changes", comment=["No."])
    assert answer.status_code == 409
    assert "It stays as it is." in answer.content.decode()


def test_who_else_has_it_open_is_told(teacher: Member, submission: Submission) -> None:
    page_of(assistant(teacher.classroom), submission)
    assert "Priya R. opened this hand-in at" in page_of(teacher, submission)
    assert Opened.objects.count() == 2


def test_what_was_typed_when_the_session_ended_is_there_after_signing_in(
    teacher: Member, submission: Submission
) -> None:
    user = account_of(teacher)
    user.set_password("checkpoint-4711")
    user.save()
    client = Client()
    answer = client.post(address(teacher, submission), filled(teacher, comment=["Long thoughts."]))
    way = answer.headers["Location"]
    assert way == f"/account/sign-in/?next={address(teacher, submission)}"
    signed_in = client.post(way, {"username": user.username, "password": "checkpoint-4711"})
    page = client.get(signed_in.headers["Location"]).content.decode()
    assert "Long thoughts." in page
    assert "not saved yet" in page
    assert "Long thoughts." not in client.get(address(teacher, submission)).content.decode()
    assert not Review.objects.exists()


def test_a_page_that_saves_itself_is_led_to_signing_in(teacher: Member, submission: Submission) -> None:
    answer = Client().post(address(teacher, submission), filled(teacher), headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/account/sign-in/?next={address(teacher, submission)}"


def test_nobody_else_gets_what_was_typed(teacher: Member, submission: Submission) -> None:
    client = Client()
    client.post(address(teacher, submission), filled(teacher, comment=["Long thoughts."]))
    client.force_login(account_of(assistant(teacher.classroom)))
    assert "Long thoughts." not in client.get(address(teacher, submission)).content.decode()


def test_the_report_can_be_read_and_kept(teacher: Member, submission: Submission) -> None:
    client = browser_of(teacher)
    page = client.get(address(teacher, submission, "report/"))
    assert page.status_code == 200
    assert address(teacher, submission, "report/json/") in page.content.decode()
    assert client.get(address(teacher, submission, "report/json/")).headers["Content-Type"] == "application/json"
    assert client.get(address(teacher, submission, "report/docx/")).status_code == 404


def test_strangers_learners_and_other_teachers_find_nothing(teacher: Member, submission: Submission) -> None:
    learner = Client()
    learner.force_login(User.objects.create_user("learner"))
    for other in (learner, browser_of(opened_class("Autumn"))):
        for rest in ("", "report/", "report/json/"):
            assert other.get(address(teacher, submission, rest)).status_code == 404
        assert other.post(address(teacher, submission), filled(teacher)).status_code == 404
    assert Client().get(address(teacher, submission)).status_code == 404


def test_a_hand_in_of_another_class_is_not_found(teacher: Member) -> None:
    elsewhere = handed_in(opened_class("Autumn").classroom)
    assert browser_of(teacher).get(address(teacher, elsewhere)).status_code == 404
    assert browser_of(teacher).post(address(teacher, elsewhere), filled(teacher)).status_code == 404


def test_other_methods_are_refused(teacher: Member, submission: Submission) -> None:
    client = browser_of(teacher)
    assert client.put(address(teacher, submission)).status_code == 405
    assert client.post(address(teacher, submission, "report/")).status_code == 405


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    plans = (ready_plan(), ready_plan("\n|\n".join(f"Step {number}" for number in range(20))))
    for number, plan in zip((2, 50), plans, strict=True):
        member = opened_class(str(number))
        many(member.classroom, number)
        submission = handed_in(member.classroom, plan=plan)
        client = browser_of(member)
        client.get(address(member, submission))
        with CaptureQueriesContext(connection) as shown:
            client.get(address(member, submission))
        with CaptureQueriesContext(connection) as saved:
            client.post(address(member, submission), filled(member), headers=HTMX)
        counts.append((len(shown), len(saved)))
    assert counts[0] == counts[1]
