"""A class is checked again: what was found then and is no more, and what is found only now."""

import pytest

from planner.jobs.kinds import class_recheck
from planner.models import Submission
from tests.services.classes.crowded import copied, handed_in, opened_class, ready_in
from tests.services.ready import ready_plan

pytestmark = pytest.mark.django_db


def otherwise(submission: Submission, findings: list[dict[str, str]]) -> Submission:
    """The same hand-in with other findings, as older rules might have left it."""
    row = ready_in(submission.plan.exercise, "another browser", ready_plan())  # type: ignore[arg-type]
    submission.findings = findings
    return copied(submission, row)


def test_what_differs_is_told_by_its_code() -> None:
    submission = handed_in(opened_class().classroom)
    older = otherwise(submission, [{"code": "X999"}])
    hand_ins = [[1, str(submission.pk)], [2, str(older.pk)]]
    told = class_recheck.work({"hand_ins": hand_ins})
    new = sorted({entry["code"] for entry in Submission.objects.get(pk=submission.pk).findings})
    differing = {"number": 2, "submission": str(older.pk), "new": new, "gone": ["X999"]}
    assert told == {"checked": 2, "differing": [differing]}


def test_parts_are_put_together_with_the_rules() -> None:
    joined = class_recheck.join({}, [{"checked": 2, "differing": [1]}, {"checked": 1, "differing": []}])
    assert (joined["checked"], joined["differing"]) == (3, [1])
    assert joined["rules"]
