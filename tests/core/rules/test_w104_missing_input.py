"""W104: steps that need what nobody made."""

from __future__ import annotations

from planner.core.change import AddState
from planner.core.check import check_plan
from planner.core.finding import Finding, Place
from planner.core.sketch import sketch


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["W104"])


def test_one_finding_a_step_names_everything_that_it_lacks() -> None:
    (finding,) = found_in("Read -> orders\nConvert <- orders, rate, day")
    assert finding.about == Place(step="convert")
    assert finding.problem == "“Convert” has to start without “rate” and “day”."
    assert finding.fix[1].change == AddState(("rate", "day"))


def test_what_a_later_step_makes_comes_too_late() -> None:
    assert [finding.about for finding in found_in("Convert <- rate\nRead -> rate")] == [Place(step="convert")]


def test_what_the_step_itself_makes_is_not_there_yet() -> None:
    assert [finding.about for finding in found_in("Count <- total -> total")] == [Place(step="count")]


def test_what_is_listed_as_state_is_there_from_the_start() -> None:
    assert found_in("Convert <- rate\nstate: rate") == ()


def test_listing_it_as_state_settles_it() -> None:
    plan = sketch("Convert <- rate")
    assert check_plan(AddState(("rate",)).apply(plan), select=["W104"]) == ()
