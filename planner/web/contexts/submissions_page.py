"""The Submissions page: the hand-ins of a class in the order of this reviewer, and how they are shared out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from planner.services.classes import queue
from planner.services.classes.queue import Show, State
from planner.web.contexts.class_frame import class_frame
from planner.web.quantities import counted

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.http import HttpRequest, QueryDict

    from planner.models import Member
    from planner.services.classes.queue import Counts, Entry

VIEWS = {
    Show.TO_REVIEW: "To review",
    Show.CHANGES: "Changes asked for",
    Show.ACCEPTED: "Accepted",
    Show.ALL: "All",
}
"""What can be shown; the address has the word."""

STATES = {
    State.WAITING: ("open", "Waiting"),
    State.AGAIN: ("think", "Handed in again"),
    State.REVIEWING: ("note", "Being reviewed"),
    State.CHANGES: ("think", "Changes asked for"),
    State.ACCEPTED: ("passed", "Accepted"),
}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def submissions_page(request: HttpRequest, member: Member, *, mistakes: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the page with a fixed number of queries, however many have handed in."""
    asked, now = request.GET, timezone.now()
    view = Show(asked["show"]) if asked.get("show") in set(Show) else Show.TO_REVIEW
    counts = queue.counts(member, now=now)
    names, mine = shows_names(request, member), asked.get("mine") == "1"
    shown = queue.page(member, show=view, mine=mine, number=_number(asked), names=names, now=now)
    staff = queue.staff_names(member)
    return {
        **class_frame(member, current="submissions"),
        "views": [_view(name, counts, current=name == view, mine=mine) for name in VIEWS],
        "entries": [entry_line(member, one) for one in shown.entries],
        "mine": mine,
        "mine_href": _href(view, mine=not mine),
        "to_review": counts.to_review,
        "page": shown.number,
        "pages": shown.pages,
        "before": _href(view, mine=mine, page=shown.number - 1) if shown.number > 1 else "",
        "after": _href(view, mine=mine, page=shown.number + 1) if shown.number < shown.pages else "",
        "names": names,
        "staff": [{"user": user, "name": name} for user, name in staff.items()],
        "first_href": _first(member, now),
        "mistakes": mistakes,
        "here": request.get_full_path(),
    }


def shows_names(request: HttpRequest, member: Member) -> bool:
    """Whether this reviewer has chosen to see the learners' names, and the class allows it."""
    return member.classroom.names_allowed and str(member.classroom_id) in request.session.get(NAMES, [])


NAMES = "names"
"""Where the session keeps the classes whose learners' names are shown."""


def entry_line(member: Member, entry: Entry, *, current: UUID | None = None) -> dict[str, Any]:
    """Return one hand-in as a list shows it."""
    tone, word = STATES[entry.state]
    return {
        "id": str(entry.submission),
        "href": reverse("review", args=[member.classroom_id, entry.submission]),
        "learner": entry.name or f"Learner {entry.number}",
        "attempt": nth(entry.attempt),
        "title": entry.title,
        "handed_in_at": entry.handed_in_at,
        "tone": tone,
        "word": word,
        "is_open": tone == "open",
        "by": f"by {', '.join(entry.open_by)}" if entry.open_by and entry.state is State.REVIEWING else "",
        "reviewer": "you" if entry.is_mine else entry.reviewer,
        "current": entry.submission == current,
    }


def nth(number: int) -> str:
    """Return which hand-in it is: second hand-in, hand-in 12."""
    return f"{ORDINALS[number]} hand-in" if number < len(ORDINALS) else f"hand-in {number}"


def _number(asked: QueryDict) -> int:
    text = asked.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1


def _view(view: Show, counts: Counts, *, current: bool, mine: bool) -> dict[str, Any]:
    numbers = {
        Show.TO_REVIEW: counts.to_review,
        Show.CHANGES: counts.changes,
        Show.ACCEPTED: counts.accepted,
        Show.ALL: counts.to_review + counts.changes + counts.accepted,
    }
    return {"words": VIEWS[view], "count": numbers[view], "href": _href(view, mine=mine), "current": current}


def _href(view: Show, *, mine: bool, page: int = 1) -> str:
    asked = {"show": view.value, **({"mine": 1} if mine else {}), **({"page": page} if page > 1 else {})}
    return f"?{urlencode(asked)}"


def _first(member: Member, now: datetime) -> str:
    """Return the address of the hand-in that this reviewer begins with, if any is left."""
    first = queue.following(member, None, now=now)
    return reverse("review", args=[member.classroom_id, first]) if first else ""


def shared_out(number: int) -> str:
    """Return what dividing has come to, in words."""
    return f"{counted(number, 'hand-in is', 'hand-ins are')} shared out." if number else "There was nothing to share."
