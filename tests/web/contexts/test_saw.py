"""The sawtooth of one run: what each cell says, where the blue verticals stand, and the dotted way back."""

from __future__ import annotations

from typing import Any

from planner.core.run import Chosen
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from planner.core.times import to_ms
from planner.core.trace import trace
from planner.web.contexts.saw import Sawtooth

PLAN = """
    Read < 60s
    Draft ~ 60s
    | 0s
    Approve ? 60s
    Pay ! x2 60s
    Post ! 60s [record, intent, lookup]
    Report 60s
    recovery: 0s
"""


def drawn(drawing: str, *cuts: float, moment: int = -1) -> dict[str, Any]:
    """The picture of a run that is cut so many seconds into its sessions; the chosen moment is the last one."""
    timeline = compile_plan(sketch(drawing))
    told = trace(timeline, Chosen([to_ms(cut) for cut in cuts], 0))
    moments = [(place, scene) for place, one in enumerate(told.tries) for scene in one.scenes]
    saw = Sawtooth(timeline, told.tries, tuple(range(1, len(told.tries) + 1)))
    return saw.drawn(caption="Run", now=moments[moment])


def cells(picture: dict[str, Any], row: int, key: str) -> list[Any]:
    return [cell[key] for cell in picture["tries"][row]["cells"]]


def states(picture: dict[str, Any], row: int) -> list[str]:
    """The first class of each cell of a try."""
    return [classes.split()[0] for classes in cells(picture, row, "classes")]


def test_a_run_that_nothing_stops_is_one_line_from_start_to_end() -> None:
    picture = drawn(PLAN)
    assert states(picture, 0) == ["was-done"] * 6
    assert cells(picture, 0, "glyph") == [
        "glyph-read",
        "glyph-own-varies",
        "glyph-gate",
        "glyph-action",
        "glyph-action-guarded",
        "glyph-own",
    ]
    first, *_, last = cells(picture, 0, "classes")
    assert "run-starts" in first
    assert "run-ends" in last


def test_a_stop_has_a_bolt_and_what_comes_after_is_not_reached() -> None:
    picture = drawn(PLAN, 90)
    assert states(picture, 0) == ["was-done", "was-stopped", *["not-reached"] * 4]
    assert cells(picture, 0, "glyph") == ["glyph-read", "icon-bolt", "", "", "", ""]
    assert cells(picture, 0, "word") == ["", "stopped", "", "", "", ""]


def test_from_a_checkpoint_on_the_work_is_kept_done_again_done_twice_or_found() -> None:
    picture = drawn(PLAN, 350)
    assert [one["from"] for one in picture["tries"]] == ["from the start", "from A"]
    assert states(picture, 1) == ["was-kept", "was-kept", "was-again", "was-twice", "was-found", "was-done"]
    assert cells(picture, 1, "word") == ["", "", "again", "twice", "found", ""]
    assert cells(picture, 1, "said") == [
        "kept",
        "kept",
        "asked again",
        "happened twice",
        "found done, not repeated",
        "done",
    ]


def test_the_way_back_drops_turns_passes_and_lands() -> None:
    picture = drawn(PLAN, 350)
    assert cells(picture, 0, "drop") == [False, False, False, False, True, False]
    assert cells(picture, 1, "fall") == [False, False, True, True, True, False]
    parts = [[name for name in classes.split() if name.startswith("fall-")] for classes in cells(picture, 1, "classes")]
    assert parts == [[], [], ["fall-lands"], ["fall-passes"], ["fall-turns"], []]


def test_a_stop_at_the_place_where_the_next_try_begins_drops_straight() -> None:
    picture = drawn(PLAN, 130)
    assert "fall-drops" in cells(picture, 1, "classes")[2]


def test_harm_and_a_stop_in_one_cell_show_both() -> None:
    picture = drawn(PLAN, 310, 160)
    cell = picture["tries"][1]["cells"][3]
    assert (cell["glyph"], cell["also"], cell["word"], cell["said"]) == (
        "icon-bolt",
        "glyph-twice",
        "twice",
        "happened twice, stopped",
    )
    assert {"was-twice", "was-stopped", "falls"} <= set(cell["classes"].split())


def test_checkpoints_stand_behind_their_step_and_broken_ones_say_so() -> None:
    heads = drawn("Read -> rows\n| holds nothing\nCheck <- rows -> checked\n|\nPay ! <- checked")["steps"]
    assert [(head["flag"], head["flag_name"], head["broken"]) for head in heads] == [
        ("A", "A", True),
        ("B", "B", False),
        ("", "", False),
    ]


def test_what_lies_behind_the_chosen_moment_is_later() -> None:
    picture = drawn(PLAN, 350, moment=1)
    assert ["is-now" in classes for classes in cells(picture, 0, "classes")] == [
        True,
        False,
        False,
        False,
        False,
        False,
    ]
    assert all("is-later" in classes for classes in cells(picture, 0, "classes")[1:] + cells(picture, 1, "classes"))
    assert [one["later"] for one in picture["tries"]] == [False, True]


def test_a_run_that_is_stopped_while_resuming_shows_it_where_it_would_begin() -> None:
    picture = drawn(PLAN.replace("recovery: 0s", "recovery: 60s"), 130, 30)
    assert states(picture, 1) == ["was-kept", "was-kept", "was-stopped", *["not-reached"] * 3]


def test_within_a_batch_a_run_resumes_in_its_column() -> None:
    picture = drawn("Read\nPay ! x4 60s\n|/2 0s\nReport", 220)
    assert states(picture, 1) == ["was-kept", "was-twice", "was-done"]
    assert "try-starts" in cells(picture, 1, "classes")[1]


def test_a_long_name_is_shortened_for_the_eye_alone() -> None:
    (head,) = drawn("Coordinate everything")["steps"]
    assert (head["short"], head["name"]) == ("Coordina…", "Coordinate everything")
