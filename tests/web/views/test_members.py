"""/classes/…/members/ lists who is in a class, invites, and takes the list of who is expected."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner.models import Invitation, Member, Person, Role, User
from planner.services.classes import members
from tests.web.classes import School, form, school, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def spring() -> School:
    return school()


def post(spring: School, rest: str, data: dict[str, Any]) -> Any:
    return spring.as_instructor.post(spring.address(f"members/{rest}"), data)


def test_the_page_lists_the_members_by_their_roles(spring: School) -> None:
    spring.join_as_guest("Kim")
    spring.add_assistant("robin")
    groups = spring.as_instructor.get(spring.address("members/")).context["groups"]
    told = [(group["name"], [(row.name, row.account) for row in group["rows"]]) for group in groups]
    assert told == [
        ("Instructors", [("teacher", "teacher")]),
        ("Assistants", [("Robin", "robin")]),
        ("Learners", [("Kim", "")]),
    ]


def test_a_member_is_given_another_role(spring: School) -> None:
    robin = spring.classroom.members.get(user=spring.add_assistant("robin"))
    answer = post(spring, f"{robin.pk}/role/", form(role="instructor"))
    assert answer.headers["Location"] == spring.address("members/#members")
    robin.refresh_from_db()
    assert robin.role == Role.INSTRUCTOR


@pytest.mark.parametrize("role", ["", "owner"])
def test_a_role_that_is_none_is_refused(spring: School, role: str) -> None:
    robin = spring.classroom.members.get(user=spring.add_assistant("robin"))
    assert post(spring, f"{robin.pk}/role/", form(role=role)).status_code == 422
    robin.refresh_from_db()
    assert robin.role == Role.ASSISTANT


def test_a_guest_joins_no_staff(spring: School) -> None:
    _, kim = spring.join_as_guest()
    answer = post(spring, f"{kim.pk}/role/", form(role="assistant"))
    assert answer.status_code == 422
    assert "the staff of a class have accounts" in answer.content.decode()


def test_nobody_locks_themselves_out(spring: School) -> None:
    me = spring.classroom.members.get(user=spring.instructor)
    for rest, data in ((f"{me.pk}/role/", form(role="learner")), (f"{me.pk}/remove/", form())):
        answer = post(spring, rest, data)
        assert answer.status_code == 422
        assert "Your own place is changed by another instructor." in answer.content.decode()
    assert spring.classroom.members.get().role == Role.INSTRUCTOR


def test_a_member_is_taken_out_once(spring: School) -> None:
    client, kim = spring.join_as_guest()
    answers = [post(spring, f"{kim.pk}/remove/", form()).status_code for _ in range(2)]
    assert (answers, client.get(spring.address()).status_code) == ([302, 302], 404)


def test_a_guest_who_lost_the_code_is_given_another(spring: School) -> None:
    _, kim = spring.join_as_guest()
    twice = form()
    answer = post(spring, f"{kim.pk}/code/", twice)
    assert members.come_back(answer.context["return_code"]) == Person(session_token=kim.session_token)
    again = post(spring, f"{kim.pk}/code/", twice)
    assert (again.status_code, again.headers["Location"]) == (302, spring.address("members/"))
    assert members.come_back(answer.context["return_code"]) is not None


def test_a_link_for_one_more_is_shown_once(spring: School) -> None:
    twice = form(role="assistant")
    answer = post(spring, "invite/", twice)
    link = answer.context["invitation_link"]
    assert (answer.status_code, link in answer.content.decode()) == (200, True)
    assert "no-store" in answer.headers["Cache-Control"]
    assert post(spring, "invite/", twice).status_code == 302
    assert Invitation.objects.count() == 1
    robin = signed_in(school("Other", teacher="robin").instructor)
    assert robin.post(link, form()).status_code == 302


@pytest.mark.parametrize("role", ["", "learner"])
def test_learners_are_not_invited(spring: School, role: str) -> None:
    assert post(spring, "invite/", form(role=role)).status_code == 422
    assert Invitation.objects.count() == 0


def test_a_list_is_shown_before_it_is_taken(spring: School) -> None:
    members.import_roster(spring.classroom, [("Kim Lee", "1001")])
    file = SimpleUploadedFile("list.csv", b"name,number\nKim Li,1001\nMo,1002\n")
    answer = post(spring, "roster/", form(file=file))
    page = answer.content.decode()
    assert (answer.status_code, spring.classroom.roster.count()) == (200, 1)
    assert "1 new, 1 with another name, 0 known already. Nothing is taken yet." in page
    assert "Kim Lee → Kim Li" in page
    taken = post(spring, "roster/take/", form(text=answer.context["lines"]))
    assert taken.headers["Location"] == spring.address("members/#roster")
    assert [(one.name, one.number) for one in spring.classroom.roster.all()] == [("Kim Li", "1001"), ("Mo", "1002")]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"text": "name,number\nKim,1\n,2"}, "In line 3: a name is missing."),
        ({"text": " "}, "Choose a CSV file, or paste its lines here."),
        ({"file": SimpleUploadedFile("list.csv", b"Ren\xe9")}, "the file is not UTF-8"),
        ({"file": SimpleUploadedFile("list.csv", b"x" * 500_001)}, "This one is larger."),
        ({"text": "Kim", "key": "x"}, "This form has lost its hidden fields."),
    ],
)
def test_a_list_that_cannot_be_is_refused_with_its_line(spring: School, data: dict[str, Any], said: str) -> None:
    answer = post(spring, "roster/", form() | data)
    assert (answer.status_code, spring.classroom.roster.count()) == (422, 0)
    assert said in answer.content.decode()


def test_what_was_changed_in_the_hidden_list_is_refused(spring: School) -> None:
    assert post(spring, "roster/take/", form(text="Kim,1\n,2")).status_code == 422
    assert spring.classroom.roster.count() == 0


def test_assistants_learners_and_strangers_find_nothing(spring: School) -> None:
    _, kim = spring.join_as_guest()
    strangers = [
        spring.join_as_guest("Mo")[0],
        signed_in(spring.add_assistant()),
        school("Other", teacher="other").as_instructor,
    ]
    for client in strangers:
        assert client.get(spring.address("members/")).status_code == 404
        for rest in (f"{kim.pk}/remove/", f"{kim.pk}/code/", f"{kim.pk}/role/", "invite/", "roster/", "roster/take/"):
            assert client.post(spring.address(f"members/{rest}"), form(role="assistant")).status_code == 404
    assert Member.objects.filter(pk=kim.pk).exists()


def test_a_member_of_another_class_is_not_found(spring: School) -> None:
    _, foreign = school("Other", teacher="other").join_as_guest()
    assert post(spring, f"{foreign.pk}/role/", form(role="learner")).status_code == 404
    assert post(spring, f"{foreign.pk}/code/", form()).status_code == 404
    post(spring, f"{foreign.pk}/remove/", form())
    assert Member.objects.filter(pk=foreign.pk).exists()


def test_the_number_of_queries_does_not_grow_with_the_class(spring: School) -> None:
    client, counts = spring.as_instructor, []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(spring.address("members/"))
        counts.append(len(queries))
        for number in range(20):
            spring.join_as_guest(f"Guest {number}")
        members.import_roster(spring.classroom, [("Guest 1", "1"), ("Mo", "2")])
    assert counts[0] == counts[1] <= 7


def test_assistants_are_led_only_to_where_they_may_go(spring: School) -> None:
    spring.add_assistant()
    page = signed_in(User.objects.get(username="robin")).get(spring.address("submissions/"))
    assert [place["name"] for place in page.context["places"]] == ["Submissions", "Class picture"]
