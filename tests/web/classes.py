"""A class with its people, each in front of a browser of their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.test import Client

from planner.models import Classroom, Member, Person, Role, User
from planner.services.classes import classrooms, members
from planner.web.access import BROWSER


@dataclass(frozen=True)
class School:
    """A class and who teaches it."""

    classroom: Classroom
    instructor: User

    @cached_property
    def as_instructor(self) -> Client:
        """The browser of the instructor."""
        return signed_in(self.instructor)

    def address(self, rest: str = "") -> str:
        """Return an address of this class."""
        return f"/classes/{self.classroom.pk}/{rest}"

    def join_as_guest(self, name: str = "Kim") -> tuple[Client, Member]:
        """Let a guest come in, and return their browser and their membership."""
        client, person = guest()
        return client, members.join(person, self.classroom, name=name).member

    def add_assistant(self, name: str = "robin") -> User:
        """Take somebody with an account into the staff."""
        user = User.objects.create_user(name)
        Member.objects.create(classroom=self.classroom, user=user, role=Role.ASSISTANT, name=name.title())
        return user

    def now(self) -> Classroom:
        """Return the class as it is in the database."""
        return Classroom.objects.select_related("exercise").get(pk=self.classroom.pk)


def school(name: str = "Spring", *, teacher: str = "teacher") -> School:
    """Open a class."""
    instructor = User.objects.create_user(teacher)
    return School(classrooms.create(instructor, name=name, key=str(uuid4())), instructor)


def guest() -> tuple[Client, Person]:
    """Return a browser that is known, and who sits in front of it."""
    client, token = Client(), uuid4().hex
    session = client.session
    session[BROWSER] = token
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    return client, Person(session_token=token)


def signed_in(user: User) -> Client:
    """Return the browser of somebody with an account."""
    client = Client()
    client.force_login(user)
    return client


def form(**said: Any) -> dict[str, Any]:
    """Return what a form sends: its key and what was filled in."""
    return {"key": str(uuid4()), **said}
