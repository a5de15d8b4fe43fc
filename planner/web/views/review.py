"""The Review page: looking at a hand-in, keeping a draft, and giving a verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from planner.core.errors import PlanError
from planner.exports import html
from planner.exports.formats import FORMATS
from planner.services import reports
from planner.services.classes import criteria, phrases, queue, reviewing
from planner.services.classes.reviewing import Verdict
from planner.web.access import or_404
from planner.web.contexts.class_frame import class_frame
from planner.web.contexts.review import form_answer, review_page
from planner.web.forms.reviewing import Row, read_form
from planner.web.staff_access import of_staff
from planner.web.unsent import kept_when_signed_out, unsent
from planner.web.views.report import answer as report_file

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member, Submission
    from planner.web.forms.reviewing import ReviewForm

GIVEN_BACK = "You had been signed out. What you had written is in the form again, and not saved yet."
DONE = {Verdict.ACCEPTED: "Accepted.", Verdict.CHANGES: "Asked for changes."}
NOTHING_LEFT = "Nothing is left to review."
WITH_OTHERS = "What is left is open with others, or theirs to review."
AGREED = "I agree with your reason."


@require_http_methods(["GET", "HEAD", "POST"])
@kept_when_signed_out
@of_staff
def page(request: HttpRequest, member: Member, submission_id: UUID) -> HttpResponse:
    """Show a hand-in with this reviewer's form, or take the form."""
    handed_in = _found(member, submission_id)
    if request.method == "POST":
        return _taken(request, member, handed_in)
    typed = unsent(request)
    if typed is None:
        return render(request, "classes/review.html", review_page(request, member, handed_in))
    form = replace(read_form(typed, criteria.of(member.classroom)), errors=(GIVEN_BACK,))
    return render(request, "classes/review.html", review_page(request, member, handed_in, form=form))


@require_safe
@of_staff
def report(request: HttpRequest, member: Member, submission_id: UUID) -> HttpResponse:
    """Show the report on a hand-in."""
    handed_in = _found(member, submission_id)
    files = [
        {"href": reverse("review-report-file", args=[member.classroom_id, submission_id, name]), "words": one.words}
        for name, one in FORMATS.items()
    ]
    context = {**class_frame(member, current="submissions"), **html.context(reports.on_hand_in(handed_in))}
    return render(request, "classes/report.html", {**context, "files": files, "handed_in": handed_in})


@require_safe
@of_staff
def file(request: HttpRequest, member: Member, submission_id: UUID, name: str) -> HttpResponse:
    """Give the report on a hand-in as a file."""
    return report_file(request, name, reports.on_hand_in(_found(member, submission_id)))


def _found(member: Member, submission_id: UUID) -> Submission:
    with or_404():
        return reviewing.find(member, submission_id)


def _taken(request: HttpRequest, member: Member, handed_in: Submission) -> HttpResponse:
    """Do what the button says; what cannot be done is said above the form, which keeps what was typed."""
    form = read_form(request.POST, criteria.of(member.classroom))
    if form.errors:
        return _shown(request, member, handed_in, form, status=422)
    try:
        return _act(request, member, handed_in, form)
    except PlanError as error:
        told, status = f"Not done. It needs {error.problem}.", 422
    except reviewing.DraftHasMoved as moved:
        form, status = replace(form, theirs=moved.theirs.seen), 409
        told = _moved(moved.theirs.remarks)
    except reviewing.HandedInAgain as again:
        form, status = replace(form, newest=again.newest), 409
        told = f"The learner has handed in again, as number {again.newest}. This review stays with hand-in "
        told += f"{handed_in.number}. Press once more to give it, or go to the newer one."
    except reviewing.AlreadyDecided:
        told, status = "Somebody else has given a verdict meanwhile. It stands; your text is kept below.", 409
    except reviewing.AlreadyGiven:
        told, status = "You have given this review already. It stays as it is.", 409
    return _shown(request, member, handed_in, replace(form, errors=(told,)), status=status)


def _moved(remarks: Any) -> str:
    texts = " ".join(f"“{one.text}”" for one in remarks)
    saved = f"It has: {texts}" if texts else "It has no comment."
    told = f"Your draft was saved in another tab meanwhile. {saved} "
    return f"{told}Replace it with this one, or copy what you need and load the page again."


def _act(request: HttpRequest, member: Member, handed_in: Submission, form: ReviewForm) -> HttpResponse:
    now = timezone.now()
    match form.act.name:
        case "accept" | "changes":
            verdict = Verdict.ACCEPTED if form.act.name == "accept" else Verdict.CHANGES
            newest = form.newest
            reviewing.give(handed_in, member, form.draft(), verdict=verdict, newest=newest, now=now)
            return _next(request, member, handed_in, DONE[verdict])
        case "add":
            reviewing.add_to(handed_in, member, form.draft(), now=now)
            return _next(request, member, handed_in, "Added to the review.")
    changed = _changed(member, form)
    review = reviewing.save(handed_in, member, changed.draft())
    return _saved(request, member, handed_in, changed.kept_as(reviewing.seen_as(review)))


def _changed(member: Member, form: ReviewForm) -> ReviewForm:
    """Return the form with what the button adds to it."""
    about = form.act.about
    match form.act.name:
        case "use":
            return _with_points(member, form)
        case "about":
            return replace(form, rows=(*form.rows[:-1], Row(about, form.rows[-1].text)))
        case "agree":
            return replace(form, rows=(*form.rows[:-1], Row(about, AGREED), form.rows[-1]))
        case "replace":
            return replace(form, seen=form.theirs)
        case "reuse" | "keep" | "forget":
            return _with_phrase(member, form)
    return form


def _with_points(member: Member, form: ReviewForm) -> ReviewForm:
    criterion, _, points = form.act.about.partition(":")
    known = {str(one.pk): one.pk for one in criteria.of(member.classroom)}
    if criterion not in known or points not in ("0", "1", "2", "3"):
        return form
    return replace(form, points={**form.points, known[criterion]: int(points)})


def _with_phrase(member: Member, form: ReviewForm) -> ReviewForm:
    """Keep a comment for later, or take or forget the one that the form names."""
    if form.act.name == "keep":
        kept = [row.text for at, row in enumerate(form.rows, 1) if str(at) == form.act.about]
        phrases.keep(member, kept[0] if kept else "")
        return form
    named = next((one for one in phrases.of(member) if str(one.pk) == form.phrase), None)
    if named is None:
        return form
    if form.act.name == "forget":
        phrases.forget(member, named.pk)
        return form
    return replace(form, rows=(*form.rows[:-1], Row(form.rows[-1].place, named.text), Row()))


def _saved(request: HttpRequest, member: Member, handed_in: Submission, form: ReviewForm) -> HttpResponse:
    """Answer with the form as it is kept now, or go back to the page, to where the person was."""
    if request.headers.get("HX-Request"):
        context = form_answer(member, handed_in, form)
        return render(request, "classes/review_form_answer.html", context)
    messages.success(request, "Your draft is saved. Nobody else sees it.")
    here = reverse("review", args=[member.classroom_id, handed_in.pk])
    if form.act.name == "about":
        return redirect(f"{here}?about={form.act.about}#comment-{len(form.rows)}")
    return redirect(f"{here}#your-review")


def _next(request: HttpRequest, member: Member, handed_in: Submission, told: str) -> HttpResponse:
    """Go on to the next hand-in, or to the queue if none is left."""
    now = timezone.now()
    following = queue.following(member, handed_in.pk, now=now)
    if following:
        messages.success(request, told)
        return redirect("review", class_id=member.classroom_id, submission_id=following)
    left = WITH_OTHERS if queue.counts(member, now=now).to_review else NOTHING_LEFT
    messages.success(request, f"{told} {left}")
    return redirect("submissions", class_id=member.classroom_id)


def _shown(
    request: HttpRequest, member: Member, handed_in: Submission, form: ReviewForm, *, status: int
) -> HttpResponse:
    if request.headers.get("HX-Request"):
        context = form_answer(member, handed_in, form)
        return render(request, "classes/review_form_answer.html", context, status=status)
    return render(request, "classes/review.html", review_page(request, member, handed_in, form=form), status=status)
