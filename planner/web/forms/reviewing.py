"""What a reviewer fills in: points by each criterion, comments on places of the plan, and what is to become of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from planner.services.classes.reviewing import MOST_COMMENTS, Draft, Remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.http import QueryDict

    from planner.models import Criterion

LOST = "This form has lost its hidden fields. Your text is still below: save it once more."
_PARTS = 3


@dataclass(frozen=True, slots=True)
class Act:
    """What a button asks for: `name`, and what it is about."""

    name: str = "save"
    about: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One comment as the page shows it: its place as `place_value` writes it, and its text."""

    place: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewForm:
    """A review as it was sent, or as it is kept; one empty row stands last.

    `theirs` is the draft of another tab that stands against this one; only a button replaces it, nothing by itself.
    """

    points: dict[int, int]
    rows: tuple[Row, ...]
    seen: str = ""
    theirs: str = ""
    newest: int = 0
    phrase: str = ""
    act: Act = Act()
    errors: tuple[str, ...] = ()

    def kept_as(self, seen: str) -> ReviewForm:
        """Return the form as it stands once it is kept."""
        return replace(self, seen=seen, theirs="", rows=_with_empty_row(self.rows))

    def draft(self) -> Draft:
        """Return what the services take."""
        remarks = tuple(remark_at(row.place, row.text) for row in self.rows if row.text.strip())
        return Draft(points=self.points, remarks=remarks, seen=self.seen)


def form_of(draft: Draft, *, newest: int, about: str = "") -> ReviewForm:
    """Return the form of a kept draft; `about` is the place of the empty row."""
    rows = tuple(Row(place_value(one), one.text) for one in draft.remarks)
    return ReviewForm(points=dict(draft.points), rows=(*rows, Row(about)), seen=draft.seen, newest=newest)


def read_form(posted: QueryDict, criteria: Iterable[Criterion]) -> ReviewForm:
    """Read a form that was sent; points that are none are left out, and a form without its hidden fields says so."""
    act, _, about = posted.get("act", "save").partition(":")
    points = {one.pk: posted.get(f"points-{one.pk}", "") for one in criteria}
    newest = posted.get("newest", "")
    return ReviewForm(
        points={pk: int(value) for pk, value in points.items() if value in ("0", "1", "2", "3")},
        rows=_with_empty_row(_rows(posted)),
        seen=posted.get("seen", ""),
        theirs=posted.get("theirs", ""),
        newest=int(newest) if newest.isascii() and newest.isdigit() and len(newest) < 10 else 0,
        phrase=posted.get("phrase", ""),
        act=Act(act, about),
        errors=() if "seen" in posted and newest else (LOST,),
    )


def _rows(posted: QueryDict) -> list[Row]:
    texts, places = posted.getlist("comment"), posted.getlist("place")
    places += [""] * (len(texts) - len(places))
    return [Row(place, text) for place, text in zip(places, texts, strict=False)][: MOST_COMMENTS + 2]


def _with_empty_row(rows: Sequence[Row]) -> tuple[Row, ...]:
    filled = [row for row in rows if row.text.strip()]
    empty = next((row for row in reversed(rows) if not row.text.strip()), Row())
    return (*filled, empty)


def place_value(about: Any) -> str:
    """Return how a form names the place of a comment or an entry of a hand-in: `step:pay`, `R301:step:pay`."""
    code = f"{about.code}:" if about.code else ""
    if about.step:
        return f"{code}step:{about.step}"
    return f"{code}checkpoint:{about.checkpoint}" if about.checkpoint else code


def remark_at(place: str, text: str) -> Remark:
    """Return a comment on a place that a form names; what names none is about the whole plan."""
    parts = place.split(":")
    code = parts.pop(0) if parts[0] not in ("step", "checkpoint") and len(parts) > 1 else ""
    kind, name = (*parts, "", "")[:2]
    named = {kind: name} if kind in ("step", "checkpoint") and name else {}
    return Remark(text=text, code=code[:8], **named)
