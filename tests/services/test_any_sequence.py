"""Whatever people do, in any order and from old forms, a plan stays a plan and every version can be taken back."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from planner import models
from planner.bridge import plan_of
from planner.core.errors import PlanError
from planner.core.planfile import read_plan, write_plan
from planner.core.vocabulary import GateWhen, Guard, Kind, Question, Reply
from planner.models.rows import load_rows
from planner.services import checkpoints, interruptions, resume, risks, state, steps, undo
from planner.services.outcome import Conflict, Gone, NotInPlan, Outcome
from tests.core.random_plans import random_plan
from tests.services.stored import new_key, now_in, stored_plan

pytestmark = pytest.mark.django_db

Act = tuple[Callable[..., Outcome], dict[str, Any]]


def random_act(rng: random.Random, row: models.Plan) -> Act:
    """Something that a person might do, most of it possible."""
    rows = load_rows(row, with_removed=rng.random() < 0.2)
    step = rng.choice([one.slug for one in rows.steps] or ["none"])
    other = rng.choice([one.slug for one in rows.steps] or ["none"])
    checkpoint = rng.choice([one.slug for one in rows.checkpoints] or ["none"])
    name = rng.choice(["v1", "v2", "given", "result of step 2"])
    acts: list[Act] = [
        (steps.add, {"after": rng.choice([None, step]), "kind": rng.choice(list(Kind)), "items": rng.randint(1, 3)}),
        (steps.edit, {"step": step, "kind": rng.choice(list(Kind)), "items": rng.randint(1, 3)}),
        (steps.edit, {"step": step, "idempotent": rng.choice([None, True]), "needs": [name]}),
        (steps.move_up, {"step": step}),
        (steps.move_down, {"step": step}),
        (steps.move_to, {"step": step, "place": rng.randint(1, 6)}),
        (steps.remove, {"step": step}),
        (steps.restore, {"step": step}),
        (checkpoints.place, {rng.choice(["after", "inside"]): step, "snapshot": [name]}),
        (checkpoints.move, {"checkpoint": checkpoint, rng.choice(["after", "inside"]): other}),
        (checkpoints.edit, {"checkpoint": checkpoint, "every_items": rng.choice([None, 2]), "snapshot": [name]}),
        (checkpoints.remove, {"checkpoint": checkpoint}),
        (checkpoints.restore, {"checkpoint": checkpoint}),
        (
            checkpoints.answer,
            {"checkpoint": checkpoint, "answers": {rng.choice(list(Question)): {"reply": rng.choice(list(Reply))}}},
        ),
        (risks.mark, {"step": step, "repeats": rng.choice([True, False, None])}),
        (risks.mark, {"step": step, "prevention": rng.choice(["", "Look it up."])}),
        (risks.guard, {"step": step, "guards": rng.sample(list(Guard), 2), "gate_when": rng.choice(list(GateWhen))}),
        (state.add, {"name": name}),
        (state.edit, {"variable": name, "storable": rng.random() < 0.5}),
        (state.rename, {"variable": name, "name": rng.choice(["v1", "v9", "rows"])}),
        (state.remove, {"variable": name}),
        (state.restore, {"variable": name}),
        (resume.edit, {"checks": rng.choice([None, ()])}),
        (interruptions.edit, {"exactly": rng.choice([None, 2]), "restart_every_ms": rng.choice([None, 5])}),
        (undo.undo, {"of": rng.randint(1, row.version + 1)}),
    ]
    return rng.choice(acts)


@pytest.mark.parametrize("seed", range(3))
def test_a_plan_stays_a_plan_and_every_version_can_be_taken_back(seed: int) -> None:
    do_anything_and_take_it_back(random.Random(seed))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(3, 203))
def test_a_plan_stays_a_plan_in_many_sequences(seed: int) -> None:
    do_anything_and_take_it_back(random.Random(seed))


def do_anything_and_take_it_back(rng: random.Random) -> None:
    row = stored_plan(random_plan(rng, steps=rng.randint(1, 4)))
    history = [now_in(row)]
    while len(history) < 25:
        service, what = random_act(rng, row)
        try:
            outcome = service(row, version=rng.randint(max(1, row.version - 4), row.version), key=new_key(), **what)
        except (Conflict, Gone, NotInPlan, PlanError):
            outcome = Outcome(changed=False)
        history += [now_in(row)] if outcome.changed else []
        assert now_in(row) == history[-1] == plan_of(load_rows(row, with_removed=True))
        assert read_plan(write_plan(history[-1])) == history[-1]
        assert row.version == len(history)
    for of in range(row.version, 1, -1):
        undo.undo(row, of=of, version=row.version, key=new_key())
        assert now_in(row) == history[of - 2]
