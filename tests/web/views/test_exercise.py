"""/classes/…/exercise/ sets what a class works on, its rubric, and how learners come in."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner.core.planfile import write_plan
from planner.core.sketch import sketch
from planner.models import Exercise
from planner.services.classes import criteria
from tests.web.classes import School, form, school, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def spring() -> School:
    return school()


def as_shown(spring: School, name: str, **changed: Any) -> dict[str, Any]:
    """What a browser sends back of a form on the page: all its fields, and what each had when it was made."""
    shown, sent = spring.as_instructor.get(spring.address("exercise/")).context["forms"][name], form()
    for field in shown.visible_fields():
        said = field.value()
        sent[field.html_initial_name] = said if said is not None else ""
        if said not in (None, False):
            sent[field.html_name] = "on" if said is True else said
    sent |= changed
    return {name: value for name, value in sent.items() if value is not None}


def post(spring: School, rest: str, data: dict[str, Any]) -> Any:
    return spring.as_instructor.post(spring.address(f"exercise/{rest}"), data)


def test_the_page_shows_everything_that_can_be_set(spring: School) -> None:
    page = spring.as_instructor.get(spring.address("exercise/")).content.decode()
    code = spring.classroom.join_code
    for part in (
        f"{code[:3]} {code[3:]}",
        f"http://testserver/join/{code}/",
        "Unsafe points",
        "Weekly donor thank-you",
    ):
        assert part in page
    assert 'aria-current="page">Exercise</a>' in page


def test_the_exercise_is_changed(spring: School) -> None:
    said = as_shown(spring, "exercise", title="Letters", due_at="2027-03-31T18:00", findings_before_test=None)
    answer = post(spring, "edit/", said)
    exercise = spring.now().exercise
    assert (answer.status_code, answer.headers["Location"]) == (302, spring.address("exercise/#exercise"))
    assert (exercise.title, f"{exercise.due_at:%d %B %Y, %H:%M}") == ("Letters", "31 March 2027, 18:00")
    switches = (exercise.learner_judges_first, exercise.findings_before_test, exercise.takes_hand_ins)
    assert switches == (True, False, True)


def test_two_who_change_different_fields_both_have_their_way(spring: School) -> None:
    one, other = as_shown(spring, "exercise", title="Letters"), as_shown(spring, "exercise", task="Take a workflow.")
    post(spring, "edit/", one)
    post(spring, "edit/", other)
    assert (spring.now().exercise.title, spring.now().exercise.task) == ("Letters", "Take a workflow.")


def test_an_old_form_that_is_sent_again_changes_nothing(spring: School) -> None:
    old = as_shown(spring, "exercise", title="First")
    post(spring, "edit/", old)
    post(spring, "edit/", as_shown(spring, "exercise", title="Second"))
    assert post(spring, "edit/", old).status_code == 302
    assert spring.now().exercise.title == "Second"


@pytest.mark.parametrize(
    ("rest", "said", "field"),
    [
        ("edit/", {"title": " "}, "exercise-title"),
        ("edit/", {"title": "A", "due_at": "soon"}, "exercise-due_at"),
        ("class/", {"name": ""}, "class-name"),
        ("class/", {"name": "A", "keep_days": "0"}, "class-keep_days"),
        ("interruptions/", {"how": "exactly"}, "interruptions-exactly"),
        ("interruptions/", {"how": "chance", "session_limit_ms": "soon"}, "interruptions-session_limit_ms"),
        ("example/", {"text": "{}"}, "example-text"),
        ("example/", {}, "example-text"),
        ("criteria/add/", {"name": ""}, "criterion-name"),
    ],
)
def test_what_cannot_be_is_refused_with_a_way_to_its_field(
    spring: School, rest: str, said: dict[str, Any], field: str
) -> None:
    before = Exercise.objects.values().get()
    answer = post(spring, rest, form(**said))
    page = answer.content.decode()
    assert (answer.status_code, Exercise.objects.values().get()) == (422, before)
    assert 'id="error-summary" tabindex="-1" autofocus' in page
    assert f'<a href="#{field}">' in page
    assert f'id="{field}"' in page


def test_a_form_without_its_hidden_field_is_refused(spring: School) -> None:
    answers = [post(spring, rest, {}).status_code for rest in ("edit/", "class/", "joining/", "joining/code/")]
    assert answers == [422] * 4


def test_what_interrupts_new_plans_is_set(spring: School) -> None:
    post(spring, "interruptions/", form(how="exactly", exactly="3", downtime_ms="2 min"))
    assert spring.now().exercise.interruptions == {"exactly": 3, "downtime_seconds": 120}
    shown = spring.as_instructor.get(spring.address("exercise/")).context["forms"]["interruptions"]
    assert (shown["how"].value(), shown["exactly"].value()) == ("exactly", 3)


def test_a_plan_file_becomes_the_example(spring: School) -> None:
    post(spring, "example/", form(text=write_plan(sketch("Read\nPay !"))))
    assert "2 steps, 0 checkpoints" in spring.as_instructor.get(spring.address("exercise/")).content.decode()


def test_the_class_closes_and_opens_and_has_another_code(spring: School) -> None:
    post(spring, "joining/", form(is_open="no"))
    assert spring.now().is_open is False
    assert "The class takes nobody in." in spring.as_instructor.get(spring.address("exercise/")).content.decode()
    post(spring, "joining/", form(is_open="yes"))
    twice = form()
    post(spring, "joining/code/", twice)
    code = spring.now().join_code
    post(spring, "joining/code/", twice)
    assert (spring.now().is_open, spring.now().join_code) == (True, code)
    assert code != spring.classroom.join_code


def test_criteria_are_added_changed_moved_and_removed(spring: School) -> None:
    rows = list(criteria.of(spring.classroom))
    second = f"criteria/{rows[1].pk}/"
    post(spring, f"{second}edit/", form(name="Places", level_0="none"))
    twice = form()
    for _ in range(2):
        post(spring, f"{second}down/", twice)
    post(spring, "criteria/add/", form(name="Words"))
    post(spring, f"criteria/{rows[0].pk}/remove/", form())
    assert [row.name for row in criteria.of(spring.classroom)] == [
        "Unsafe points",
        "Places",
        "State and resume",
        "Words",
    ]
    post(spring, f"{second}up/", form())
    assert [row.name for row in criteria.of(spring.classroom)][:2] == ["Places", "Unsafe points"]


def test_a_criterion_that_is_refused_stays_open_as_it_was_typed(spring: School) -> None:
    first = criteria.of(spring.classroom)[0]
    answer = post(spring, f"criteria/{first.pk}/edit/", form(name="", level_3="All of it"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "<details open>" in page
    assert 'value="All of it"' in page


def test_a_criterion_of_another_class_is_not_found(spring: School) -> None:
    foreign = criteria.of(school("Other", teacher="other").classroom)[0]
    for act in ("edit/", "up/", "down/"):
        assert post(spring, f"criteria/{foreign.pk}/{act}", form(name="Mine")).status_code == 404


def test_assistants_learners_and_strangers_find_nothing(spring: School) -> None:
    strangers = [
        spring.join_as_guest()[0],
        signed_in(spring.add_assistant()),
        school("Other", teacher="other").as_instructor,
    ]
    for client in strangers:
        assert client.get(spring.address("exercise/")).status_code == 404
        assert client.post(spring.address("exercise/edit/"), form(title="Mine")).status_code == 404
    assert spring.now().exercise.title == "Spring"


def test_the_number_of_queries_does_not_grow_with_the_rubric(spring: School) -> None:
    client, counts = spring.as_instructor, []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(spring.address("exercise/"))
        counts.append(len(queries))
        for number in range(20):
            criteria.add(spring.classroom, name=f"{number}", levels=["", "", "", ""])
    assert counts[0] == counts[1] <= 6
