"""The gradebook: one row for each learner, by the review whose verdict stands."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner.exports.gradebook import Grade
from planner.models import Member, Role, RosterEntry, Submission, User
from planner.services import steps, submissions
from planner.services.classes import gradebook, reviewing
from planner.services.classes.reviewing import Draft, Remark, Verdict
from tests.services.classes.crowded import NOW, assistant, handed_in, many, opened_class
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def criteria(member: Member) -> list[int]:
    return list(member.classroom.exercise.criteria.order_by("position").values_list("pk", flat=True))


def graded(member: Member) -> list[Grade]:
    return gradebook.grades(member, criteria(member))


def reviewed(member: Member, submission: Submission, verdict: Verdict, points: int) -> None:
    draft = Draft(points=dict.fromkeys(criteria(member), points), remarks=(Remark(text="So."),))
    newest = reviewing.newest_of(submission)
    reviewing.give(submission, member, draft, verdict=verdict, newest=newest, now=NOW)


def again(submission: Submission) -> Submission:
    plan = submission.plan
    plan.refresh_from_db()
    steps.edit(plan, step="work", name="Work hard", version=plan.version, key=new_key())
    return submissions.hand_in(plan, version=plan.version, key=new_key())


def test_each_learner_has_a_row_whatever_they_have_done(teacher: Member) -> None:
    account = User.objects.create_user("bo")
    bo = Member.objects.create(classroom=teacher.classroom, user=account, name="Bo", role=Role.LEARNER)
    RosterEntry.objects.create(classroom=teacher.classroom, name="Bo", number="17", member=bo)
    waits, done = handed_in(teacher.classroom, "Ash"), handed_in(teacher.classroom, "Cleo")
    reviewed(teacher, done, Verdict.ACCEPTED, 3)
    nothing, three = (None,) * 4, (3,) * 4
    numbers = {one.name: one.learner for one in graded(teacher)}
    assert graded(teacher) == [
        Grade(name="Ash", learner=numbers["Ash"], hand_ins=1, state="handed in", points=nothing),
        Grade(name="Bo", number="17", login="bo", state="nothing handed in", points=nothing),
        Grade(name="Cleo", learner=numbers["Cleo"], hand_ins=1, state="accepted", points=three),
    ]
    assert waits.number == 1


def test_after_a_new_hand_in_the_points_stay_until_the_next_review(teacher: Member) -> None:
    first = handed_in(teacher.classroom, "Ash")
    reviewed(teacher, first, Verdict.CHANGES, 1)
    asked = graded(teacher)
    second = again(first)
    waiting = graded(teacher)
    reviewed(teacher, second, Verdict.ACCEPTED, 3)
    told = [(one.state, one.total, one.hand_ins) for (one,) in (asked, waiting, graded(teacher))]
    assert told == [("changes asked for", 4, 1), ("handed in", 4, 2), ("accepted", 12, 2)]


def test_the_first_verdict_counts_and_what_is_added_does_not(teacher: Member) -> None:
    submission = handed_in(teacher.classroom, "Ash")
    reviewed(teacher, submission, Verdict.ACCEPTED, 2)
    added = Draft(points=dict.fromkeys(criteria(teacher), 0))
    reviewing.add_to(submission, assistant(teacher.classroom), added, now=NOW)
    assert [one.total for one in graded(teacher)] == [8]


def test_a_draft_gives_no_points(teacher: Member) -> None:
    submission = handed_in(teacher.classroom, "Ash")
    reviewing.save(submission, teacher, Draft(points=dict.fromkeys(criteria(teacher), 2)))
    assert [one.total for one in graded(teacher)] == [None]


def test_the_files_have_the_name_of_the_exercise(teacher: Member) -> None:
    handed_in(teacher.classroom, "Ash")
    found = {program: gradebook.file(teacher, program) for program in gradebook.PROGRAMS}
    assert [b",Spring\r\n" in found[program] for program in ("canvas", "moodle")] == [True, True]
    assert b"Points Possible,,,,,12\r\n" in found["canvas"]


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for number in (2, 50):
        member = opened_class(str(number))
        for submission in many(member.classroom, number)[:number]:
            reviewed(member, submission, Verdict.ACCEPTED, 1)
        gradebook.file(member, "moodle")
        with CaptureQueriesContext(connection) as queries:
            gradebook.file(member, "moodle")
        counts.append(len(queries))
    assert counts == [6, 6]
