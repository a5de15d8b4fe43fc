"""Coming into a class, and coming back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planner.core.errors import PlanError, require
from planner.models import Assignment, Classroom, Invitation, Member, Person, Role, RosterEntry
from planner.services.classes.codes import hash_of, new_return_code, tidy_code
from planner.services.draft import tidy_text
from planner.services.people import new_token

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from planner.models import User

INVITATION_LASTS = timedelta(days=14)
MOST_CHARACTERS_OF_A_NAME = 200


@dataclass(frozen=True, slots=True)
class Joined:
    """A membership; `return_code` is told to a guest once, when it is made."""

    member: Member
    return_code: str = ""


def find_open(code: str) -> Classroom | None:
    """Return the open class with this join code, however it is typed."""
    return Classroom.objects.select_related("exercise").filter(join_code=tidy_code(code), is_open=True).first()


def join(person: Person, classroom: Classroom, *, name: str) -> Joined:
    """Come into a class as a learner, once for each person; a guest is given a code to come back with.

    PlanError for a blank or endless name, and for a class that has closed meanwhile.
    """
    shown = tidy_text(name).strip()
    require(bool(shown), "name", "say what the class shall call you; it need not be your real name")
    require(len(shown) <= MOST_CHARACTERS_OF_A_NAME, "name", f"at most {MOST_CHARACTERS_OF_A_NAME} characters")
    with transaction.atomic():
        now = Classroom.objects.select_for_update().get(pk=classroom.pk)
        known = membership(person, now)
        if known:
            return Joined(known)
        require(now.is_open, "code", "this class takes nobody in any more")
        return _enter(person, now, shown)


def _enter(person: Person, classroom: Classroom, name: str) -> Joined:
    code = "" if person.user else new_return_code()
    member = Member.objects.create(
        classroom=classroom,
        user=person.user,
        session_token=person.session_token,
        return_code_hash=hash_of(code) if code else "",
        name=name,
    )
    expected = RosterEntry.objects.filter(classroom=classroom, member=None, name__iexact=name)
    if expected.count() == 1:
        expected.update(member=member)
    return Joined(member, code)


def membership(person: Person, classroom: Classroom) -> Member | None:
    """Return a person's membership in a class; None for one who is not in it."""
    return classroom.members.filter(user=person.user, session_token=person.session_token).first()


def come_back(code: str) -> Person | None:
    """Return the guest whom a return code belongs to; None if there is none."""
    tidy = tidy_code(code)
    member = Member.objects.filter(return_code_hash=hash_of(tidy), user=None).first() if tidy else None
    return Person(session_token=member.session_token) if member else None


def can_come_back(person: Person) -> bool:
    """Whether a guest has a code by which they come back, from some class."""
    return Member.objects.filter(session_token=person.session_token, user=None).exclude(return_code_hash="").exists()


def new_code_for(member: Member) -> str:
    """Give a guest another return code, which the old one ends with."""
    require(member.user_id is None, "", "an account comes back by signing in")
    code = new_return_code()
    Member.objects.filter(pk=member.pk).update(return_code_hash=hash_of(code))
    return code


def adopt(session_token: str, user: User) -> None:
    """Give the memberships of a browser to the user who signs in there, except where the user is a member already."""
    theirs = Member.objects.filter(user=user).values("classroom")
    guests = Member.objects.filter(session_token=session_token)
    guests.exclude(classroom__in=theirs).update(user=user, session_token="", return_code_hash="")
    guests.delete()


def invite(classroom: Classroom, *, role: Role, now: datetime) -> tuple[Invitation, str]:
    """Invite one more instructor or assistant; the token in the answer is shown once and kept only as a hash."""
    require(role is not Role.LEARNER, "role", "learners come in with the join code")
    token = new_token()
    invitation = Invitation.objects.create(
        classroom=classroom, role=role, token_hash=hash_of(token), expires_at=now + INVITATION_LASTS
    )
    return invitation, token


def find_invitation(token: str, *, now: datetime) -> Invitation | None:
    """Return the invitation behind a token, if it is not used and not expired."""
    open_ones = Invitation.objects.select_related("classroom").filter(used_at=None, expires_at__gt=now)
    return open_ones.filter(token_hash=hash_of(token)).first()


def accept(invitation: Invitation, user: User, *, now: datetime) -> Member:
    """Join the staff of a class; PlanError if the invitation was used meanwhile."""
    with transaction.atomic():
        used = Invitation.objects.filter(pk=invitation.pk, used_at=None).update(used_at=now)
        if not used:
            raise PlanError("", "this invitation has been used; ask for another")
        shown = user.get_full_name() or user.get_username()
        member, new = Member.objects.get_or_create(
            classroom=invitation.classroom, user=user, defaults={"role": invitation.role, "name": shown}
        )
        if not new and member.role != Role.INSTRUCTOR:
            member.role = invitation.role
            member.save(update_fields=["role"])
        Invitation.objects.filter(pk=invitation.pk).update(member=member)
    return member


def change_role(member: Member, role: Role) -> None:
    """Give a member another role; PlanError for a guest on the staff, and for the last instructor."""
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=member.classroom_id)
        require(role is Role.LEARNER or member.user_id is not None, "role", "the staff of a class have accounts")
        _require_not_last(member, stays=role is Role.INSTRUCTOR)
        Member.objects.filter(pk=member.pk).update(role=role)
        if role is Role.LEARNER:
            _hand_back(member)
    member.role = role


def remove(member: Member) -> None:
    """Take a member out of a class; plans stay with the person. PlanError for the last instructor."""
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=member.classroom_id)
        _require_not_last(member, stays=False)
        _hand_back(member)
        member.delete()


def _hand_back(member: Member) -> None:
    """Let what somebody was to review in this class be nobody's again, so that others are led to it."""
    theirs = Assignment.objects.filter(submission__plan__exercise__classroom=member.classroom_id)
    theirs.filter(reviewer__isnull=False, reviewer=member.user_id).delete()


def _require_not_last(member: Member, *, stays: bool) -> None:
    others = Member.objects.filter(classroom_id=member.classroom_id, role=Role.INSTRUCTOR).exclude(pk=member.pk)
    last = member.role == Role.INSTRUCTOR and not others.exists()
    require(stays or not last, "role", "a class keeps at least one instructor")


def import_roster(classroom: Classroom, lines: Sequence[tuple[str, str]]) -> int:
    """Expect learners by name and school number, and return how many are new; a known number takes the new name."""
    with transaction.atomic():
        before = classroom.roster.count()
        for name, number in lines:
            _expect(classroom, tidy_text(name).strip(), number.strip())
        _tick_off(classroom)
        return classroom.roster.count() - before


def _tick_off(classroom: Classroom) -> None:
    """Give each expected learner the member who has come in already under the same name, where only one has it."""
    here = Counter(name.casefold() for name in classroom.roster.filter(member=None).values_list("name", flat=True))
    learners = classroom.members.filter(role=Role.LEARNER, roster_entry=None)
    members = {member.name.casefold(): member for member in learners}
    names = Counter(member.name.casefold() for member in learners)
    for entry in classroom.roster.filter(member=None):
        name = entry.name.casefold()
        if here[name] == names[name] == 1:
            entry.member = members[name]
            entry.save(update_fields=["member"])


def _expect(classroom: Classroom, name: str, number: str) -> None:
    values: dict[str, Any] = {"classroom": classroom, "number": number}
    if number:
        RosterEntry.objects.update_or_create(**values, defaults={"name": name})
    else:
        RosterEntry.objects.get_or_create(**values, name=name)
