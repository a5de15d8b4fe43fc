"""What the exercise of a class decides shows on the pages of its plans."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from planner.core.planfile import write_plan
from planner.core.sketch import sketch
from planner.models import Plan, Submission
from planner.services.classes import classrooms
from tests.services.ready import ready_plan, with_test
from tests.web.classes import School, school
from tests.web.visitors import fields, with_plan

pytestmark = pytest.mark.django_db

OPEN = "Read -> rows\n|\nPay !\nReport <- rows"


@pytest.fixture
def spring() -> School:
    return school()


def learner(spring: School, drawing: str = OPEN) -> tuple[Client, Plan]:
    """Somebody with a plan for the exercise of the class."""
    client, row = with_plan(drawing)
    return client, of_class(spring, row)


def of_class(spring: School, row: Plan) -> Plan:
    row.exercise = spring.classroom.exercise
    row.save()
    return row


def plan_page(client: Client, row: Plan) -> str:
    return client.get(f"/plans/{row.pk}/plan/").content.decode()


def codes(client: Client, row: Plan) -> list[str]:
    found = client.get(f"/plans/{row.pk}/plan/").context["findings"]
    return [card.id.partition("-")[0] for card in found]


def test_without_the_order_findings_are_open_from_the_start(spring: School) -> None:
    client, row = learner(spring)
    assert "R301" not in codes(client, row)
    classrooms.edit_exercise(spring.classroom, learner_judges_first=False)
    assert "R301" in codes(client, row)
    assert "You judge first" not in plan_page(client, row)


def test_findings_that_wait_for_the_first_test_open_with_it(spring: School) -> None:
    client, row = learner(spring)
    open_ones = codes(client, row)
    classrooms.edit_exercise(spring.classroom, findings_before_test=False)
    assert (codes(client, row), bool(open_ones)) == ([], True)
    assert "what the checks found opens with the first test" in plan_page(client, row)
    with_test(row)
    assert codes(client, row) == open_ones


def test_who_asks_sees_what_would_wait(spring: School) -> None:
    client, row = learner(spring)
    classrooms.edit_exercise(spring.classroom, findings_before_test=False)
    client.post(f"/plans/{row.pk}/plan/model/", fields(row))
    assert "R301" in codes(client, row)


def somebody_ready(spring: School) -> tuple[Client, Plan]:
    client, row = with_plan(ready_plan())
    with_test(row)
    return client, of_class(spring, row)


def hand_in(client: Client, row: Plan) -> int:
    return client.post(f"/plans/{row.pk}/hand-in/send/", fields(row, confirmed="on")).status_code


def test_a_late_hand_in_is_taken_and_marked(spring: School) -> None:
    client, row = somebody_ready(spring)
    classrooms.edit_exercise(spring.classroom, due_at=timezone.now() - timedelta(hours=1))
    assert "taken and marked as late" in client.get(f"/plans/{row.pk}/hand-in/").content.decode()
    assert hand_in(client, row) == 302
    assert "handed in late" in client.get(f"/plans/{row.pk}/hand-in/1/").content.decode()


def test_a_hand_in_in_time_is_not_marked(spring: School) -> None:
    client, row = somebody_ready(spring)
    classrooms.edit_exercise(spring.classroom, due_at=timezone.now() + timedelta(hours=1))
    assert hand_in(client, row) == 302
    assert "handed in late" not in client.get(f"/plans/{row.pk}/hand-in/1/").content.decode()


def test_an_exercise_that_is_closed_meanwhile_says_so_and_keeps_the_plan(spring: School) -> None:
    client, row = somebody_ready(spring)
    classrooms.edit_exercise(spring.classroom, takes_hand_ins=False)
    answer = client.post(f"/plans/{row.pk}/hand-in/send/", fields(row, confirmed="on"))
    assert (answer.status_code, Submission.objects.count()) == (409, 0)
    assert "This exercise is closed" in answer.content.decode()
    assert client.get(f"/plans/{row.pk}/plan/").status_code == 200


def test_the_example_page_shows_the_example_of_the_class(spring: School) -> None:
    client, _ = spring.join_as_guest()
    assert "A charity thanks its donors" in client.get("/example/").content.decode()
    classrooms.set_example(spring.classroom, write_plan(sketch("Read\n|\nPay !")))
    page = client.get("/example/").content.decode()
    assert "The example of your class" in page
    assert "Take one checkpoint." in page
    assert "Checkpoint A stands after step 3" not in page
    assert client.get("/example/3/").status_code == 200
