"""The queue of hand-ins: numbers for names, an order for each reviewer, and how far each is."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner.models import Assignment, ClassWork, Member, Review
from planner.services import steps, submissions
from planner.services.classes import members, queue, reviewing
from planner.services.classes.enlisting import enlist
from planner.services.classes.queue import Counts, Show, State
from planner.services.classes.reviewing import Draft, Remark, Verdict, account_of
from tests.services.classes.crowded import NOW, assistant, handed_in, learner, many, opened_class
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def shown(member: Member, *, names: bool = False, mine: bool = False, number: int = 1) -> queue.Page:
    queue.counts(member, now=NOW)
    return queue.page(member, show=Show.ALL, mine=mine, number=number, names=names, now=NOW)


def test_learners_are_numbers_that_stay(teacher: Member) -> None:
    for name in ("Ash", "Bo", "Cleo"):
        handed_in(teacher.classroom, name)
    first = {entry.submission: entry.number for entry in shown(teacher).entries}
    assert sorted(first.values()) == [1, 2, 3]
    handed_in(teacher.classroom, "Dee")
    later = {entry.submission: entry.number for entry in shown(teacher).entries}
    assert {submission: later[submission] for submission in first} == first
    assert sorted(later.values()) == [1, 2, 3, 4]


def test_names_show_where_they_are_asked_for_and_the_class_allows_it(teacher: Member) -> None:
    handed_in(teacher.classroom, "Ash")
    assert [entry.name for entry in shown(teacher).entries] == [""]
    assert [entry.name for entry in shown(teacher, names=True).entries] == ["Ash"]
    teacher.classroom.names_allowed = False
    assert [entry.name for entry in shown(teacher, names=True).entries] == [""]


def test_each_reviewer_has_an_order_that_stays(teacher: Member) -> None:
    many(teacher.classroom, 12)
    other = assistant(teacher.classroom)
    orders = [[entry.submission for entry in shown(member).entries] for member in (teacher, teacher, other)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])
    handed_in(teacher.classroom)
    assert [one for one in (entry.submission for entry in shown(teacher).entries) if one in orders[0]] == orders[0]


def test_what_is_of_another_class_is_not_there(teacher: Member) -> None:
    handed_in(opened_class("Autumn").classroom)
    assert shown(teacher).entries == ()


def test_a_hand_in_goes_from_waiting_to_its_verdict_and_comes_again(teacher: Member) -> None:
    first = handed_in(teacher.classroom)
    states = [shown(teacher).entries[0].state]
    reviewing.look_at(first, teacher, now=NOW)
    states.append(shown(teacher).entries[0].state)
    draft = Draft(remarks=(Remark(text="Why there?"),))
    reviewing.give(first, teacher, draft, verdict=Verdict.CHANGES, newest=1, now=NOW)
    states.append(shown(teacher).entries[0].state)
    steps.edit(first.plan, step="work", name="Work hard", version=first.plan.version, key=new_key())
    submissions.hand_in(first.plan, version=first.plan.version, key=new_key())
    entry = shown(teacher).entries[0]
    states.append(entry.state)
    assert states == [State.WAITING, State.REVIEWING, State.CHANGES, State.AGAIN]
    assert (entry.attempt, entry.number) == (2, 1)
    assert queue.counts(teacher, now=NOW) == Counts(to_review=1, changes=0, accepted=0)


def test_a_hand_in_is_open_for_ten_minutes_after_it_was_looked_at(teacher: Member) -> None:
    other = assistant(teacher.classroom)
    reviewing.look_at(handed_in(teacher.classroom), other, now=NOW - timedelta(minutes=9))
    assert [(entry.state, entry.open_by) for entry in shown(teacher).entries] == [(State.REVIEWING, ("Priya R.",))]
    later = queue.page(teacher, show=Show.ALL, mine=False, number=1, names=False, now=NOW + timedelta(minutes=2))
    assert [(entry.state, entry.open_by) for entry in later.entries] == [(State.WAITING, ())]


def test_a_draft_keeps_it_in_review(teacher: Member) -> None:
    Review.objects.create(submission=handed_in(teacher.classroom), reviewer=account_of(teacher))
    assert [entry.state for entry in shown(teacher).entries] == [State.REVIEWING]


def test_the_draft_of_one_who_has_left_keeps_nothing_in_review(teacher: Member) -> None:
    other = assistant(teacher.classroom)
    Review.objects.create(submission=handed_in(teacher.classroom), reviewer=account_of(other))
    members.remove(other)
    assert [entry.state for entry in shown(teacher).entries] == [State.WAITING]


def test_mine_are_those_that_are_given_to_me_and_the_next_hand_in_stays_mine(teacher: Member) -> None:
    mine, _ = handed_in(teacher.classroom, "Ash"), handed_in(teacher.classroom, "Bo")
    shown(teacher)
    Assignment.objects.create(submission=mine, reviewer=account_of(teacher))
    assert [(one.submission, one.is_mine) for one in shown(teacher, mine=True).entries] == [(mine.pk, True)]
    steps.edit(mine.plan, step="work", name="Work hard", version=mine.plan.version, key=new_key())
    again = submissions.hand_in(mine.plan, version=mine.plan.version, key=new_key())
    assert [(one.submission, one.reviewer) for one in shown(teacher, mine=True).entries] == [(again.pk, "Tea Cher")]


def test_pages_hold_twenty_five_and_a_number_too_high_is_the_last(teacher: Member) -> None:
    many(teacher.classroom, 27)
    first, last = shown(teacher), shown(teacher, number=99)
    assert (len(first.entries), first.pages, len(last.entries), last.number) == (25, 2, 2, 2)
    assert not {one.submission for one in first.entries} & {one.submission for one in last.entries}


def test_the_next_is_behind_this_one_mine_first_and_nobody_elses(teacher: Member) -> None:
    many(teacher.classroom, 4)
    other = assistant(teacher.classroom)
    first, second, third, fourth = [entry.submission for entry in shown(teacher).entries]
    assert queue.following(teacher, first, now=NOW) == second
    assert queue.following(teacher, fourth, now=NOW) == first
    Assignment.objects.create(submission_id=second, reviewer=account_of(other))
    assert queue.following(teacher, first, now=NOW) == third
    Assignment.objects.create(submission_id=fourth, reviewer=account_of(teacher))
    assert queue.following(teacher, first, now=NOW) == fourth
    reviewing.look_at(reviewing.find(teacher, fourth), other, now=NOW)
    assert queue.following(teacher, first, now=NOW) == third


def test_who_begins_is_led_to_their_own_and_past_what_others_have(teacher: Member) -> None:
    many(teacher.classroom, 3)
    other = assistant(teacher.classroom)
    first, second, third = [entry.submission for entry in shown(teacher).entries]
    begun = [queue.following(teacher, None, now=NOW)]
    Assignment.objects.create(submission_id=first, reviewer=account_of(other))
    begun.append(queue.following(teacher, None, now=NOW))
    Assignment.objects.create(submission_id=third, reviewer=account_of(teacher))
    begun.append(queue.following(teacher, None, now=NOW))
    assert begun == [first, second, third]


def test_nothing_is_next_where_all_have_a_verdict(teacher: Member) -> None:
    only = handed_in(teacher.classroom)
    shown(teacher)
    assert queue.following(teacher, only.pk, now=NOW) is None


def test_around_a_hand_in_stand_those_behind_it_first(teacher: Member) -> None:
    many(teacher.classroom, 4)
    order = [entry.submission for entry in shown(teacher).entries]
    found = queue.around(teacher, order[2], names=False, now=NOW, most=3)
    assert [entry.submission for entry in found] == [order[2], order[3], order[0]]


def test_around_a_hand_in_nothing_stands_that_others_are_to_review(teacher: Member) -> None:
    many(teacher.classroom, 4)
    order = [entry.submission for entry in shown(teacher).entries]
    Assignment.objects.create(submission_id=order[1], reviewer=account_of(assistant(teacher.classroom)))
    Assignment.objects.create(submission_id=order[3], reviewer=account_of(teacher))
    found = queue.around(teacher, order[0], names=False, now=NOW)
    assert [entry.submission for entry in found] == [order[0], order[3], order[2]]


def test_a_plan_that_was_tested_has_a_number_and_no_place_in_the_queue(teacher: Member) -> None:
    learner(teacher.classroom)
    assert shown(teacher).entries == ()
    assert ClassWork.objects.get().latest == 0


def test_numbers_are_given_once_whoever_asks(teacher: Member) -> None:
    handed_in(teacher.classroom)
    for _ in range(2):
        enlist(teacher.classroom.exercise)
    assert [(row.number, row.latest) for row in ClassWork.objects.all()] == [(1, 1)]


def test_the_number_of_queries_grows_with_nothing(teacher: Member) -> None:
    other = opened_class("Autumn")
    counts = []
    for member, number in ((teacher, 2), (other, 50)):
        many(member.classroom, number)
        with CaptureQueriesContext(connection) as new:
            shown(member, names=True)
        with CaptureQueriesContext(connection) as known:
            shown(member, names=True)
        counts.append((len(new), len(known)))
    assert counts[0] == counts[1]
    assert counts[0][1] == 9


def test_a_stranger_to_the_class_is_no_entry() -> None:
    assert queue.following(opened_class(), uuid4(), now=NOW) is None
