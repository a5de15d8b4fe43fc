"""What the tests showed of one step."""

from planner.core.reporting.blocks import Cell, Tone
from planner.core.reporting.sections.seen import seen
from tests.core.reported import facts


def shown(drawing: str, at: int = 0) -> Cell:
    found = facts(drawing)
    return seen(found, found.plan.steps[at])


def test_no_harm_seen_and_none_excluded_is_said_with_the_number_of_tests() -> None:
    assert shown("Send ! x2000 1s [record, intent, lookup]\nReport\ninterrupted: restart 30d") == Cell(
        "Not seen in 200 test runs", tone=Tone.NOTE
    )


def test_a_harmless_action_of_a_plan_too_large_to_exhaust_was_not_left_out() -> None:
    assert shown("Set fields !=\nSend ! x2000 1s [record, intent, lookup]\nReport\ninterrupted: restart 30d") == Cell(
        "A repeat does no harm. Not left out in 200 test runs", tone=Tone.NOTE
    )


def test_several_harms_stand_one_below_the_other_the_gravest_first() -> None:
    drawing = "Pay ! ~ 5min\nMail ! 5min\nReport 5min\ninterrupted: exactly 1"
    cell = shown(drawing)
    assert (cell.text.split()[:2], [note.split()[:2] for note in cell.notes], cell.tone) == (
        ["Happened", "twice"],
        [["Came", "out"]],
        Tone.FIX,
    )


def test_an_action_that_was_left_out_is_as_grave() -> None:
    cell = shown("Pay ! 5min [intent]\nReport 5min\ninterrupted: exactly 1")
    assert (cell.text.split()[:2], cell.notes, cell.tone) == (["Left", "out"], (), Tone.FIX)


def test_a_result_that_comes_out_different_after_use_is_something_to_think_about() -> None:
    cell = shown("Draft ~ 5min\nPay != 5min\nReport 5min\ninterrupted: exactly 1")
    assert (cell.text.startswith("Came out different after use 0."), cell.tone) == (True, Tone.THINK)


def test_own_work_that_comes_out_the_same_has_nothing_to_show() -> None:
    assert shown("Count 5min\nReport") == Cell("–")
