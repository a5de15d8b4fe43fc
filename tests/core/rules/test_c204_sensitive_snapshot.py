"""C204: snapshots that hold sensitive data."""

from __future__ import annotations

from planner.core.change import RemoveFromSnapshot
from planner.core.check import check_plan
from planner.core.finding import Place
from planner.core.sketch import sketch


def test_one_finding_names_every_sensitive_variable_in_a_snapshot() -> None:
    plan = sketch(
        """
        Read < -> names, cards, day
        | holds names, cards, day
        Write <- names, cards, day
        |
        state: names (sensitive), cards (sensitive), day
        """
    )
    (finding,) = check_plan(plan, select=["C204"])
    assert finding.about == Place(checkpoint="after-read")
    assert finding.problem == "The storage holds “names” and “cards” for as long as snapshots are kept."
    assert [choice.change for choice in finding.fix] == [None, None]


def test_what_nothing_needs_can_be_left_out_at_one_click() -> None:
    (finding,) = check_plan(
        sketch("Read -> names, day\n| holds names, day\nWrite <- day\nstate: names (sensitive)"), select=["C204"]
    )
    assert finding.fix[0].change == RemoveFromSnapshot("after-read", ("names",))


def test_a_sensitive_variable_that_no_snapshot_holds_is_nothing_to_find() -> None:
    plan = sketch(
        "Read -> names, day\nWrite <- names, day -> text\n| holds text\nSend ! <- text\nstate: names (sensitive)"
    )
    assert check_plan(plan, select=["C204"]) == ()
