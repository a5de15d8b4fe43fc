"""/classes/ lists the classes of a person, opens one, and is a class's page for its learners."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from planner.models import Classroom, Plan, User
from planner.services import submissions
from planner.services.classes import classrooms, members, reviewing
from planner.services.classes.reviewing import Draft, Remark, Verdict
from tests.services.classes.crowded import ready_in
from tests.services.ready import DRAWING, ready_plan
from tests.web.classes import School, form, guest, school, signed_in

pytestmark = pytest.mark.django_db


def test_a_browser_without_a_class_is_offered_the_way_in(client: Client) -> None:
    page = client.get("/classes/").content.decode()
    assert 'action="/join/"' in page
    assert "Whoever teaches has an account." in page
    assert "sessionid" not in client.cookies


def test_opening_a_class_leads_to_its_exercise() -> None:
    client = signed_in(User.objects.create_user("tea"))
    answer = client.post("/classes/new/", form(name="Spring"))
    classroom = Classroom.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/classes/{classroom.pk}/exercise/")
    page = client.get("/classes/").content.decode()
    assert "That you teach" in page
    assert classroom.join_code in page


def test_the_same_form_opens_one_class() -> None:
    client, twice = signed_in(User.objects.create_user("tea")), form(name="Spring")
    assert [client.post("/classes/new/", twice).status_code for _ in range(2)] == [302, 302]
    assert Classroom.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"name": " "}, {"name": "x" * 201}, {"name": "Spring", "key": "x"}])
def test_a_class_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    client = signed_in(User.objects.create_user("tea"))
    assert client.post("/classes/new/", form(**wrong) | wrong).status_code == 422
    assert Classroom.objects.count() == 0


def test_without_an_account_nobody_opens_a_class(client: Client) -> None:
    answer = client.post("/classes/new/", form(name="Spring"))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/sign-in/?next=/classes/new/")
    assert Classroom.objects.count() == 0


def test_a_learner_sees_what_the_class_works_on() -> None:
    spring = school()
    classrooms.edit_exercise(spring.classroom, title="Letters", task="Take a workflow.", due_at=timezone.now())
    client, _ = spring.join_as_guest()
    page = client.get(spring.address()).content.decode()
    for part in ("Letters", "Take a workflow.", "Spring · you are Kim", "a hand-in now is marked as late"):
        assert part in page
    assert f'class="to-class" href="{spring.address()}">Spring</a>' in client.get("/").content.decode()


def test_a_learner_finds_the_feedback_from_the_page_of_the_class() -> None:
    spring = school()
    client, member = spring.join_as_guest()
    row = ready_in(spring.classroom.exercise, member.session_token, ready_plan(DRAWING))
    handed_in = submissions.hand_in(row, version=row.version, key=str(uuid4()))
    pages = [client.get(address).content.decode() for address in (spring.address(), "/", "/plans/")]
    staff = classrooms.staff_member(spring.instructor, spring.classroom.pk)
    draft = Draft(remarks=(Remark(text="Why there?"),))
    reviewing.give(handed_in, staff, draft, verdict=Verdict.CHANGES, newest=1, now=timezone.now())
    pages.append(client.get(spring.address()).content.decode())
    link = f'<a href="/plans/{row.pk}/hand-in/1/">Hand-in 1<span class="visually-hidden"> of {row.title}</span>: '
    assert [f"{link}not reviewed yet</a>" in page for page in pages] == [True, True, True, False]
    assert f"{link}changes asked for</a>" in pages[-1]


def test_a_plan_that_is_started_there_belongs_to_the_class() -> None:
    spring = school()
    client, _ = spring.join_as_guest()
    answer = client.post(spring.address("plans/new/"), form(title="Mine"))
    row = Plan.objects.get()
    assert (answer.headers["Location"], row.exercise) == (f"/plans/{row.pk}/plan/", spring.classroom.exercise)
    assert "Your plans for this class" in client.get(spring.address()).content.decode()
    assert client.post(spring.address("plans/new/"), form(title=" ")).status_code == 422


def test_a_plan_started_elsewhere_belongs_to_the_class_that_one_came_into_last() -> None:
    school("First", teacher="one").join_as_guest()
    last = school("Last", teacher="two")
    client, _ = last.join_as_guest()
    client.post("/plans/new/", form(title="Mine"))
    assert Plan.objects.get().exercise == last.classroom.exercise


def test_those_who_teach_go_to_what_was_handed_in() -> None:
    spring = school()
    answer = spring.as_instructor.get(spring.address())
    assert answer.headers["Location"] == spring.address("submissions/")


def test_a_guest_makes_another_code_and_the_old_one_ends() -> None:
    spring = school()
    client, person = guest()
    old = members.join(person, spring.classroom, name="Kim").return_code
    answer = client.post(spring.address("code/"), form())
    code = answer.context["return_code"]
    assert (answer.status_code, members.come_back(old), members.come_back(code)) == (200, None, person)
    assert "no-store" in answer.headers["Cache-Control"]


def test_the_same_form_shows_no_second_code() -> None:
    spring = school()
    client, _ = spring.join_as_guest()
    twice = form()
    code = client.post(spring.address("code/"), twice).context["return_code"]
    again = client.post(spring.address("code/"), twice)
    assert (again.status_code, again.headers["Location"]) == (302, spring.address())
    assert members.come_back(code) is not None


def test_an_account_needs_no_code() -> None:
    spring = school()
    assistant = spring.add_assistant()
    answer = signed_in(assistant).post(spring.address("code/"), form())
    assert answer.status_code == 422
    assert "an account comes back by signing in" in answer.content.decode()


def test_a_stranger_finds_no_class() -> None:
    spring = school()
    strangers = [
        Client(),
        guest()[0],
        signed_in(User.objects.create_user("x")),
        school("Other", teacher="y").as_instructor,
    ]
    for client in strangers:
        assert client.get(spring.address()).status_code == 404
        assert client.post(spring.address("plans/new/"), form(title="Mine")).status_code == 404
        assert client.post(spring.address("code/"), form()).status_code == 404
    assert Plan.objects.count() == 0


def test_the_number_of_queries_does_not_grow_with_the_classes() -> None:
    def queries(client: Client, address: str) -> int:
        with CaptureQueriesContext(connection) as counted:
            client.get(address)
        return len(counted)

    spring: School = school()
    client, person = guest()
    members.join(person, spring.classroom, name="Kim")
    client.post(spring.address("plans/new/"), form(title="The first"))
    few = [queries(client, "/classes/"), queries(client, spring.address())]
    for number in range(5):
        members.join(person, school(f"{number}", teacher=f"{number}").classroom, name="Kim")
        client.post(spring.address("plans/new/"), form(title=f"{number}"))
    assert [queries(client, "/classes/"), queries(client, spring.address())] == few
    assert max(few) <= 20
