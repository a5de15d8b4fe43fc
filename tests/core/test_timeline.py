"""A plan laid out: its micro-operations, their lengths, its saves and what they lack."""

from __future__ import annotations

import pytest

from planner.core.plan import Checkpoint, Plan, Step
from planner.core.sketch import sketch
from planner.core.timeline import Op, Save, compile_plan
from planner.core.vocabulary import Kind

WAIT, INTENT, PRE, EFFECT, SAVE_INSIDE, POST, DONE, SAVE_AFTER = Op


def track(drawing: str) -> list[tuple[Op, int, int]]:
    """Return each micro-operation with its unit and its milliseconds."""
    timeline = compile_plan(sketch(drawing))
    columns = (timeline.ops.tolist(), timeline.op_unit.tolist(), timeline.op_ms.tolist())
    return [(Op(op), unit, ms) for op, unit, ms in zip(*columns, strict=True)]


def save_places(drawing: str) -> list[tuple[int, int]]:
    """Return, for each save, the index of its checkpoint and its unit."""
    return [(save.checkpoint, save.unit) for save in compile_plan(sketch(drawing)).saves]


def test_a_step_without_an_effect_is_worked_on_in_two_halves() -> None:
    assert track("draft 10s") == [(PRE, 0, 5_000), (POST, 0, 5_000), (DONE, 0, 0)]


def test_an_action_has_its_effect_where_it_says() -> None:
    assert track("pay ! 10s @0.3") == [(PRE, 0, 3_000), (EFFECT, 0, 0), (POST, 0, 7_000), (DONE, 0, 0)]


def test_a_gate_asks_at_once() -> None:
    assert track("approve ? 10s") == [(PRE, 0, 0), (EFFECT, 0, 0), (POST, 0, 10_000), (DONE, 0, 0)]


def test_an_intent_record_precedes_the_act_and_a_person_precedes_the_intent() -> None:
    assert track("pay ! 10s [ask, intent, waits 3s]") == [
        (WAIT, 0, 3_000),
        (INTENT, 0, 0),
        (PRE, 0, 5_000),
        (EFFECT, 0, 0),
        (POST, 0, 5_000),
        (DONE, 0, 0),
    ]


def test_a_person_who_is_asked_on_resume_alone_takes_no_time_on_the_first_pass() -> None:
    assert track("pay ! 10s [ask on resume, waits 3s]")[0] == (WAIT, 0, 0)


def test_a_batch_waits_once_and_saves_after_some_items() -> None:
    assert track("pay ! x3 2s [ask, waits 3s]\n(|) 1s\n|/2 4s") == [
        (WAIT, 0, 3_000),
        *[(PRE, 0, 1_000), (EFFECT, 0, 0), (POST, 0, 1_000), (DONE, 0, 0)],
        *[(PRE, 1, 1_000), (EFFECT, 1, 0), (SAVE_INSIDE, 1, 1_000), (POST, 1, 1_000), (DONE, 1, 0)],
        (SAVE_AFTER, 1, 4_000),
        *[(PRE, 2, 1_000), (EFFECT, 2, 0), (POST, 2, 1_000), (DONE, 2, 0)],
        (SAVE_AFTER, 2, 4_000),
    ]


@pytest.mark.parametrize(
    ("line", "before_ms", "after_ms"),
    [
        ("pay ! 0.001s @0.5", 1, 0),
        ("pay ! 0.333s @0.5", 167, 166),
        ("pay ! 0.025s @0.1", 3, 22),
        ("pay ! 0.333s @0.333", 111, 222),
        ("pay ! 0.150s @0.29", 44, 106),
        ("draft 0.005s", 3, 2),
        ("pay ! 10s @0", 0, 10_000),
        ("pay ! 10s @1", 10_000, 0),
    ],
)
def test_the_time_before_the_effect_is_rounded_half_up_and_the_rest_follows_it(
    line: str, before_ms: int, after_ms: int
) -> None:
    times = [ms for op, _, ms in track(line) if op in (PRE, POST)]
    assert times == [before_ms, after_ms]


def test_a_large_batch_is_laid_out_as_its_single_items_would_be() -> None:
    timeline = compile_plan(sketch("tag x1000 3s\n|/300 2s\nreport 5s"))
    ops = timeline.ops.tolist()
    plain = [PRE, POST, DONE]
    expected: list[Op] = []
    for item in range(1_000):
        expected += [*plain, SAVE_AFTER] if item in (299, 599, 899, 999) else plain
    assert ops == [*expected, *plain]
    assert timeline.ideal_ms == 3_000 * 1_000 + 4 * 2_000 + 5_000


def test_units_know_their_step_their_begin_and_their_end() -> None:
    timeline = compile_plan(sketch("read 10s\n|\ntag x2 10s\nreport 10s"))
    assert timeline.unit_step.tolist() == [0, 1, 1, 2]
    assert timeline.unit_first.tolist() == [0, 4, 7, 10]
    assert timeline.unit_done.tolist() == [2, 6, 9, 12]
    assert timeline.first_unit == (0, 1, 3, 4)


def test_a_plan_without_steps_has_an_empty_timeline() -> None:
    timeline = compile_plan(Plan(title="Nothing"))
    assert (timeline.ops.tolist(), timeline.saves, timeline.first_unit, timeline.ideal_ms) == ([], (), (0,), 0)


def test_a_save_stands_after_every_so_many_items_and_after_the_last() -> None:
    assert save_places("tag x7 2s\n|/3") == [(0, 2), (0, 5), (0, 6)]
    assert save_places("tag x6 2s\n|/3") == [(0, 2), (0, 5)]
    assert save_places("tag x3 2s\n|/7") == [(0, 2)]
    assert save_places("tag x3 2s\n|") == [(0, 2)]


@pytest.mark.parametrize(("items", "middle"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_checkpoint_inside_stands_in_the_middle_item(items: int, middle: int) -> None:
    batch = f"x{items}" if items > 1 else ""
    assert save_places(f"tag {batch} 2s\n(|)") == [(0, middle)]


def test_checkpoints_at_one_place_save_in_the_order_of_the_plan() -> None:
    assert save_places("draft 2s\n| 1s\n(|) 1s\n| 3s") == [(1, 0), (0, 0), (2, 0)]


def test_a_snapshot_lacks_what_is_live_and_not_held() -> None:
    plan = sketch("read -> b, a, c\n| holds c\nsend ! <- a, b, c\nstate: c (not storable)")
    assert compile_plan(plan).saves == (
        Save(op=3, checkpoint=0, step=0, unit=0, inside=False, lacking=("a", "b"), unstorable=("c",)),
    )


def test_a_snapshot_may_hold_more_than_is_live() -> None:
    plan = sketch("read -> a, token\n| holds a, token, other\nsend ! <- a\nstate: token (not storable)")
    assert compile_plan(plan).saves[0].usable


@pytest.mark.parametrize(
    ("holds", "usable"),
    [("list, tags", [True, True]), ("tags", [False, True]), ("list", [False, False]), ("nothing", [False, False])],
)
def test_each_save_of_a_batch_is_judged_by_itself(holds: str, usable: list[bool]) -> None:
    plan = sketch(f"read -> list\ntag x4 <- list -> tags\n|/2 holds {holds}\nreport <- tags")
    assert [save.usable for save in compile_plan(plan).saves] == usable


def test_a_save_inside_a_step_is_usable_whatever_it_lacks() -> None:
    save = compile_plan(sketch("read -> list\ntag <- list\n(|) holds nothing")).saves[0]
    assert (save.usable, save.inside, save.lacking) == (True, True, ("list",))


def test_the_time_of_a_save_inside_a_gate_follows_the_question() -> None:
    assert track("approve ? 10s\n(|) 1s")[2:4] == [(SAVE_INSIDE, 0, 1_000), (POST, 0, 10_000)]


def test_the_ideal_time_counts_waits_and_saves() -> None:
    drawing = "read 10s\n| 2s\npay ! x3 5s [ask, waits 7s]\n|/2 1s\napprove ? 4s\n(|) 3s"
    assert compile_plan(sketch(drawing)).ideal_ms == 10_000 + 2_000 + 7_000 + 15_000 + 2_000 + 4_000 + 3_000


def test_a_plan_as_large_as_plans_can_be_is_laid_out_whole() -> None:
    batch = Step(id="s", kind=Kind.ACTION, items=100_000, duration_ms=10)
    steps = tuple(Step(id=f"s{number}", items=100_000, duration_ms=10) for number in range(9))
    every = Checkpoint(id="c", after="s", every_items=1, save_ms=1)
    timeline = compile_plan(Plan(title="Large", steps=(batch, *steps), checkpoints=(every,)))
    assert (len(timeline.unit_step), len(timeline.saves)) == (1_000_000, 100_000)
    assert timeline.ideal_ms == 1_000_000 * 10 + 100_000
