"""A plan comes back from the database as it went in, and takes the same number of queries whatever its size."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner import models
from planner.bridge import core_plan, plan_of, rows_of, store
from planner.core.errors import PlanError
from planner.core.plan import MAX_STEPS, Plan, Resume, Step
from planner.core.planfile import document_from_plan, plan_from_document, read_plan, write_plan
from planner.models.rows import load_rows
from tests.core.random_plans import random_plan

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "planner" / "data" / "example.json"
EXPERT_PLANS = sorted((ROOT / "tests" / "plans").glob("*.json"))
VECTORS = sorted((ROOT / "tests" / "vectors").glob("*.json"))


def stored(plan: Plan) -> models.Plan:
    """The plan in the database, as another request would find it."""
    row = models.Plan(session_token="a browser")
    store(row, plan)
    return models.Plan.objects.get(pk=row.pk)


@pytest.mark.parametrize("path", [EXAMPLE, *EXPERT_PLANS], ids=lambda path: path.stem)
def test_a_plan_file_comes_back_as_the_same_document(path: Path) -> None:
    plan = read_plan(path.read_bytes())
    row = stored(plan)
    assert core_plan(row) == plan
    assert document_from_plan(core_plan(row)) == document_from_plan(plan)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_plan_of_a_vector_comes_back_as_the_same_document(path: Path) -> None:
    plan = plan_from_document(json.loads(path.read_bytes())["plan"])
    assert write_plan(core_plan(stored(plan))) == write_plan(plan)


@pytest.mark.parametrize("seed", range(200))
def test_a_random_plan_comes_back_as_the_same_document(seed: int) -> None:
    plan = random_plan(random.Random(seed), max_steps=8)
    assert write_plan(core_plan(stored(plan))) == write_plan(plan)


def test_no_checks_and_checks_not_answered_are_different_answers() -> None:
    for resume in (Resume(checks=None), Resume(checks=())):
        assert core_plan(stored(Plan(title="Plan", resume=resume))).resume == resume


def test_the_largest_plan_comes_back() -> None:
    plan = random_plan(random.Random(1), steps=MAX_STEPS)
    assert core_plan(stored(plan)) == plan


def test_reading_a_plan_takes_eight_queries_whatever_its_size() -> None:
    rows = [stored(random_plan(random.Random(1), steps=count)) for count in (1, 40)]
    counts = []
    for row in rows:
        with CaptureQueriesContext(connection) as queries:
            core_plan(row)
        counts.append(len(queries))
    assert counts == [8, 8]


def test_a_removed_step_is_not_part_of_the_plan() -> None:
    plan = Plan(title="Plan", steps=(Step(id="s1"), Step(id="s2")))
    row = stored(plan)
    row.steps.filter(slug="s1").update(removed=True)
    assert core_plan(row) == replace(plan, steps=(Step(id="s2"),))
    assert plan_of(load_rows(row, with_removed=True)) == replace(plan, steps=(Step(id="s2"),))


def test_rows_that_make_no_plan_are_refused_with_their_place() -> None:
    rows = rows_of(models.Plan(), Plan(title="Plan", steps=(Step(id="s1"), Step(id="s2"))))
    rows.steps[1].duration_ms = 0
    with pytest.raises(PlanError) as refused:
        plan_of(rows)
    assert refused.value.path == "steps[1].seconds"
