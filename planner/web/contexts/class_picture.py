"""The Class picture page: numbers that can be read from the back of a room, and three runs to show."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone

from planner.core.check import rule_modules
from planner.core.planfile import read_plan
from planner.core.trying.trial import trial
from planner.services.classes import picture as pictures
from planner.services.classes import reviewing
from planner.web.contexts.class_frame import class_frame
from planner.web.contexts.player import played_run, player
from planner.web.quantities import about, of

if TYPE_CHECKING:
    from uuid import UUID

    from planner.models import Member
    from planner.services.classes.picture import Hurt, Picture, RuleCount
    from planner.web.forms.play import Asked

MOST_RULES = 12
MOST_POLLS = 720
"""After an hour at one question every five seconds nobody may be looking any more."""
PARTS = ("Steps", "Checkpoints", "Unsafe points and guards", "State and resume")


def picture_page(member: Member, *, polls: int = 0) -> dict[str, Any]:
    """Return the page, and the part of it that asks for itself again, with a fixed number of queries."""
    seen = pictures.picture(member)
    return {
        **class_frame(member, current="class-picture"),
        "facts": _facts(seen),
        "rules": [_rule(seen, rule) for rule in seen.rules[:MOST_RULES]],
        "more_rules": max(len(seen.rules) - MOST_RULES, 0),
        "worst": [_hurt(member, one) for one in seen.worst],
        "to_tell": [_hurt(member, one) for one in seen.to_tell],
        "parts": _parts(seen),
        "timed": seen.timed,
        "tested": seen.tested,
        "is_behind": seen.is_behind,
        "at": timezone.now(),
        "polls": polls + 1,
        "is_live": polls < MOST_POLLS,
    }


def run_page(member: Member, submission: UUID, asked: Asked) -> dict[str, Any]:
    """Return one telling run of a plan that was handed in, without saying whose; ObjectDoesNotExist for any other."""
    hurt = pictures.told_of(member, submission)
    handed_in = reviewing.find(member, submission)
    plan, test = read_plan(handed_in.document), handed_in.test
    telling = trial(plan, runs=test.runs, seed=test.seed).telling
    played = played_run(plan, run=telling[0].run, seed=test.seed) if telling else None
    href = reverse("class-run", args=[member.classroom_id, submission])
    return {
        **class_frame(member, current="class-picture"),
        "href": href,
        "player": player(played, moment=asked.moment, href=href) if played else None,
        "hurt": _hurt(member, hurt),
    }


def _facts(seen: Picture) -> list[dict[str, Any]]:
    named = (
        ("Learners", seen.learners),
        ("Plans begun", seen.begun),
        ("Tested", seen.tested),
        ("Handed in", seen.handed_in),
        ("Accepted", seen.accepted),
    )
    return [{"name": name, "number": number} for name, number in named]


def _rule(seen: Picture, rule: RuleCount) -> dict[str, Any]:
    return {
        "code": rule.code,
        "href": reverse("rule", args=[rule.code]),
        "name": rule_names()[rule.code],
        "have": rule.have,
        "have_width": _share(rule.have, seen.tested),
        "left": rule.left,
        "fixed": rule.fixed,
        "fixed_width": _share(rule.fixed, seen.tested),
        "wrong": rule.sure_and_wrong,
    }


def _share(part: int, whole: int) -> str:
    """Return a share of a hundred for a drawing, with a point whatever the language."""
    return f"{100 * part / whole if whole else 0:.1f}"


@cache
def rule_names() -> dict[str, str]:
    """Return what each rule is called, such as “Unguarded action”."""
    return {module.RULE.code: module.RULE.slug.replace("-", " ").capitalize() for module in rule_modules()}


def _hurt(member: Member, one: Hurt) -> dict[str, Any]:
    return {
        "href": reverse("class-run", args=[member.classroom_id, one.submission]),
        "learner": f"Learner {one.number}",
        "step": one.step,
        "often": of(one.runs, one.interrupted),
        "width": _share(one.runs, one.interrupted),
    }


def _parts(seen: Picture) -> list[dict[str, str]]:
    longest = max(seen.seconds or [0])
    if seen.seconds is None or longest < 1:
        return []
    return [
        {"name": name, "time": about(1_000 * seconds), "width": _share(round(seconds), round(longest))}
        for name, seconds in zip(PARTS, seen.seconds, strict=True)
    ]
