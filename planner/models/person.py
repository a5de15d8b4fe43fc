"""Whom a plan belongs to."""

from dataclasses import dataclass
from typing import Any

from planner.models.user import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A signed-in user, or a browser that is known by the token of its session; ValueError unless exactly one."""

    user: User | None = None
    session_token: str = ""

    def __post_init__(self) -> None:
        if (self.user is None) == (self.session_token == ""):
            raise ValueError("a person is either a user or the token of a session")

    @property
    def ownership(self) -> dict[str, Any]:
        """The columns of a plan that belongs to this person."""
        return {"owner": self.user, "session_token": self.session_token}
