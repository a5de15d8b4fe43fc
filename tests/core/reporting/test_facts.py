"""What follows from a plan, a seed and a number of runs."""

from planner.core.exact import exact
from planner.core.exploring.event import Mishap
from planner.core.fingerprint import fingerprint
from planner.core.reporting.facts import facts_of, unprotected
from planner.core.sketch import sketch
from planner.core.summary import summarise

PLAN = sketch("Read\nPay ! [record, intent, lookup]\nApprove ?=\n|\nReport !")


def test_it_is_computed_from_those_three_alone() -> None:
    facts = facts_of(PLAN, runs=50, seed=3)
    assert facts.plan == PLAN
    assert facts.summary == summarise(PLAN, runs=50, seed=3)
    assert facts.unprotected == summarise(unprotected(PLAN), runs=50, seed=3)
    assert (facts.expected, facts.unprotected_expected) == (exact(PLAN), exact(unprotected(PLAN)))
    assert facts.fingerprint == fingerprint(PLAN, runs=50, seed=3)


def test_the_unprotected_twin_has_neither_checkpoints_nor_guards() -> None:
    twin = unprotected(PLAN)
    assert twin.checkpoints == ()
    assert [(step.guards, step.question_stored) for step in twin.steps] == [((), False)] * 4
    assert [step.name for step in twin.steps] == [step.name for step in PLAN.steps]


def test_interrupted_runs_are_counted_not_shared() -> None:
    facts = facts_of(PLAN, runs=50, seed=3)
    assert facts.interrupted == facts.summary.interrupted * 50


def test_what_was_explored_and_not_seen_is_excluded() -> None:
    facts = facts_of(PLAN, runs=50, seed=3)
    pay, report = (PLAN.steps[at].id for at in (1, 3))
    assert facts.exploration.exhausted
    assert (facts.is_excluded(Mishap.DUPLICATES, pay), facts.is_excluded(Mishap.DUPLICATES, report)) == (True, False)
    assert (facts.fewest(Mishap.DUPLICATES, pay), facts.fewest(Mishap.DUPLICATES, report)) == (None, 1)


def test_an_exploration_that_stopped_early_excludes_nothing() -> None:
    facts = facts_of(sketch("Send ! x2000 1s [record, intent, lookup]\nReport"), runs=2, seed=1)
    assert not facts.exploration.exhausted
    assert not facts.is_excluded(Mishap.DUPLICATES, facts.plan.steps[0].id)
