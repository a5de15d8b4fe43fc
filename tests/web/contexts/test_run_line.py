"""The run line is drawn in stretches, each with where a stopped run goes back to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.plan import Plan, Step
from planner.core.sketch import sketch
from planner.core.vocabulary import IdentitySource, Loads
from planner.web.contexts.bench import Bench
from planner.web.contexts.run_line import RunLine, Stretch


def stretches(plan: Plan | str, *, shown: bool = True) -> tuple[Stretch, ...]:
    drawn = sketch(plan) if isinstance(plan, str) else plan
    return RunLine(Bench(plan=drawn, base="/", shown=shown)).stretches()


def outline(plan: Plan | str, *, shown: bool = True) -> list[tuple[str, list[str]]]:
    return [(one.key, [row.id for row in one.steps]) for one in stretches(plan, shown=shown)]


def returns(plan: str) -> list[str]:
    return [f"{one.returns.title}, {one.returns.text}" for one in stretches(plan) if one.returns]


def test_a_plan_without_steps_is_a_start() -> None:
    assert outline(Plan(title="Empty")) == [("start", [])]


def test_a_plan_without_checkpoints_is_one_stretch() -> None:
    assert outline("One\nTwo") == [("start", ["one", "two"])]
    assert returns("One 10min\nTwo 5min") == ["Back to the start, from steps 1–2, up to 15 min again"]


def test_each_checkpoint_begins_a_stretch() -> None:
    drawing = "One 10min\n|\nTwo 5min\nThree 1min"
    assert outline(drawing) == [("start", ["one"]), ("after-one", ["two", "three"])]
    assert returns(drawing) == [
        "Back to the start, from step 1, up to 10 min again",
        "Back to A, from steps 2–3, up to 6 min again",
    ]


def test_a_checkpoint_after_the_last_step_ends_the_line() -> None:
    assert outline("One\nTwo\n|") == [("start", ["one", "two"]), ("after-two", [])]


def test_a_checkpoint_inside_a_step_begins_a_stretch_behind_it() -> None:
    drawn = stretches("One 10min\n(|)\nTwo 4min")
    assert [(one.key, [row.id for row in one.steps]) for one in drawn] == [
        ("start", ["one"]),
        ("in-one", ["two"]),
    ]


def test_a_batch_that_saves_within_loses_at_most_what_lies_between_two_saves() -> None:
    drawn = stretches("Read 1min\nSend ! x10 1min\n|/5\nReport 1min")
    assert drawn[0].returns is not None
    assert drawn[0].returns.text == "from steps 1–2, up to 6 min again"
    assert [row.saves_within for row in drawn[0].steps] == [False, True]


def test_a_checkpoint_that_no_run_goes_on_from_stands_at_its_step() -> None:
    drawn = stretches("One\n| holds nothing\nTwo")
    assert [one.key for one in drawn] == ["start"]
    bars = [bar for row in drawn[0].steps for bar in row.checkpoints]
    assert [(bar.id, bar.broken) for bar in bars] == [("after-one", True)]
    assert bars[0].remarks[0].text == "A run cannot go on from here: “one” is needed later and not saved."


def test_whether_a_run_goes_on_from_it_is_not_told_before_the_learner_has_said() -> None:
    assert outline("One\n| holds nothing\nTwo", shown=False) == [("start", ["one"]), ("after-one", ["two"])]


@pytest.mark.parametrize(
    ("loads", "source", "said"),
    [
        (Loads.RESTART, IdentitySource.BUSINESS_KEY, "No run goes on from here: when it resumes, it starts over."),
        (Loads.LATEST, IdentitySource.PROCESS, "No run goes on from here: after a stop, the run is not found again."),
    ],
    ids=str,
)
def test_a_checkpoint_that_is_never_loaded_says_why(loads: Loads, source: IdentitySource, said: str) -> None:
    plan = sketch("One\n|\nTwo")
    plan = replace(plan, resume=replace(plan.resume, loads=loads), identity=replace(plan.identity, source=source))
    bars = [bar for one in stretches(plan) for row in one.steps for bar in row.checkpoints]
    assert [bar.remarks[0].text for bar in bars] == [said]


def test_a_stretch_in_which_an_action_can_repeat_says_so() -> None:
    told = [one.returns.danger for one in stretches("Read\nPay !\n|\nReport") if one.returns]
    assert told == ["1 step can repeat", ""]


def test_every_step_and_every_checkpoint_is_drawn_once() -> None:
    plan = sketch("One\n(|)\n|\n| holds nothing\nTwo\n|\nThree x5 !\n|/2\nFour\n|\n| holds nothing")
    drawn = stretches(plan)
    bars = [one.checkpoint.id for one in drawn if one.checkpoint]
    bars += [bar.id for one in drawn for row in one.steps for bar in row.checkpoints]
    assert [row.number for one in drawn for row in one.steps] == [1, 2, 3, 4]
    assert sorted(bars) == sorted(checkpoint.id for checkpoint in plan.checkpoints)


def test_a_step_without_a_name_can_still_be_found() -> None:
    assert stretches(Plan(title="Plan", steps=(Step(id="s1"),)))[0].steps[0].name == "Without a name"
