"""How far plans are, by their newest hand-ins and what was said of them."""

from __future__ import annotations

from typing import Any

import pytest

from planner.models import Member, Person, Plan
from planner.services import feedback, plans, steps, submissions
from planner.services.classes import reviewing
from planner.services.classes.reviewing import Draft, Remark, Verdict
from tests.services.classes.crowded import NOW, assistant, handed_in, learner, opened_class
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def standing(plan: Plan) -> tuple[int | None, int | None, str | None]:
    row: Any = feedback.with_standing(plans.visible_to(Person(session_token=plan.session_token))).get()
    return row.handed_in, row.reviewed, row.verdict


def test_what_is_not_handed_in_has_no_standing(teacher: Member) -> None:
    assert standing(learner(teacher.classroom)) == (None, None, None)


def test_the_newest_hand_in_counts_and_the_first_verdict_on_it(teacher: Member) -> None:
    first = handed_in(teacher.classroom)
    draft = Draft(remarks=(Remark(text="Why there?"),))
    found = [standing(first.plan)]
    reviewing.save(first, assistant(teacher.classroom), draft)
    found.append(standing(first.plan))
    reviewing.give(first, teacher, draft, verdict=Verdict.CHANGES, newest=1, now=NOW)
    found.append(standing(first.plan))
    steps.edit(first.plan, step="work", name="Work hard", version=first.plan.version, key=new_key())
    submissions.hand_in(first.plan, version=first.plan.version, key=new_key())
    found.append(standing(first.plan))
    assert found == [(1, None, None), (1, None, None), (1, 1, "changes"), (2, 1, "changes")]
