"""/classes/…/submissions/ lists what a class has handed in, by numbers, and shares out the reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from planner.models import Assignment, Classroom, Member
from planner.services.classes import reviewing
from planner.services.classes.reviewing import Draft, Remark, Verdict, account_of
from tests.services.classes.crowded import NOW, assistant, handed_in, many, opened_class

if TYPE_CHECKING:
    from planner.models import Submission

pytestmark = pytest.mark.django_db


def browser_of(member: Member) -> Client:
    client = Client()
    client.force_login(reviewing.account_of(member))
    return client


def address(classroom: Classroom, rest: str = "") -> str:
    return f"/classes/{classroom.pk}/submissions/{rest}"


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def page_of(member: Member, rest: str = "") -> str:
    answer = browser_of(member).get(address(member.classroom, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_class_says_what_will_be_here(teacher: Member) -> None:
    assert "What learners hand in appears by itself" in page_of(teacher)


def test_learners_are_numbers_until_names_are_shown(teacher: Member) -> None:
    handed_in(teacher.classroom, "Ash Example")
    client = browser_of(teacher)
    before = client.get(address(teacher.classroom)).content.decode()
    answer = client.post(address(teacher.classroom, "names/"), {"names": "show"})
    after = client.get(address(teacher.classroom)).content.decode()
    client.post(address(teacher.classroom, "names/"), {"names": "hide"})
    again = client.get(address(teacher.classroom)).content.decode()
    assert answer.headers["Location"] == address(teacher.classroom)
    assert ["Ash Example" in shown for shown in (before, after, again)] == [False, True, False]
    assert "Learner 1" in before


def test_names_are_one_reviewers_choice(teacher: Member) -> None:
    handed_in(teacher.classroom, "Ash Example")
    browser_of(teacher).post(address(teacher.classroom, "names/"), {"names": "show"})
    assert "Ash Example" not in page_of(assistant(teacher.classroom))


def test_a_class_may_hide_names_from_all(teacher: Member) -> None:
    handed_in(teacher.classroom, "Ash Example")
    client = browser_of(teacher)
    client.post(address(teacher.classroom, "names/"), {"names": "show"})
    client.post(address(teacher.classroom, "names/allow/"), {"allowed": "no"})
    assert "Ash Example" not in client.get(address(teacher.classroom)).content.decode()
    told = client.post(address(teacher.classroom, "names/"), {"names": "show"}, follow=True).content.decode()
    assert "This class is reviewed without names." in told
    assert "Ash Example" not in told


def test_each_view_shows_what_is_so_far(teacher: Member) -> None:
    waits, done = handed_in(teacher.classroom), handed_in(teacher.classroom)
    draft = Draft(remarks=(Remark(text="Why?"),))
    reviewing.give(done, teacher, draft, verdict=Verdict.CHANGES, newest=1, now=NOW)
    for show, expected in (("review", [waits]), ("changes", [done]), ("accepted", []), ("all", [waits, done])):
        page = page_of(teacher, f"?show={show}")
        assert [f'"hand-in-{one.pk}"' in page for one in (waits, done)] == [one in expected for one in (waits, done)]


def test_the_next_to_review_is_one_that_nobody_else_has_open(teacher: Member) -> None:
    submission = handed_in(teacher.classroom)
    link = f'href="{address(teacher.classroom, f"{submission.pk}/")}">Review the next one</a>'
    shown = [link in page_of(teacher)]
    reviewing.look_at(submission, teacher, now=timezone.now())
    shown.append(link in page_of(teacher))
    reviewing.look_at(submission, assistant(teacher.classroom), now=timezone.now())
    shown.append(link in page_of(teacher))
    assert shown == [True, True, False]


def test_who_reviews_begins_with_their_own_wherever_it_stands(teacher: Member) -> None:
    handed = many(teacher.classroom, 27)
    first_page = page_of(teacher)
    mine = next(one for one in handed if str(one.pk) not in first_page)
    Assignment.objects.create(submission=mine, reviewer=account_of(teacher))
    assert f'href="{address(teacher.classroom, f"{mine.pk}/")}">Review the next one</a>' in page_of(teacher)


@pytest.mark.parametrize("query", ["?show=nothing", "?page=0", "?page=-1", "?page=x", "?page=999999999", "?mine=maybe"])
def test_an_address_that_makes_no_sense_shows_the_queue(teacher: Member, query: str) -> None:
    submission = handed_in(teacher.classroom)
    assert str(submission.pk) in page_of(teacher, query)


def test_mine_are_those_that_were_given_to_me(teacher: Member) -> None:
    mine, other = handed_in(teacher.classroom), handed_in(teacher.classroom)
    page_of(teacher)
    answer = browser_of(teacher).post(
        address(teacher.classroom, "assign/"), {"submissions": [str(mine.pk)], "to": teacher.user_id}
    )
    assert answer.status_code == 302
    page = page_of(teacher, "?mine=1")
    assert (str(mine.pk) in page, str(other.pk) in page) == (True, False)
    assert "Nothing here is yours." in page_of(assistant(teacher.classroom), "?mine=1")


def test_reviews_are_shared_out_evenly_once(teacher: Member) -> None:
    many(teacher.classroom, 4)
    among = [teacher.user_id, assistant(teacher.classroom).user_id]
    told = [
        browser_of(teacher).post(address(teacher.classroom, "divide/"), {"among": among}, follow=True).content.decode()
        for _ in range(2)
    ]
    assert "4 hand-ins are shared out." in told[0]
    assert "There was nothing to share." in told[1]
    assert [Assignment.objects.filter(reviewer=user).count() for user in among] == [2, 2]


@pytest.mark.parametrize(
    ("rest", "data", "said"),
    [
        ("divide/", {}, "Tick those who are to review."),
        ("divide/", {"among": "0"}, "some of those who review in this class"),
        ("divide/", {"among": "me"}, "me is not one of the available choices"),
        ("assign/", {}, "Tick the hand-ins first."),
        ("assign/", {"submissions": "1"}, "Load the page again"),
        ("assign/", {"submissions": "00000000-0000-0000-0000-000000000000", "to": "0"}, "one of those who review"),
        (
            "assign/",
            {"submissions": "00000000-0000-0000-0000-000000000000", "to": "x"},
            "Choose who is to review them.",
        ),
    ],
)
def test_what_cannot_be_shared_is_said_above_the_list(
    teacher: Member, rest: str, data: dict[str, str], said: str
) -> None:
    handed_in(teacher.classroom)
    answer = browser_of(teacher).post(address(teacher.classroom, rest), data)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Assignment.objects.exists()


def test_a_form_comes_back_to_where_it_was_on_this_site_only(teacher: Member) -> None:
    here = address(teacher.classroom, "?show=all")
    client = browser_of(teacher)
    for sent, led in ((here, here), ("https://elsewhere.example/", address(teacher.classroom))):
        answer = client.post(address(teacher.classroom, "names/"), {"names": "show", "here": sent})
        assert answer.headers["Location"] == led


FORMS = ("names/", "names/allow/", "divide/", "assign/")


def test_a_stranger_a_learner_and_another_teacher_find_nothing(teacher: Member) -> None:
    submission: Submission = handed_in(teacher.classroom)
    learner = Client()
    session = learner.session
    session["browser"] = submission.plan.session_token
    session.save()
    for other in (Client(), learner, browser_of(opened_class("Autumn"))):
        assert other.get(address(teacher.classroom)).status_code == 404
        assert [other.post(address(teacher.classroom, form)).status_code for form in FORMS] == [404] * len(FORMS)


def test_an_assistant_shares_nothing_out(teacher: Member) -> None:
    client = browser_of(assistant(teacher.classroom))
    assert [client.post(address(teacher.classroom, form)).status_code for form in FORMS] == [302, 404, 404, 404]
    assert "Share out evenly" not in client.get(address(teacher.classroom)).content.decode()


def test_forms_are_for_sending_and_the_page_for_reading(teacher: Member) -> None:
    client = browser_of(teacher)
    assert client.post(address(teacher.classroom)).status_code == 405
    assert [client.get(address(teacher.classroom, form)).status_code for form in FORMS] == [405] * len(FORMS)


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for number in (2, 50):
        member = opened_class(str(number))
        many(member.classroom, number)
        client = browser_of(member)
        client.post(address(member.classroom, "names/"), {"names": "show"})
        client.get(address(member.classroom))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(member.classroom))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
