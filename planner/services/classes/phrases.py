"""Comments that the staff of a class use again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.errors import require
from planner.models import ReusableComment
from planner.services.classes.reviewing import MOST_CHARACTERS
from planner.services.draft import tidy_text

if TYPE_CHECKING:
    from planner.models import Member

MOST = 200


def of(member: Member) -> list[ReusableComment]:
    """Return the comments of a class that are used again, the oldest first."""
    return list(ReusableComment.objects.filter(classroom=member.classroom_id).order_by("created_at", "pk"))


def keep(member: Member, text: str) -> None:
    """Keep a comment for all who review in the class, once; PlanError for none, one too long, or too many."""
    text = tidy_text(text).strip()
    require(bool(text), "text", "a comment to keep")
    require(len(text) <= MOST_CHARACTERS, "text", f"at most {MOST_CHARACTERS:,} characters")
    kept = ReusableComment.objects.filter(classroom=member.classroom_id)
    require(kept.count() < MOST or kept.filter(text=text).exists(), "text", f"at most {MOST} comments to use again")
    ReusableComment.objects.get_or_create(classroom=member.classroom, text=text, defaults={"author": member.user})


def forget(member: Member, comment: int) -> None:
    """Offer a comment no more; one that is gone already stays gone."""
    ReusableComment.objects.filter(classroom=member.classroom_id, pk=comment).delete()
