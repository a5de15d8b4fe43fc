"""Sharing out reviews: evenly among some of the staff, or by hand."""

from collections import Counter
from uuid import uuid4

import pytest

from planner.core.errors import PlanError
from planner.models import Assignment, Member, Role
from planner.services.classes import assigning, members, reviewing
from planner.services.classes.enlisting import enlist
from planner.services.classes.reviewing import Draft, Remark, Verdict, account_of
from tests.services.classes.crowded import NOW, assistant, handed_in, many, opened_class

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def held() -> list[int]:
    return sorted(Counter(Assignment.objects.values_list("reviewer", flat=True)).values())


def test_seven_are_shared_among_three(teacher: Member) -> None:
    many(teacher.classroom, 7)
    three = [teacher.user_id, assistant(teacher.classroom).user_id, assistant(teacher.classroom).user_id]
    among = [user for user in three if user]
    assert assigning.divide(teacher, among=among, now=NOW) == 7
    assert held() == [2, 2, 3]
    assert assigning.divide(teacher, among=among, now=NOW) == 0


def test_who_has_fewer_gets_more_and_what_is_somebodys_stays_theirs(teacher: Member) -> None:
    submissions = many(teacher.classroom, 4)
    other = assistant(teacher.classroom)
    enlist(teacher.classroom.exercise)
    given = [one.pk for one in submissions[:2]]
    assert assigning.assign(teacher, submissions=given, to=other.user_id) == 2
    assigning.divide(teacher, among=[teacher.user_id or 0, other.user_id or 0], now=NOW)
    assert held() == [2, 2]
    assert set(Assignment.objects.filter(reviewer=account_of(other)).values_list("submission", flat=True)) == set(given)


def test_what_has_its_verdict_is_not_shared(teacher: Member) -> None:
    draft = Draft(remarks=(Remark(text="Why?"),))
    done = handed_in(teacher.classroom)
    reviewing.give(done, teacher, draft, verdict=Verdict.CHANGES, newest=1, now=NOW)
    assert assigning.divide(teacher, among=[teacher.user_id or 0], now=NOW) == 0


@pytest.mark.parametrize("among", [[], [0]])
def test_only_those_who_review_here_share(teacher: Member, among: list[int]) -> None:
    with pytest.raises(PlanError) as refused:
        assigning.divide(teacher, among=among, now=NOW)
    assert refused.value.path == "among"


def test_a_hand_in_goes_to_another_and_to_nobody(teacher: Member) -> None:
    one, other = handed_in(teacher.classroom), assistant(teacher.classroom)
    enlist(teacher.classroom.exercise)
    for to in (teacher.user_id, other.user_id):
        assigning.assign(teacher, submissions=[one.pk, uuid4()], to=to)
        assert list(Assignment.objects.values_list("reviewer", flat=True)) == [to]
    assert assigning.assign(teacher, submissions=[one.pk], to=None) == 1
    assert not Assignment.objects.exists()


def test_a_stranger_is_given_nothing_and_nothing_of_another_class_is_given(teacher: Member) -> None:
    elsewhere = opened_class("Autumn")
    foreign = handed_in(elsewhere.classroom)
    enlist(elsewhere.classroom.exercise)
    with pytest.raises(PlanError):
        assigning.assign(teacher, submissions=[foreign.pk], to=elsewhere.user_id)
    assert assigning.assign(teacher, submissions=[foreign.pk], to=teacher.user_id) == 0


def test_what_somebody_who_leaves_was_to_review_is_nobodys_again(teacher: Member) -> None:
    many(teacher.classroom, 3)
    first, second = assistant(teacher.classroom), assistant(teacher.classroom, "Sam O.")
    among = [teacher.user_id or 0, first.user_id or 0, second.user_id or 0]
    assigning.divide(teacher, among=among, now=NOW)
    elsewhere = handed_in(opened_class("Autumn").classroom)
    Assignment.objects.create(submission=elsewhere, reviewer=account_of(first))
    members.remove(first)
    members.change_role(second, Role.LEARNER)
    left = Assignment.objects.values_list("submission__plan__exercise__title", "reviewer")
    assert sorted(left) == [("Autumn", first.user_id), ("Spring", teacher.user_id)]
    assert assigning.divide(teacher, among=[teacher.user_id or 0], now=NOW) == 2
