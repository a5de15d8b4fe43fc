"""A class under other assumptions: the form that asks for it, and what all hand-ins came to, before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.core.trying.assumption import TAKEN_FOR_GRANTED, interruptions_in_words
from planner.services import exercises
from planner.services.classes.cohort import RUNS, Assumptions
from planner.web.contexts.class_frame import class_frame
from planner.web.contexts.class_picture import rule_names
from planner.web.forms.cohort import CohortForm
from planner.web.quantities import about, counted, mean, of

if TYPE_CHECKING:
    from planner.models import Job, Member

NOT_MEASURED = "–"


def cohort_page(member: Member, form: CohortForm | None = None) -> dict[str, Any]:
    """Return the page with the form; `form` is one that was refused."""
    given = exercises.interruptions_of(member.classroom.exercise)
    return {
        **class_frame(member, current="submissions"),
        "form": form or CohortForm(initial=CohortForm.initial_of(given)),
        "mistakes": form.mistakes() if form else [],
        "refusals": form.general_errors() if form else [],
        "runs": counted(RUNS, "run"),
    }


def cohort_result(member: Member, job: Job) -> dict[str, Any]:
    """Return the page with what came of it."""
    result: dict[str, Any] = job.result or {}
    under, number = Assumptions.of(result["assumptions"]), result["measured"]
    here = [member.classroom_id, job.key]
    return {
        **class_frame(member, current="submissions"),
        "at": job.ended_at,
        "told": f"Other rules find something in {of(result['differing'], number)} hand-ins",
        "assumed": interruptions_in_words(under.interruptions),
        "runs": counted(under.runs, "run"),
        "seed": under.seed,
        "rules": result["rules"],
        "granted": TAKEN_FOR_GRANTED,
        "facts": _facts(result, number),
        "by_rule": [_rule(code, *found, number=number) for code, found in result["by_rule"].items()],
        "number": number,
        "file_href": reverse("cohort-file", args=here),
    }


def _facts(result: dict[str, Any], number: int) -> list[dict[str, str]]:
    """Return each number as it was handed in and as it is now."""
    means = result["means"]
    rows = (
        ("Hand-ins whose runs all end", [of(one, number) for one in result["ended"]]),
        ("Hand-ins in which an action was seen to happen twice", [of(one, number) for one in result["twice"]]),
        ("Mean time to the end, over those whose runs all end", [_time(one) for one in means["wall"]]),
        ("Mean work done again, over the same", [_time(one) for one in means["lost"]]),
        ("Actions that happen twice in one run, over the same", [_count(one) for one in means["duplicates"]]),
    )
    return [{"name": name, "then": then, "now": now} for name, (then, now) in rows]


def _time(seconds: float | None) -> str:
    return NOT_MEASURED if seconds is None else about(seconds * 1_000)


def _count(value: float | None) -> str:
    return NOT_MEASURED if value is None else mean(value)


def _rule(code: str, then: int, now: int, *, number: int) -> dict[str, Any]:
    change = "more" if now > then else "fewer" if now < then else "as many"
    return {
        "code": code,
        "href": reverse("rule", args=[code]),
        "name": rule_names().get(code, ""),
        "then": f"{then:,}",
        "now": f"{now:,}",
        "width": 100 * now / (number or 1),
        "change": change,
    }
