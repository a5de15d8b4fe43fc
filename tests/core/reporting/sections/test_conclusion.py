"""The sentence that a report begins with."""

from datetime import date

from planner.core.finding import Place, Severity
from planner.core.plan import Plan
from planner.core.reporting.remarks import Acceptance, Remarks
from planner.core.reporting.sections.conclusion import conclusion
from tests.core.reported import facts

GUARDED = "Read 2min\n|\nPay ! 3min [record, intent, lookup]\nReport 1min"


def concluded(drawing: str | Plan, remarks: Remarks | None = None) -> str:
    return conclusion(facts(drawing), remarks or Remarks())


def test_what_cannot_happen_is_said_with_its_limits() -> None:
    said = concluded(f"{GUARDED}\nkeeps: 30d\ninterrupted: restart 10min")
    assert said.split("; ")[:2] == [
        "One interruption repeats at most 4 min of work",
        "no action can happen twice or be left out with up to two interruptions in this model",
    ]


def test_what_was_seen_has_its_denominator() -> None:
    said = concluded("Pay ! 3min\nMail ! 5min\nReport 1min\ninterrupted: exactly 1")
    found = facts("Pay ! 3min\nMail ! 5min\nReport 1min\ninterrupted: exactly 1")
    pay, mail = (found.runs_with_twice(step.id) for step in found.plan.steps[:2])
    assert pay > mail > 0
    assert said.split("; ")[1] == f"“Pay” happened twice in {pay} of 200 interrupted test runs, “Mail” in {mail}"


def test_of_more_than_two_actions_the_others_are_counted() -> None:
    said = concluded("Pay ! 3min\nMail ! 3min\nPost ! 3min\nReport 1min\ninterrupted: exactly 1")
    assert said.split("; ")[1].endswith(" of 200 interrupted test runs, 2 more actions in fewer")


def test_a_possible_repeat_is_named_although_no_test_saw_it() -> None:
    said = concluded("Pay ! 1ms\nReport 1min\ninterrupted: restart 30d")
    assert said.split("; ")[1] == "in 200 test runs no action happened twice or was left out, although “Pay” can"


def test_an_action_that_was_left_out_is_named() -> None:
    said = concluded("Pay ! 5min [intent]\nReport 1min\ninterrupted: exactly 1")
    assert said.split("; ")[1] == "in 200 test runs no action happened twice, but “Pay” was left out"


def test_a_run_without_actions_has_nothing_to_repeat() -> None:
    said = concluded("Read 2min\nReport 1min")
    assert said.split("; ")[:2] == [
        "One interruption repeats at most 3 min of work",
        "nothing that the run does changes the outside world",
    ]


def test_a_run_that_an_interruption_ends_says_so_first() -> None:
    said = concluded("Read 2min\n|\nWrite 1min\n| holds nothing\nReport 1min\nloads: latest")
    assert said.split("; ")[0] == "An interruption can end the run for good"


def test_accepted_risks_are_counted_apart_from_open_points() -> None:
    drawing = "Pay ! 3min\n(|)\nReport 1min\nloads: restart\nrunner: none\nidentity: process"
    grave = [finding for finding in facts(drawing).findings if finding.severity is Severity.FIX]
    accepted = Acceptance(code=grave[0].code, about=grave[0].about, reason="A small sum", on=date(2026, 11, 27))
    stray = Acceptance(code=grave[0].code, about=Place(step="elsewhere"), reason="It is not even found")
    said = concluded(drawing, Remarks(acceptances=(accepted, stray)))
    assert len(grave) >= 3
    assert said.split("; ")[2] == f"{len(grave) - 1} points to fix stand open and 1 risk is accepted."


def test_an_empty_plan_has_nothing_to_say() -> None:
    assert concluded(Plan(title="Empty")) == (
        "The plan has no step yet, so there is nothing that an interruption could stop."
    )
