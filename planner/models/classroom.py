"""Classes: who teaches, who assists, who learns, and how they come in."""

import uuid
from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q

from planner.models.exercise import Exercise
from planner.models.words import holds_word, word_field


class Role(StrEnum):
    """What a member may do in a class."""

    LEARNER = "learner"
    ASSISTANT = "assistant"
    INSTRUCTOR = "instructor"


STAFF = (Role.ASSISTANT, Role.INSTRUCTOR)


class Classroom(models.Model):
    """A class with its exercise; learners come in with the join code, for as long as it is open.

    Work is kept for `keep_days` after a member's last change, then it may be deleted; null: until somebody does.
    `names_allowed`: who reviews may choose to see the learners' names instead of numbers.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.TextField()
    exercise = models.OneToOneField(Exercise, on_delete=models.PROTECT, related_name="classroom")
    join_code = models.CharField(max_length=16, unique=True)
    is_open = models.BooleanField(default=True)
    keep_days = models.PositiveIntegerField(null=True, blank=True)
    names_allowed = models.BooleanField(default=True)
    creation_key = models.UUIDField(unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="classroom_has_name"),
            models.CheckConstraint(condition=~Q(join_code=""), name="classroom_has_join_code"),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A person in a class: a user, or a guest by the token of a browser who comes back elsewhere with a code."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="memberships"
    )
    session_token = models.CharField(max_length=64, blank=True, default="", db_index=True)
    return_code_hash = models.CharField(max_length=64, blank=True, default="", db_index=True)
    role = word_field(Role, default=Role.LEARNER)
    name = models.TextField()
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            holds_word("role", Role, name="member_role_known"),
            models.CheckConstraint(condition=~Q(name=""), name="member_has_name"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, session_token="") | Q(user__isnull=True) & ~Q(session_token=""),
                name="member_is_user_or_session",
            ),
            models.CheckConstraint(
                condition=Q(role=Role.LEARNER) | Q(user__isnull=False), name="member_of_staff_has_account"
            ),
            models.UniqueConstraint(
                fields=["classroom", "user"], condition=Q(user__isnull=False), name="member_once_by_user"
            ),
            models.UniqueConstraint(
                fields=["classroom", "session_token"], condition=~Q(session_token=""), name="member_once_by_session"
            ),
            models.UniqueConstraint(
                fields=["return_code_hash"], condition=~Q(return_code_hash=""), name="member_return_code_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"


class RosterEntry(models.Model):
    """A learner that is expected, from a list that the instructor brought; `number` is the school's, if it has one."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="roster")
    name = models.TextField()
    number = models.CharField(max_length=64, blank=True, default="")
    member = models.OneToOneField(Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="roster_entry")

    class Meta:
        ordering = ["name", "pk"]
        verbose_name_plural = "roster entries"
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="roster_entry_has_name"),
            models.UniqueConstraint(fields=["classroom", "number"], condition=~Q(number=""), name="roster_number_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """An invitation for one more instructor or assistant, used once; only its hash is kept."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="invitations")
    role = word_field(Role)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    member = models.OneToOneField(Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="invitation")
    used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            holds_word("role", Role, name="invitation_role_known"),
            models.CheckConstraint(condition=~Q(role=Role.LEARNER), name="invitation_is_for_staff"),
        ]

    def __str__(self) -> str:
        return f"for an {self.role}"


class HandledForm(models.Model):
    """A form about a class that has acted, by the key in its hidden field; sent again, it does nothing."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="handled_forms")
    key = models.UUIDField()
    handled_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["classroom", "key"], name="handled_form_once")]

    def __str__(self) -> str:
        return str(self.key)
