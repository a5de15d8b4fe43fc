"""Texts in people's own words that have no version: one that was changed elsewhere meanwhile is not written over."""

from __future__ import annotations

from planner.services.draft import tidy_text


class TextHasMoved(Exception):  # noqa: N818 -- it says how things stand, and is answered with a page
    """The text was changed elsewhere since the form was made, to `theirs`; nothing was saved."""

    def __init__(self, theirs: str) -> None:
        super().__init__(theirs)
        self.theirs = theirs


def require_unmoved(kept: str, *, new: str, before: str) -> None:
    """Raise TextHasMoved unless what is kept is what the form was made with, or what it is to become anyway."""
    if kept not in (new, tidy_text(before).strip(), tidy_text(before)):
        raise TextHasMoved(kept)
