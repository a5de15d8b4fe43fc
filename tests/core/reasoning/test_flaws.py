"""Which variables are at fault in the snapshots of a checkpoint, and when that shows first."""

from __future__ import annotations

from planner.core.reasoning.flaws import Flaw, consequence, flaws
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan

PLAN = sketch("""
    Read 4s -> donors
    | 1s holds nothing
    Draft 2s <- donors -> letters
    | holds letters
    Send ! <- letters
""")


def test_each_checkpoint_with_a_variable_at_fault_has_one_flaw() -> None:
    assert list(flaws(compile_plan(PLAN), lambda save: save.lacking)) == [
        Flaw(PLAN.checkpoints[0], frozenset({"donors"}), (5_000,))
    ]


def test_what_is_at_fault_in_any_save_of_a_checkpoint_counts_once() -> None:
    batch = sketch("Send x3 1s ! [record]\n|/1 holds nothing\nReport")
    found = list(flaws(compile_plan(batch), lambda save: [f"after item {save.op}", "all of it"]))
    assert [(flaw.checkpoint, "all of it" in flaw.names, len(flaw.witness)) for flaw in found] == [
        (batch.checkpoints[0], True, 1)
    ]


def test_a_checkpoint_between_steps_is_of_no_use_and_one_inside_a_step_does_harm() -> None:
    inside = sketch("Read -> donors\n(|) holds nothing\nDraft <- donors")
    assert [consequence(plan, plan.checkpoints[0], without="the donors") for plan in (PLAN, inside)] == [
        "No run can go on from the checkpoint after “Read”, although every run pays for its save.",
        "A run goes on from the checkpoint inside “Read” without the donors.",
    ]
