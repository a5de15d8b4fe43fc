"""How long the rules take over a long plan, and the explorer over one of 20 steps.

Run with: python3 manage.py test tests/benchmarks -m benchmark -s
Each goal is printed beside what was measured; the assertions leave room for a noisy machine.
"""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from planner.core.check import check_plan
from planner.core.explore import explore
from planner.core.plan import Answer, Answers, Interruptions, Plan, Resume
from planner.core.vocabulary import Kind, Loads, Question, Reply
from tests.benchmarks.clock import best_seconds
from tests.benchmarks.workflows import chain

pytestmark = pytest.mark.benchmark

NOISE = 2.5
"""How much worse than the goal a noisy machine may make it before the assertion fails."""
_TURNS = 15
_GOAL_MS = 20
_OFTEN_SAVED_GOAL_MS = 100
_EVERY_ANSWER = Answers(**{question.value: Answer(answer=Reply.YES, reason="Yes.") for question in Question})


def long_plan(steps: int, *, guards: bool) -> Plan:
    """Return a chain with a checkpoint after every tenth step, whose five questions are all answered."""
    plan = chain(steps, guards=guards, interruptions=5)
    return replace(
        plan,
        resume=Resume(loads=Loads.LATEST_VALID),
        checkpoints=tuple(replace(checkpoint, answers=_EVERY_ANSWER) for checkpoint in plan.checkpoints),
    )


def check_ms(plan: Plan) -> float:
    """Time a check from the plan on: its timeline, every rule, every text and witness."""
    return best_seconds(lambda: check_plan(plan), turns=_TURNS, clock=time.process_time) * 1_000


@pytest.mark.parametrize("guards", [False, True])
def test_a_check_of_five_hundred_steps_takes_twenty_milliseconds_and_grows_with_the_steps(guards: bool) -> None:
    half, whole = long_plan(250, guards=guards), long_plan(500, guards=guards)
    half_ms, whole_ms = check_ms(half), check_ms(whole)
    found = check_plan(whole)
    witnesses = sum(finding.witness is not None for finding in found)
    print(
        f"\nguards {guards}: 500 steps {whole_ms:.1f} ms (goal {_GOAL_MS}), {whole_ms / half_ms:.2f} times 250 steps "
        f"(goal 2); {len(found):,} findings, {witnesses} of them with a witness"
    )
    assert witnesses > 100
    assert whole_ms <= _GOAL_MS * NOISE
    assert whole_ms / half_ms <= 2 * 1.5


@pytest.mark.parametrize("interrupted", ["restart and limit", "limit", "exactly 2", "never"])
def test_a_checkpoint_at_every_other_step_costs_it_a_few_times_that(interrupted: str) -> None:
    half_ms, whole_ms = (check_ms(often_saved_plan(steps, interrupted)) for steps in (250, 500))
    print(
        f"\n250 checkpoints, {interrupted}: {whole_ms:.0f} ms (goal {_OFTEN_SAVED_GOAL_MS}), "
        f"{whole_ms / half_ms:.2f} times 125 of them (goal 2)"
    )
    assert whole_ms <= _OFTEN_SAVED_GOAL_MS * NOISE


def often_saved_plan(steps: int, interrupted: str) -> Plan:
    """Return a plan of steps that repeat nothing outside, so that each checkpoint has to be worth its time."""
    plan = chain(steps, guards=False, interruptions=5, every=2)
    restarts = plan.interruptions
    limit_ms = 3 * (restarts.restart_every_ms or 0)
    kinds = {
        "restart and limit": replace(restarts, session_limit_ms=limit_ms),
        "limit": Interruptions(session_limit_ms=limit_ms),
        "exactly 2": Interruptions(exactly=2),
        "never": Interruptions(),
    }
    reads = tuple(replace(step, kind=Kind.READ, deterministic=True) for step in plan.steps)
    return replace(plan, steps=reads, interruptions=kinds[interrupted])


@pytest.mark.parametrize("guards", [False, True])
def test_twenty_steps_are_explored_in_a_third_of_a_second(guards: bool) -> None:
    plan, goal = chain(20, guards=guards, interruptions=5, every=4), 0.3
    taken = best_seconds(lambda: explore(plan, interruptions=2), clock=time.process_time)
    exploration = explore(plan, interruptions=2)
    print(f"\nguards {guards}: {exploration.schedules:,} schedules in {taken * 1_000:.0f} ms (goal {goal * 1_000:.0f})")
    assert exploration.exhausted
    assert taken <= goal * NOISE
