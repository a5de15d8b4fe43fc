"""What holds for everything that a person can do with a plan."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner import models
from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.vocabulary import (
    Guard,
    IdentitySource,
    IfUnclear,
    Kind,
    Loads,
    Question,
    Reply,
    ResumeCheck,
)
from planner.services import (
    checkpoints,
    identity,
    interruptions,
    plans,
    resume,
    risks,
    state,
    steps,
    storage,
    undo,
)
from planner.services.outcome import NotInPlan, Outcome
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db

Service = Callable[..., Outcome]

DRAWING = """
    Fetch < -> rows
    Check
    |
    Pay ! x10 [lookup]
    |/5 answered yes no unsure - yes
    Report
    state: rows (sensitive), token
"""

ACTS: list[tuple[Service, dict[str, Any]]] = [
    (steps.add, {}),
    (steps.add, {"after": "fetch", "name": "Sort", "kind": Kind.READ}),
    (steps.edit, {"step": "pay", "name": "Pay everybody", "duration_ms": 5_000}),
    (steps.edit, {"step": "pay", "kind": Kind.READ}),
    (steps.edit, {"step": "pay", "items": 1}),
    (steps.edit, {"step": "report", "needs": ("rows", "check"), "produces": ["report"]}),
    (steps.move_up, {"step": "pay"}),
    (steps.move_down, {"step": "fetch"}),
    (steps.move_to, {"step": "report", "place": 1}),
    (steps.remove, {"step": "fetch"}),
    (steps.remove, {"step": "check"}),
    (steps.remove, {"step": "pay"}),
    (checkpoints.place, {"inside": "pay", "snapshot": ("rows",), "save_ms": 0}),
    (checkpoints.place, {"after": "pay", "every_items": 3}),
    (checkpoints.edit, {"checkpoint": "after-pay", "every_items": 2, "snapshot": (), "save_ms": 5}),
    (checkpoints.move, {"checkpoint": "after-pay", "after": "fetch"}),
    (checkpoints.move, {"checkpoint": "after-pay", "inside": "pay"}),
    (checkpoints.remove, {"checkpoint": "after-pay"}),
    (
        checkpoints.answer,
        {
            "checkpoint": "after-pay",
            "answers": {
                Question.COMPLETE: {"reply": Reply.NO, "reason": "The rows are missing."},
                Question.WORTHWHILE: {"reply": None},
            },
        },
    ),
    (risks.mark, {"step": "pay", "repeats": True, "prevention": "Look it up."}),
    (risks.mark, {"step": "report"}),
    (risks.guard, {"step": "pay", "guards": (Guard.INTENT_RECORD, Guard.ACTION_RECORD), "gate_ms": 0}),
    (state.add, {"name": "deadline", "description": "the last day"}),
    (state.edit, {"variable": "rows", "storable": False}),
    (state.edit, {"variable": "check", "sensitive": True}),
    (state.rename, {"variable": "rows", "name": "payments"}),
    (state.rename, {"variable": "check", "name": "checked"}),
    (state.remove, {"variable": "rows"}),
    (identity.edit, {"source": IdentitySource.STORED_ID, "description": "a number", "single_runner": None}),
    (storage.edit, {"where": "a table", "keeps_ms": 1_000}),
    (resume.edit, {"loads": Loads.FIRST, "if_unclear": IfUnclear.STOP, "recovery_ms": 9, "notes": "slow"}),
    (resume.edit, {"checks": (ResumeCheck.LOCK, ResumeCheck.IDENTITY)}),
    (resume.edit, {"checks": ()}),
    (resume.edit, {"checks": None}),
    (interruptions.edit, {"restart_every_ms": None, "exactly": 2, "downtime_ms": 1_000}),
    (plans.describe, {"title": "Payments", "goal": "Pay once."}),
]

each_act = pytest.mark.parametrize(
    ("service", "what"), ACTS, ids=[f"{act.__module__}.{act.__name__}" for act, _ in ACTS]
)


@pytest.fixture
def row() -> models.Plan:
    return stored(DRAWING)


@each_act
def test_it_acts_and_makes_one_new_version(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    before = now_in(row)
    outcome = service(row, version=1, key=new_key(), **what)
    assert now_in(row) != before
    assert (outcome.version, outcome.changed, row.version) == (2, True, 2)
    assert core_plan(row) == now_in(row)


@each_act
def test_the_same_request_acts_once_and_gets_the_same_answer(
    service: Service, what: dict[str, Any], row: models.Plan
) -> None:
    key = new_key()
    first = service(row, version=1, key=key, **what)
    after = now_in(row)
    assert [service(row, version=version, key=key, **what) for version in (1, 2)] == [first, first]
    assert (now_in(row), row.version) == (after, 2)


@each_act
def test_it_can_be_taken_back_and_taken_back_again(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    before = now_in(row)
    service(row, version=1, key=new_key(), **what)
    after = now_in(row)
    undo.undo(row, of=2, version=2, key=new_key())
    assert now_in(row) == before
    undo.undo(row, of=3, version=3, key=new_key())
    assert now_in(row) == after


@each_act
def test_a_version_that_is_still_to_come_is_refused(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    before = now_in(row)
    for version in (0, 2):
        with pytest.raises(PlanError) as refused:
            service(row, version=version, key=new_key(), **what)
        assert (refused.value.path, refused.value.problem) == ("version", "a version of this plan, from 1 to 1")
    assert (now_in(row), row.version) == (before, 1)


@each_act
def test_a_key_that_is_none_is_refused(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    with pytest.raises(PlanError) as refused:
        service(row, version=1, key="again", **what)
    assert refused.value.path == "key"
    assert row.version == 1


@each_act
def test_it_leaves_other_plans_alone(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    other = stored(DRAWING)
    before = now_in(other)
    service(row, version=1, key=new_key(), **what)
    assert (now_in(other), models.Plan.objects.get(pk=other.pk).version) == (before, 1)


@each_act
def test_a_plan_that_has_been_deleted_is_not_there(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    gone = copy.copy(row)
    plans.delete(row)
    with pytest.raises(models.Plan.DoesNotExist):
        service(gone, version=1, key=new_key(), **what)


ABOUT_A_PART = [
    (service, what)
    for service, what in ACTS
    if {"step", "checkpoint", "variable", "after", "inside"} & set(what) and service is not state.remove
]


@pytest.mark.parametrize(("service", "what"), ABOUT_A_PART)
def test_a_part_of_another_plan_is_not_in_this_one(service: Service, what: dict[str, Any], row: models.Plan) -> None:
    bare = stored("One\nTwo")
    before = now_in(bare)
    with pytest.raises(NotInPlan):
        service(bare, version=1, key=new_key(), **what)
    assert now_in(bare) == before


def test_nothing_new_makes_no_new_version(row: models.Plan) -> None:
    outcome = steps.edit(row, step="pay", name="Pay", version=1, key=new_key())
    assert outcome == Outcome(version=1, changed=False, id="pay")
    assert row.version == 1


@pytest.mark.parametrize("of", [0, 1, 3])
def test_only_a_version_that_there_was_can_be_taken_back(of: int, row: models.Plan) -> None:
    steps.move_up(row, step="pay", version=1, key=new_key())
    with pytest.raises(PlanError) as refused:
        undo.undo(row, of=of, version=2, key=new_key())
    assert refused.value.path == "of"


def test_an_edit_takes_the_same_number_of_queries_whatever_the_size_of_the_plan() -> None:
    acts: list[tuple[Service, dict[str, Any]]] = [(steps.edit, {"step": "step-0", "name": "First"}), (steps.add, {})]
    counts = []
    for size in (1, 40):
        row = stored("\n".join(f"Step {number}" for number in range(size)))
        for service, what in acts:
            with CaptureQueriesContext(connection) as queries:
                service(row, version=row.version, key=new_key(), **what)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
