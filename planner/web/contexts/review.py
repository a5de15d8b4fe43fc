"""The Review page: a hand-in, what changed since the one before, its evidence, and the reviewer's form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone

from planner.core.comparing.difference import Turn, difference
from planner.core.finding import Severity
from planner.core.planfile import read_plan
from planner.services import submissions
from planner.services.classes import queue, reviewing
from planner.web.contexts.class_frame import class_frame
from planner.web.contexts.evidence_pair import evidence_of
from planner.web.contexts.finding_cards import TONES
from planner.web.contexts.kept import kept_then, taken_context, where
from planner.web.contexts.resume import resume_context
from planner.web.contexts.review_form import Named, review_form
from planner.web.contexts.run_line import RunLine
from planner.web.contexts.strip import bars_of, strip
from planner.web.contexts.submissions_page import entry_line, nth, shows_names
from planner.web.forms.reviewing import form_of, place_value
from planner.web.quantities import counted

if TYPE_CHECKING:
    from django.http import HttpRequest

    from planner.core.finding import Finding
    from planner.models import Member, Submission
    from planner.web.contexts.kept import Kept
    from planner.web.forms.reviewing import ReviewForm

TURNS = {Turn.ADDED: "passed", Turn.REMOVED: "fix", Turn.MOVED: "think", Turn.CHANGED: "think"}


def review_page(
    request: HttpRequest, member: Member, handed_in: Submission, *, form: ReviewForm | None = None
) -> dict[str, Any]:
    """Return the page with a fixed number of queries; `form` is one that was sent and is shown again."""
    now, kept = timezone.now(), kept_then(handed_in)
    earlier = _earlier(handed_in)
    stretches = RunLine(kept).stretches()
    names = shows_names(request, member)
    around = queue.around(member, handed_in.pk, names=names, now=now)
    return {
        **class_frame(member, current="submissions"),
        **review_form(member, handed_in, kept, form or _kept_form(request, member, handed_in)),
        "handed_in": handed_in,
        "learner": _learner(member, handed_in, names=names),
        "attempt": nth(handed_in.number),
        "core": kept.plan,
        "editable": False,
        "strip": strip(kept.plan, stretches),
        "stretches": stretches,
        "checkpoints": [bar for bar in bars_of(stretches) if bar.questions],
        "changes": _changes(earlier, handed_in) if earlier else None,
        "before": nth(earlier.number) if earlier else "",
        "left": [_left(kept, one) for one in _grave(kept)],
        "left_title": _left_title(kept),
        "evidence": evidence_of([one for one in (earlier, handed_in) if one]),
        "explanation": handed_in.predictions["explanation"],
        "taken_kept": taken_context(kept, handed_in.suggestions),
        "queue": [entry_line(member, one, current=handed_in.pk) for one in around],
        **resume_context(kept),
    }


def form_answer(member: Member, handed_in: Submission, form: ReviewForm) -> dict[str, Any]:
    """Return the form alone, as it was sent and is kept now."""
    return {
        **class_frame(member),
        **review_form(member, handed_in, kept_then(handed_in), form),
        "handed_in": handed_in,
        "told": " ".join(form.errors) or "Draft saved",
    }


def _kept_form(request: HttpRequest, member: Member, handed_in: Submission) -> ReviewForm:
    draft = reviewing.draft_of(reviewing.review_of(handed_in, reviewing.account_of(member)))
    return form_of(draft, newest=reviewing.newest_of(handed_in), about=request.GET.get("about", ""))


def _earlier(handed_in: Submission) -> Submission | None:
    """Return the hand-in before this one."""
    return submissions.all_of(handed_in.plan).filter(number=handed_in.number - 1).first()


def _learner(member: Member, handed_in: Submission, *, names: bool) -> str:
    plan = handed_in.plan
    known = {"plan__owner": plan.owner_id, "plan__session_token": plan.session_token}
    named = queue.learner_names(member, [known]) if names else {}
    return named.get((plan.owner_id, plan.session_token)) or f"Learner {plan.class_work.number}"


def _changes(earlier: Submission, handed_in: Submission) -> list[dict[str, str]]:
    """Return what is different from the hand-in before, each with its word, and how it reads before and after."""
    found = difference(read_plan(earlier.document), read_plan(handed_in.document))
    return [
        {
            "tone": TURNS[one.turn],
            "word": one.turn.value.capitalize(),
            "what": one.what,
            "before": one.before,
            "after": one.after,
        }
        for one in found
    ]


def _grave(kept: Kept) -> list[Finding]:
    """Return the findings that ask for something, those with the learner's reason first."""
    grave = [one for one in kept.found if one.severity is not Severity.NOTE]
    return sorted(grave, key=lambda one: (one.code, one.about) not in kept.accepted)


def _left_title(kept: Kept) -> str:
    grave = _grave(kept)
    reasons = sum((one.code, one.about) in kept.accepted for one in grave)
    if not grave:
        return "Nothing is left open"
    said = f"{counted(len(grave), 'finding')} left open"
    return f"{said}, with a reason" if reasons == len(grave) else f"{said}, {reasons} of them with a reason"


def _left(kept: Kept, finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "tone": TONES[finding.severity],
        "problem": finding.problem,
        "why": finding.why,
        "about": where(kept, finding.about),
        "reason": kept.accepted.get((finding.code, finding.about), ""),
        "place": place_value(Named(finding)),
        "rule": reverse("rule", args=[finding.code]),
    }
