"""Plans are started, imported, found by their owner alone, and kept when a browser's person signs in."""

import uuid
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from planner import models
from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.plan import Checkpoint, Plan, Step, Variable
from planner.core.planfile import read_plan, write_plan
from planner.models import Person, User
from planner.services import demo, exercises, plans
from tests.services.stored import new_key, stored

pytestmark = pytest.mark.django_db

EXAMPLE = Path("planner/data/example.json").read_bytes()


@pytest.fixture
def user() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def browser() -> Person:
    return Person(session_token="a browser")


def test_a_plan_can_be_started_without_an_account(browser: Person) -> None:
    row = plans.create(browser, title="My run", goal="Do it once.", key=new_key())
    assert core_plan(row) == Plan(title="My run", goal="Do it once.")
    assert (row.owner, row.session_token, row.version, row.exercise) == (None, "a browser", 1, None)


def test_a_plan_is_started_once_for_each_form(browser: Person, user: User) -> None:
    key = new_key()
    first = plans.create(browser, title="My run", key=key)
    assert plans.create(browser, title="My run", key=key) == first
    assert plans.create(browser, title="Another", key=key) != first
    assert plans.create(Person(user=user), title="My run", key=key) != first
    assert plans.create(Person(session_token="other"), title="My run", key=key) != first
    assert models.Plan.objects.count() == 4


def test_a_plan_file_is_imported_once_for_each_form(browser: Person) -> None:
    key = new_key()
    first = plans.import_file(browser, EXAMPLE, key=key)
    assert plans.import_file(browser, EXAMPLE, key=key) == first
    assert write_plan(core_plan(plans.find(browser, first.pk))) == write_plan(read_plan(EXAMPLE))
    assert first.steps.count() == 8


@pytest.mark.parametrize("title", ["", "  \n"])
def test_a_plan_needs_a_title(title: str, browser: Person) -> None:
    with pytest.raises(PlanError) as refused:
        plans.create(browser, title=title, key=new_key())
    assert refused.value.path == "title"
    assert models.Plan.objects.count() == 0


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", EXAMPLE[:-9]])
def test_what_is_no_plan_file_leaves_nothing_behind(content: bytes, browser: Person) -> None:
    with pytest.raises(PlanError):
        plans.import_file(browser, content, key=new_key())
    assert models.Plan.objects.count() == 0


LONG = "v" * 2_001


@pytest.mark.parametrize(
    ("plan", "path"),
    [
        (Plan(title="Run", state=(Variable(name=LONG),)), "state[0].name"),
        (Plan(title="Run", steps=(Step(id=LONG),)), "steps[0].id"),
        (Plan(title="Run", steps=(Step(id="s1", needs=("v", LONG)),)), "steps[0].needs[1]"),
        (Plan(title="Run", steps=(Step(id="s1", produces=(LONG,)),)), "steps[0].produces[0]"),
        (Plan(title="Run", steps=(Step(id="s"),), checkpoints=(Checkpoint(id=LONG, after="s"),)), "checkpoints[0].id"),
        (
            Plan(title="Run", steps=(Step(id="s"),), checkpoints=(Checkpoint(id="a", after="s", snapshot=(LONG,)),)),
            "checkpoints[0].snapshot[0]",
        ),
    ],
)
def test_a_name_that_no_index_takes_is_refused_with_its_place(plan: Plan, path: str, browser: Person) -> None:
    with pytest.raises(PlanError) as refused:
        plans.import_file(browser, write_plan(plan), key=new_key())
    assert (refused.value.path, refused.value.problem) == (path, "an id or a name of at most 2,000 bytes")


def test_text_may_be_as_long_as_a_plan_file_allows(browser: Person) -> None:
    long = "long " * 20_000
    plan = Plan(title=long, goal=long, steps=(Step(id="s1", name=long, notes=long),))
    assert core_plan(plans.import_file(browser, write_plan(plan), key=new_key())) == plan


def test_a_person_finds_their_own_plans_alone(browser: Person, user: User) -> None:
    mine, theirs = (plans.create(person, title="Run", key=new_key()) for person in (browser, Person(user=user)))
    assert list(plans.visible_to(browser)) == [mine]
    assert list(plans.visible_to(Person(user=user))) == [theirs]
    assert list(plans.visible_to(Person(session_token="other"))) == []
    assert plans.find(browser, mine.pk) == mine
    for plan_id in (theirs.pk, uuid.uuid4()):
        with pytest.raises(models.Plan.DoesNotExist):
            plans.find(browser, plan_id)


def test_the_plan_changed_last_comes_first(browser: Person) -> None:
    rows = [plans.create(browser, title=title, key=new_key()) for title in ("One", "Two")]
    plans.describe(rows[0], title="One again", version=1, key=new_key())
    assert [row.title for row in plans.visible_to(browser)] == ["One again", "Two"]


def test_the_plans_of_a_browser_are_kept_at_sign_in(browser: Person, user: User) -> None:
    kept = plans.create(browser, title="Mine", key=new_key())
    others = plans.create(Person(session_token="other"), title="Not mine", key=new_key())
    assert plans.adopt("a browser", user) == 1
    assert list(plans.visible_to(Person(user=user))) == [kept]
    assert list(plans.visible_to(browser)) == []
    assert plans.find(Person(session_token="other"), others.pk) == others
    assert plans.adopt("a browser", user) == 0


def test_a_form_sent_before_and_after_sign_in_is_no_obstacle(browser: Person, user: User) -> None:
    key = new_key()
    rows = [plans.create(person, title="Run", key=key) for person in (browser, Person(user=user))]
    assert plans.adopt("a browser", user) == 1
    assert set(plans.visible_to(Person(user=user))) == set(rows)
    assert plans.create(Person(user=user), title="Run", key=key) == rows[1]


def test_a_person_is_a_user_or_a_browser(user: User) -> None:
    for wrong in ({}, {"user": user, "session_token": "a browser"}):
        with pytest.raises(ValueError, match="either a user or the token"):
            Person(**wrong)  # type: ignore[arg-type]


def test_a_deleted_plan_leaves_nothing_behind() -> None:
    row = stored("Read\n|\nPay ! [lookup]\nstate: token")
    plans.delete(row)
    for table in (models.Plan, models.Step, models.StepVariable, models.PlannedGuard, models.Answer, models.StateItem):
        assert table._default_manager.count() == 0


def test_seeding_makes_the_example_the_exercise_and_the_instructor_once() -> None:
    assert exercises.default() is None
    first, again = demo.seed(), demo.seed()
    assert core_plan(first.example) == read_plan(EXAMPLE) == demo.worked_example()
    assert exercises.default() == first.exercise == again.exercise
    assert (again.example, again.instructor, again.password) == (first.example, first.instructor, None)
    assert first.password is not None
    assert first.instructor.check_password(first.password)
    assert (first.instructor.username, first.instructor.is_staff, first.instructor.is_superuser) == (
        "instructor",
        True,
        False,
    )
    assert (models.Plan.objects.count(), models.Exercise.objects.count(), User.objects.count()) == (1, 1, 1)


def test_an_exercise_that_plans_belong_to_cannot_be_deleted() -> None:
    seeded = demo.seed()
    with pytest.raises(IntegrityError), transaction.atomic():
        seeded.exercise.delete()
