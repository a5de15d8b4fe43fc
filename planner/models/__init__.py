"""What is stored, with its constraints; no rules."""

from planner.models.user import User

__all__ = ["User"]
