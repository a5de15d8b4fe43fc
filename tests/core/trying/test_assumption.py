"""What the numbers rest on, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.finding import Place
from planner.core.plan import Plan, Resume, Step
from planner.core.sketch import sketch
from planner.core.trying.assumption import Assumption, interruptions_in_words, unanswered


def test_a_plan_that_answers_everything_leaves_nothing_open() -> None:
    assert unanswered(sketch("Read <\nPay ! [record, lookup]\nReport")) == ()


def test_what_the_plan_as_a_whole_leaves_open_is_named_with_what_is_assumed() -> None:
    assert unanswered(Plan(title="Run", steps=(Step(id="s1"),))) == (
        Assumption("What identifies a run?", "After a stop the run is found again."),
        Assumption("What stops two resumes at once?", "There are never two."),
        Assumption("Which snapshot does a resume load?", "The newest from which it can go on."),
    )


def test_unanswered_checks_matter_once_a_guard_rests_on_them() -> None:
    plan = sketch("Pay ! [record]")
    unchecked = replace(plan, resume=replace(plan.resume, checks=None))
    assert unanswered(unchecked) == (
        Assumption(
            "What does a resume check before it goes on?", "The action records, and the actions that are in doubt."
        ),
    )
    assert unanswered(replace(sketch("Pay !"), resume=Resume(loads=plan.resume.loads))) == ()


def test_steps_that_leave_the_same_open_are_named_together() -> None:
    plan = sketch("Pay !? [key, kept 24h]\nPost !?\nSend ! [stored key]")
    assert unanswered(plan) == (
        Assumption("May “Pay” and “Post” happen twice with the effect of once?", "It may not.", Place(step="pay")),
        Assumption("Where does the key of “Pay” come from?", "It is stored before the action.", Place(step="pay")),
        Assumption("How long does the receiver of “Send” keep the key?", "For ever.", Place(step="send")),
    )


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (
            "restart 1h (down 1min), close 4h (down 12h)",
            (
                "The machine restarts about once every hour; the run goes on 1 min later.",
                "The person leaves about once every 4 h; the run goes on 12 h later.",
            ),
        ),
        ("limit 15min", ("A session is ended after 15 min; the run goes on at once.",)),
        ("exactly 1", ("Each run is interrupted once, at any moment; the run goes on at once.",)),
        (
            "exactly 3 (down 2min)",
            ("Each run is interrupted 3 times, at any moment; the run goes on 2 min later.",),
        ),
        ("exactly 0", ("Nothing interrupts a run.",)),
    ],
)
def test_what_interrupts_a_run_is_said_in_words(drawn: str, said: tuple[str, ...]) -> None:
    assert interruptions_in_words(sketch(f"Read\ninterrupted: {drawn}").interruptions) == said


def test_a_plan_that_nothing_interrupts_says_so() -> None:
    assert interruptions_in_words(replace(Plan(title="Run").interruptions, restart_every_ms=None)) == (
        "Nothing interrupts a run.",
    )
