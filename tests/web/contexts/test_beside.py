"""What a drawn plan says besides its run line, and only what is written out."""

from __future__ import annotations

import pytest

from planner.core.sketch import sketch
from planner.web.contexts.beside import beside, written_in

SIGNED_IN = """
    Sign in -> session
    Order ! <- session -> nothing
    state: session (not storable), cart (sensitive)
    loads: first
    interrupted: restart 2h (down 5min)
    """


@pytest.mark.parametrize(
    ("drawing", "written"),
    [
        ("Read\n|\nPay !", set()),
        ("Read -> rows\nPay ! <- rows", {"data"}),
        ("Read\n    loads: restart\nkeeps: 1d", {"loads", "keeps"}),
    ],
)
def test_settings_and_data_count_as_written_where_they_are(drawing: str, written: set[str]) -> None:
    assert written_in(drawing) == written


def test_what_another_drawing_writes_is_said_of_this_one_too() -> None:
    written = written_in("Read", "Read\nrunner: none")
    assert list(beside(sketch("Read"), written)) == [
        ("Two resumes at once are stopped by", "A lock, held until the run ends")
    ]


def test_steps_state_and_settings_come_in_this_order() -> None:
    assert list(beside(sketch(SIGNED_IN), written_in(SIGNED_IN))) == [
        ("1. Sign in", "Makes “session”."),
        ("2. Order", "Needs “session”, makes nothing."),
        ("“session”", "It cannot be stored."),
        ("“cart”", "It is there from the start. It holds personal or secret data."),
        ("A resumed run loads", "The first snapshot"),
        ("What interrupts it", "The machine restarts about once every 2 h; the run goes on 5 min later."),
    ]


def test_state_that_a_step_makes_and_nothing_is_said_of_is_left_out() -> None:
    drawing = "List -> numbers\nWrite <- numbers\nstate: numbers"
    assert [name for name, _ in beside(sketch(drawing), written_in(drawing))] == ["1. List", "2. Write"]
