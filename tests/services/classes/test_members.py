"""Coming into a class, and coming back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from planner.core.errors import PlanError
from planner.models import Classroom, Member, Person, Role, RosterEntry, User
from planner.services.classes import classrooms, members

pytestmark = pytest.mark.django_db

GUEST = Person(session_token="a browser")


@pytest.fixture
def classroom() -> Classroom:
    return classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))


@pytest.fixture
def learner() -> User:
    return User.objects.create_user("learner")


def test_a_guest_joins_by_a_code_however_it_is_typed_and_comes_back_elsewhere(classroom: Classroom) -> None:
    code = classroom.join_code
    assert members.find_open(f" {code[:3].lower()}-{code[3:]} ") == classroom
    joined = members.join(GUEST, classroom, name=" Kim ")
    assert (joined.member.name, joined.member.role) == ("Kim", Role.LEARNER)
    assert members.come_back(joined.return_code.lower()) == GUEST
    assert joined.return_code not in str(Member.objects.values())


def test_nobody_comes_back_with_a_code_that_is_empty_or_wrong(classroom: Classroom) -> None:
    members.join(Person(user=User.objects.create_user("u")), classroom, name="U")
    assert members.come_back("") is None
    assert members.come_back("ABCD") is None


def test_joining_twice_is_joining_once_and_tells_no_new_code(classroom: Classroom) -> None:
    first = members.join(GUEST, classroom, name="Kim")
    again = members.join(GUEST, classroom, name="Kim again")
    assert (again.member, again.return_code) == (first.member, "")


@pytest.mark.parametrize("name", ["", "   ", "x" * 201])
def test_a_name_that_is_none_is_refused(classroom: Classroom, name: str) -> None:
    with pytest.raises(PlanError):
        members.join(GUEST, classroom, name=name)


def test_a_closed_class_takes_nobody_but_keeps_those_who_are_in(classroom: Classroom) -> None:
    inside = members.join(GUEST, classroom, name="Kim").member
    classrooms.edit(classroom, is_open=False)
    assert members.find_open(classroom.join_code) is None
    assert members.join(GUEST, classroom, name="Kim").member == inside
    with pytest.raises(PlanError, match="takes nobody"):
        members.join(Person(session_token="late"), classroom, name="Late")


def test_signing_in_keeps_the_membership(classroom: Classroom, learner: User) -> None:
    guest = members.join(GUEST, classroom, name="Kim").member
    members.adopt("a browser", learner)
    guest.refresh_from_db()
    assert (guest.user, guest.session_token, guest.return_code_hash) == (learner, "", "")


def test_one_who_is_in_twice_stays_in_once(classroom: Classroom, learner: User) -> None:
    own = members.join(Person(user=learner), classroom, name="Kim").member
    members.join(GUEST, classroom, name="Kim as a guest")
    members.adopt("a browser", learner)
    assert list(classroom.members.filter(role=Role.LEARNER)) == [own]


def test_an_invitation_works_once_and_in_time(classroom: Classroom, learner: User) -> None:
    now = timezone.now()
    invitation, token = members.invite(classroom, role=Role.ASSISTANT, now=now)
    assert members.find_invitation(token, now=now) == invitation
    assert members.find_invitation(token, now=now + timedelta(days=15)) is None
    assert members.find_invitation("guessed", now=now) is None
    assert members.accept(invitation, learner, now=now).role == Role.ASSISTANT
    assert members.find_invitation(token, now=now) is None
    with pytest.raises(PlanError, match="has been used"):
        members.accept(invitation, learner, now=now)


def test_nobody_is_invited_as_a_learner(classroom: Classroom) -> None:
    with pytest.raises(PlanError, match="join code"):
        members.invite(classroom, role=Role.LEARNER, now=timezone.now())


def test_an_instructor_who_accepts_an_invitation_stays_an_instructor(classroom: Classroom) -> None:
    now = timezone.now()
    invitation, _ = members.invite(classroom, role=Role.ASSISTANT, now=now)
    teacher = User.objects.get(username="teacher")
    assert members.accept(invitation, teacher, now=now).role == Role.INSTRUCTOR


def test_a_class_keeps_its_last_instructor(classroom: Classroom) -> None:
    last = classroom.members.get()
    with pytest.raises(PlanError, match="at least one instructor"):
        members.change_role(last, Role.ASSISTANT)
    with pytest.raises(PlanError, match="at least one instructor"):
        members.remove(last)


def test_a_guest_cannot_be_of_the_staff(classroom: Classroom) -> None:
    guest = members.join(GUEST, classroom, name="Kim").member
    with pytest.raises(PlanError, match="have accounts"):
        members.change_role(guest, Role.ASSISTANT)


def test_a_roster_knows_its_learners_when_they_come(classroom: Classroom) -> None:
    assert members.import_roster(classroom, [("Kim Lee", "17"), ("Ann", ""), ("Ann", "")]) == 2
    assert members.import_roster(classroom, [("Kim Lee-Park", "17")]) == 0
    joined = members.join(GUEST, classroom, name="kim lee-park").member
    assert list(RosterEntry.objects.values_list("name", "number", "member")) == [
        ("Ann", "", None),
        ("Kim Lee-Park", "17", joined.pk),
    ]
