"""Everything of a person: to take away, and to delete."""

import json
from uuid import uuid4

import pytest
from django.utils import timezone

from planner.core.errors import PlanError
from planner.core.planfile import read_plan
from planner.models import Classroom, Explanation, Member, Person, Plan, Review, Role, Submission, User
from planner.services import mine, submissions, walkthrough
from planner.services.classes import classrooms, members
from planner.services.walkthrough import SCREENS
from tests.services.ready import ready, ready_plan
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

GUEST = Person(session_token="a browser")
OTHER = Person(session_token="another browser")


def new_class() -> Classroom:
    return classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))


def with_work() -> Plan:
    """A guest in a class, who has answered, tested and handed in."""
    members.join(GUEST, new_class(), name="Kim")
    walkthrough.answer(GUEST, screen=SCREENS[0], text="Because of the drafts.", before="")
    row = ready()
    submissions.hand_in(row, version=row.version, key=new_key())
    return row


def test_there_is_as_much_as_was_made() -> None:
    with_work()
    held = mine.holdings(GUEST)
    assert (held.plans, held.hand_ins, held.answers) == (1, 1, 1)
    assert [member.name for member in held.memberships] == ["Kim"]
    assert mine.holdings(OTHER) == mine.Holdings(plans=0, hand_ins=0, answers=0, memberships=())


def test_the_files_hold_the_plan_the_hand_in_and_the_reviews_that_were_given() -> None:
    row = with_work()
    handed_in, teacher = Submission.objects.get(), User.objects.get()
    draft = Review.objects.create(submission=handed_in, reviewer=teacher)
    draft.comments.create(text="Not yet.")
    given = Review.objects.create(submission=handed_in, verdict="accepted", given_at=timezone.now())
    given.comments.create(text="Well guarded.")
    files = {file.name: file.content for file in mine.files(GUEST)}
    folder = f"plans/01-{row.title.lower().replace(' ', '-')}"
    assert list(files) == [
        "person.json",
        "example-answers.json",
        f"{folder}/plan.json",
        f"{folder}/reasons.json",
        f"{folder}/tests.json",
        f"{folder}/hand-in-1/plan.json",
        f"{folder}/hand-in-1/hand-in.json",
    ]
    assert read_plan(files[f"{folder}/plan.json"]) == read_plan(files[f"{folder}/hand-in-1/plan.json"]) == ready_plan()
    assert json.loads(files["example-answers.json"])[0]["answer"] == "Because of the drafts."
    reviews = json.loads(files[f"{folder}/hand-in-1/hand-in.json"])["reviews"]
    assert [(one["verdict"], one["comments"]) for one in reviews] == [("accepted", ["Well guarded."])]


def test_who_reviews_takes_along_what_they_wrote_and_leaves_the_learners_what_was_given() -> None:
    with_work()
    handed_in, teacher, other = Submission.objects.get(), User.objects.get(), User.objects.create_user("other")
    for verdict, text in (("", "Not yet."), ("accepted", "Well guarded.")):
        given_at = timezone.now() if verdict else None
        review = Review.objects.create(
            submission=handed_in, reviewer=other if verdict else teacher, verdict=verdict, given_at=given_at
        )
        review.comments.create(text=text)
    (written,) = (file for file in mine.files(Person(user=teacher)) if file.name == "reviews-written.json")
    assert json.loads(written.content) == [
        {"learner": None, "hand-in": 1, "verdict": "", "at": None, "points": {}, "comments": ["Not yet."]}
    ]
    Member.objects.create(classroom=Classroom.objects.get(), user=other, role=Role.INSTRUCTOR, name="O")
    mine.delete_account(teacher)
    assert [(one.verdict, one.reviewer) for one in Review.objects.all()] == [("accepted", other)]


def test_deleting_leaves_nothing_of_the_person_and_everything_of_the_others() -> None:
    with_work()
    other = Plan.objects.create(session_token=OTHER.session_token, title="Theirs")
    mine.delete(GUEST)
    assert list(Plan.objects.all()) == [other]
    assert (Submission.objects.count(), Explanation.objects.count()) == (0, 0)
    assert list(Member.objects.values_list("role", flat=True)) == [Role.INSTRUCTOR]


def test_those_who_teach_keep_their_class_when_they_delete_their_work() -> None:
    classroom = new_class()
    mine.delete(Person(user=User.objects.get()))
    assert classroom.members.get().role == Role.INSTRUCTOR


def test_an_account_goes_unless_a_class_needs_it() -> None:
    classroom, other = new_class(), User.objects.create_user("other")
    teacher = User.objects.get(username="teacher")
    with pytest.raises(PlanError, match="somebody else an instructor of “Spring”"):
        mine.delete_account(teacher)
    assert User.objects.count() == 2
    Member.objects.create(classroom=classroom, user=other, role=Role.INSTRUCTOR, name="O")
    mine.delete_account(teacher)
    assert list(User.objects.all()) == [other]
