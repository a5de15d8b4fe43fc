"""The worked example fades from screen to screen, and keeps what a person says to each."""

import pytest

from planner.core.check import check_plan
from planner.core.errors import PlanError
from planner.core.finding import Severity
from planner.core.planfile import read_plan
from planner.core.vocabulary import Question
from planner.models import Explanation, Person, User
from planner.privacy import private_in
from planner.services import demo, people, plans, walkthrough
from planner.services.own_words import TextHasMoved
from planner.services.walkthrough import SCREENS, WORKED

ALL, NO_RESUME, NO_GUARDS, OWN = SCREENS


@pytest.fixture
def person(db: None) -> Person:
    return people.browser("a browser")


def test_the_worked_plan_leaves_nothing_open() -> None:
    plan = walkthrough.plan_on(ALL)
    assert plan == read_plan(WORKED.read_bytes())
    assert [one for one in check_plan(plan, spot=private_in) if one.severity is Severity.FIX] == []
    assert all(step.replay_risk for step in plan.steps)
    replies = [one.answers.to(question) for one in plan.checkpoints for question in Question]
    assert all(reply.answer and reply.reason for reply in replies)


def test_it_has_the_steps_and_checkpoints_of_the_example_that_people_copy() -> None:
    worked, copied = walkthrough.plan_on(ALL), demo.worked_example()
    for one in (worked, copied):
        assert one.title == "Weekly donor thank-you run"
    assert [(step.id, step.name, step.kind, step.duration_ms, step.items) for step in worked.steps] == [
        (step.id, step.name, step.kind, step.duration_ms, step.items) for step in copied.steps
    ]
    assert [(one.id, one.after, one.snapshot) for one in worked.checkpoints] == [
        (one.id, one.after, one.snapshot) for one in copied.checkpoints
    ]


def test_without_guards_nothing_gives_them_away() -> None:
    plan = walkthrough.plan_on(NO_GUARDS)
    assert {(step.guards, step.replay_risk) for step in plan.steps} == {((), None)}
    assert {one.answers.repeatable.reason for one in plan.checkpoints} == {""}


def test_each_screen_shows_less() -> None:
    assert [(one.shows_guards, one.shows_resume) for one in SCREENS[:3]] == [
        (True, True),
        (True, False),
        (False, False),
    ]


def test_an_answer_is_kept_and_can_be_changed(person: Person) -> None:
    walkthrough.answer(person, screen=ALL, text=" Drafting takes\r\nlong. ", before="")
    walkthrough.answer(person, screen=OWN, text="The invoice.", before="")
    walkthrough.answer(person, screen=ALL, text="It differs each time.", before="Drafting takes\r\nlong.")
    assert walkthrough.said_by(person) == {1: "It differs each time.", 4: "The invoice."}


def test_an_answer_from_another_tab_is_not_written_over(person: Person) -> None:
    walkthrough.answer(person, screen=ALL, text="From the other tab.", before="")
    with pytest.raises(TextHasMoved) as moved:
        walkthrough.answer(person, screen=ALL, text="From this one.", before="")
    assert moved.value.theirs == "From the other tab."
    assert walkthrough.said_by(person) == {1: "From the other tab."}
    walkthrough.answer(person, screen=ALL, text="From this one.", before="From the other tab.")
    assert walkthrough.said_by(person) == {1: "From this one."}


def test_the_same_answer_from_two_tabs_is_no_conflict(person: Person) -> None:
    for _ in range(2):
        walkthrough.answer(person, screen=ALL, text="It differs each time.", before="")
    assert walkthrough.said_by(person) == {1: "It differs each time."}


@pytest.mark.parametrize("text", ["", " \n ", "no\x00thing", "x" * 5_001])
def test_what_is_no_answer_is_refused(person: Person, text: str) -> None:
    with pytest.raises(PlanError) as refused:
        walkthrough.answer(person, screen=ALL, text=text, before="")
    assert (refused.value.path, Explanation.objects.count()) == ("text", 0)


def test_others_see_nothing_of_it(person: Person) -> None:
    walkthrough.answer(person, screen=ALL, text="It differs each time.", before="")
    assert walkthrough.said_by(people.browser("another")) == {}


def test_answers_go_with_the_person_who_signs_in(person: Person) -> None:
    user = User.objects.create_user("ann")
    ann = people.signed_in(user)
    walkthrough.answer(ann, screen=ALL, text="Ann's own.", before="")
    walkthrough.answer(person, screen=ALL, text="The browser's.", before="")
    walkthrough.answer(person, screen=OWN, text="The invoice.", before="")
    plans.adopt("a browser", user)
    assert walkthrough.said_by(ann) == {1: "Ann's own.", 4: "The invoice."}
    assert walkthrough.said_by(person) == {}
