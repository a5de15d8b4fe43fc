"""The reviewer's form: the rubric with points to use, comments on places of the plan, and how the review stands."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from planner.core.comparing.rubric import suggestion
from planner.core.finding import Place, Severity
from planner.services.classes import criteria, phrases, queue, reviewing
from planner.web.contexts.kept import where
from planner.web.forms.reviewing import place_value

if TYPE_CHECKING:
    from planner.core.finding import Finding
    from planner.models import Criterion, Member, Review, Submission
    from planner.web.contexts.kept import Kept
    from planner.web.forms.reviewing import ReviewForm, Row

VERDICTS = {"accepted": "accepted this", "changes": "asked for changes"}


def review_form(member: Member, handed_in: Submission, kept: Kept, form: ReviewForm) -> dict[str, Any]:
    """Return what `classes/review_form.html` shows, with a fixed number of queries."""
    rubric = list(criteria.of(member.classroom))
    given = list(handed_in.reviews.exclude(given_at=None).order_by("given_at", "pk"))
    open_by = reviewing.look_at(handed_in, member, now=timezone.now())
    own = next((one for one in given if one.reviewer_id == member.user_id), None)
    staff = queue.staff_names(member)
    return {
        "form": form,
        "criteria": [_criterion(one, kept, form) for one in rubric],
        "lacking": len([one for one in rubric if one.pk not in form.points]),
        "rows": [_row(at, row, kept) for at, row in enumerate(form.rows, 1)],
        "phrases": phrases.of(member),
        "own": _given(staff, own) if own else None,
        "first": _given(staff, given[0]) if given else None,
        "saved_at": _when(form.seen),
        "open_by": [{"name": name, "at": at} for name, at in open_by],
        "newest": reviewing.newest_of(handed_in),
    }


def _criterion(one: Criterion, kept: Kept, form: ReviewForm) -> dict[str, Any]:
    """Return a criterion: its points so far, what each number of points stands for, and what the checks suggest."""
    points = form.points.get(one.pk)
    accepted = [finding for finding in kept.found if (finding.code, finding.about) in kept.accepted]
    suggested = suggestion(one.name, kept.plan, kept.found, accepted)
    levels = [*one.levels, *[""] * criteria.LEVELS][: criteria.LEVELS]
    return {
        "id": f"points-{one.pk}",
        "pk": one.pk,
        "name": one.name,
        "choices": [{"value": at, "words": words, "chosen": at == points} for at, words in enumerate(levels)],
        "said": f"{points}: {levels[points]}" if points is not None and levels[points] else "",
        "suggested": suggested if suggested and points != suggested.points else None,
    }


def _row(number: int, row: Row, kept: Kept) -> dict[str, Any]:
    groups = _places(kept)
    known = {value for group in groups for value, _ in group["entries"]}
    if row.place and row.place not in known:
        groups = [*groups, {"name": "Elsewhere", "entries": [(row.place, "A place that is not in this version")]}]
    return {"number": number, "place": row.place, "text": row.text, "groups": groups}


def _places(kept: Kept) -> list[dict[str, Any]]:
    """Return what can be commented on besides the whole, in groups."""
    steps = [(f"step:{step.id}", f"Step {at}, {step.name or step.id}") for at, step in enumerate(kept.plan.steps, 1)]
    checkpoints = [(f"checkpoint:{one.id}", _capital(kept, checkpoint=one.id)) for one in kept.plan.checkpoints]
    findings = [_finding(kept, one) for one in kept.found if one.severity is not Severity.NOTE]
    named = (("Steps", steps), ("Checkpoints", checkpoints), ("Findings left open", findings))
    return [{"name": name, "entries": entries} for name, entries in named if entries]


def _finding(kept: Kept, finding: Finding) -> tuple[str, str]:
    about = where(kept, finding.about)
    return place_value(Named(finding)), f"{finding.code}, {about}"


def _capital(kept: Kept, *, checkpoint: str) -> str:
    words = where(kept, Place(checkpoint=checkpoint))
    return f"{words[:1].upper()}{words[1:]}"


class Named:
    """What a comment on a finding names: its rule, and its place."""

    def __init__(self, finding: Finding) -> None:
        self.code = finding.code
        self.step = finding.about.step or ""
        self.checkpoint = finding.about.checkpoint or ""


def _given(staff: dict[int, str], review: Review) -> dict[str, Any]:
    """Return a review that the learner has: whose, what it came to, and when."""
    name = staff.get(review.reviewer_id or 0, "Somebody who has left")
    return {"name": name, "did": VERDICTS[review.verdict], "verdict": review.verdict, "at": review.given_at}


def _when(seen: str) -> datetime | None:
    """Return when the draft was saved that a form follows on; None before the first, and for what is no time."""
    try:
        return datetime.fromisoformat(seen)
    except ValueError:
        return None
