"""The rules' reasoning and the explorer agree on what can happen: no miss, no false alarm, and the same witnesses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from planner.core.explore import Exploration, explore
from planner.core.exploring.event import Event, Mishap
from planner.core.plan import Plan
from planner.core.reasoning.fallback import Schedule
from planner.core.reasoning.possible import Possibilities, possibilities
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from planner.core.vocabulary import Guard, KeySource, Kind
from tests.core.random_plans import random_plan
from tests.core.tangled_plans import tangled_plan
from tests.core.tiny_plans import tiny_plan

INTERRUPTIONS = 3
MOST_MOMENTS = 200_000

PLANS_HERE = 2_000
PLANS_IN_A_CAMPAIGN = 70_000
"""Plans of each shape."""

Generator = Callable[[random.Random], Plan]
Said = dict[Event, Schedule]

SHAPES: dict[str, Generator] = {
    "any plan": lambda rng: random_plan(rng, max_steps=8, max_items=4),
    "plans of a few milliseconds": lambda rng: tiny_plan(rng, max_steps=8),
    "plans guarded halfway": lambda rng: tangled_plan(rng, max_steps=8),
}

each_shape = pytest.mark.parametrize("shape", SHAPES)


@each_shape
def test_the_reasoning_and_the_explorer_agree(shape: str, told: Callable[[str], None]) -> None:
    told(f"{shape}: {agree(shape, range(PLANS_HERE))} (full: {PLANS_IN_A_CAMPAIGN:,} plans more, -m campaign)")


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        ("any plan", 29_354),
        ("plans guarded halfway", 29_320),
        ("plans guarded halfway", 32_696),
        ("plans guarded halfway", 41_582),
        ("plans guarded halfway", 51_887),
        ("plans guarded halfway", 69_319),
    ],
)
def test_they_agree_on_plans_on_which_they_once_did_not(shape: str, number: int) -> None:
    assert agree(shape, range(number, number + 1))["plans"] == 1


@pytest.mark.campaign
@each_shape
def test_the_reasoning_and_the_explorer_agree_on_many_plans(shape: str, told: Callable[[str], None]) -> None:
    told(f"{shape}: {agree(shape, range(PLANS_HERE, PLANS_HERE + PLANS_IN_A_CAMPAIGN))}")


def agree(shape: str, numbers: range) -> dict[str, int]:
    """Compare both on the random plans of these numbers, and return how many plans and events that were."""
    counted: Counter[str] = Counter()
    for number in numbers:
        timeline = compile_plan(SHAPES[shape](random.Random(number)))
        exploration = explore(timeline, interruptions=INTERRUPTIONS, most_moments=MOST_MOMENTS)
        if not exploration.exhausted:
            counted["plans too large to exhaust"] += 1
            continue
        can = possibilities(timeline)
        assert (number, decided(timeline.plan, can)) == (number, explored(exploration))
        assert (number, decided_at_once(timeline.plan, can)) == (number, explored_at_once(exploration))
        counted.update(["plans"], events=len(exploration.possible), batches=len(exploration.at_once))
        counted["witnesses of more than one cut"] += sum(len(one.witness) > 1 for one in exploration.possible.values())
    assert counted["plans"] > 0.99 * len(numbers)
    return dict(counted)


def explored(exploration: Exploration) -> Said:
    return {event: worst.witness for event, worst in exploration.possible.items() if event.step is not None}


def explored_at_once(exploration: Exploration) -> dict[str | None, Schedule]:
    worst = exploration.at_once.items()
    return {event.step: one.witness for event, one in worst if event.mishap is Mishap.DUPLICATES}


def decided(plan: Plan, can: Possibilities) -> Said:
    """Return what the reasoning says that up to so many interruptions can do, in the order of the explorer."""
    said = {(step, event): witness for step, event, witness in _claims(plan, can) if len(witness) <= INTERRUPTIONS}
    order = sorted(said, key=lambda claim: (claim[0], list(Mishap).index(claim[1].mishap)))
    return {claim[1]: said[claim] for claim in order}


def decided_at_once(plan: Plan, can: Possibilities) -> dict[str | None, Schedule]:
    """Return the witnesses of several duplicates of a step in one session."""
    batches = (found for found in can.duplications if found.at_once > 1)
    found_by = ((plan.steps[found.step].id, found.witness) for found in batches)
    return {step: witness for step, witness in found_by if witness is not None and len(witness) <= INTERRUPTIONS}


def _claims(plan: Plan, can: Possibilities) -> Iterator[tuple[int, Event, Schedule]]:
    for repeated in can.duplications:
        if repeated.shortest is not None:
            yield repeated.step, Event(Mishap.DUPLICATES, plan.steps[repeated.step].id), repeated.shortest
    for mishap, others in (
        (Mishap.MISSED, can.misses),
        (Mishap.REASKS, can.reasks),
        (Mishap.DIVERGENCES, can.divergences),
    ):
        for found in others:
            yield found.step, Event(mishap, plan.steps[found.step].id), found.witness


@each_shape
def test_a_batch_repeats_as_many_items_at_once_as_the_reasoning_says(shape: str) -> None:
    seen = 0
    for number in range(400):
        plan = without_finite_keys(SHAPES[shape](random.Random(number)))
        exploration = explore(plan, interruptions=2)
        at_once = {found.step: found.at_once for found in possibilities(compile_plan(plan)).duplications}
        worst = {event.step: one.count for event, one in exploration.at_once.items()}
        for step, count in at_once.items():
            if count > 1:
                seen += 1
                assert (number, worst[plan.steps[step].id]) == (number, count)
    assert seen > 20


@each_shape
def test_the_worst_number_of_duplicates_never_rises_when_a_guard_is_added(shape: str) -> None:
    guarded = 0
    for number in range(300):
        rng = random.Random(number)
        plan = without_finite_keys(SHAPES[shape](rng))
        before = explore(plan, interruptions=2, most_moments=MOST_MOMENTS)
        for better in with_one_more_guard(rng, plan):
            after = explore(better, interruptions=2, most_moments=MOST_MOMENTS)
            if before.exhausted and after.exhausted:
                guarded += 1
                assert (number, duplicates(after) <= duplicates(before)) == (number, True)
    assert guarded > 100


@pytest.mark.parametrize(
    ("choose", "better"),
    [
        ("Choose ! ~ 4s [intent] -> choice", "Choose ! ~ 4s [intent, lookup] -> choice"),
        (
            "Draft ~ 4s -> choice\nLog != 4s <- nothing\n(|) 1s",
            "Draft ~ 4s -> choice\nLog != 4s [intent] <- nothing\n(|) 1s",
        ),
    ],
)
def test_a_guard_can_cost_another_action_its_derived_key(choose: str, better: str) -> None:
    """MODEL.md section 6 knows no such exception: what was left alone is completed again, or a save is left out."""
    order = "\nOrder ! 4s [derived key] <- choice\nFile"
    found = [duplicates(explore(sketch(first + order), interruptions=2)) for first in (choose, better)]
    assert found == [Counter(), Counter({"order": found[1]["order"]})]
    assert found[1]["order"] > 0


def duplicates(exploration: Exploration) -> Counter[str | None]:
    return Counter(
        {event.step: one.count for event, one in exploration.possible.items() if event.mishap is Mishap.DUPLICATES}
    )


def without_finite_keys(plan: Plan) -> Plan:
    return replace(plan, steps=tuple(replace(step, key_retention_ms=None) for step in plan.steps))


def with_one_more_guard(rng: random.Random, plan: Plan) -> Iterator[Plan]:
    """Yield the plan with one more guard on one of its actions, for each in turn on which no derived key can hang."""
    saved_inside = {checkpoint.inside for checkpoint in plan.checkpoints}
    derives = any(step.key_source is KeySource.DERIVED for step in plan.steps)
    for at, step in enumerate(plan.steps):
        missing = [guard for guard in Guard if guard not in step.guards]
        decides_keys = derives and (not step.deterministic or step.id in saved_inside)
        if step.kind is Kind.ACTION and missing and not decides_keys:
            better = replace(step, guards=(*step.guards, rng.choice(missing)))
            yield replace(plan, steps=(*plan.steps[:at], better, *plan.steps[at + 1 :]))
