"""C205: snapshots that hold what no run uses again."""

from __future__ import annotations

from planner.core.change import RemoveFromSnapshot
from planner.core.check import check_plan
from planner.core.finding import Finding, Place
from planner.core.sketch import sketch


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C205"])


def test_what_no_later_step_needs_is_named_and_can_be_left_out() -> None:
    (finding,) = found_in(
        "Read -> export, day\nMatch <- export, day -> names\n| holds export, day, names\nWrite <- names"
    )
    assert finding.about == Place(checkpoint="after-match")
    assert finding.problem == "The checkpoint after “Match” stores “export” and “day”, which no run uses again."
    assert finding.fix[0].change == RemoveFromSnapshot("after-match", ("export", "day"))


def test_what_an_item_still_needs_is_live_between_two_items() -> None:
    assert found_in("Read -> list\nSend ! x4 <- list -> sent\n|/2 holds list, sent\nWrite <- sent") == ()


def test_it_is_not_when_the_checkpoint_saves_only_behind_the_last_item() -> None:
    for every in ("", "/4", "/9"):
        found = found_in(f"Read -> list\nSend ! x4 <- list -> sent\n|{every} holds list, sent\nWrite <- sent")
        assert [finding.why for finding in found] == [
            "No later step needs it before it is made again, or no earlier step has made it."
        ]


def test_inside_a_step_what_it_needs_is_live_and_what_it_makes_is_not() -> None:
    found = found_in("Read -> list\nSend ! <- list -> sent\n(|) holds list, sent\nWrite <- sent")
    assert [finding.fix[0].change for finding in found] == [RemoveFromSnapshot("in-send", ("sent",))]


def test_what_is_there_from_the_start_is_needless_too() -> None:
    assert [
        finding.code for finding in found_in("Read -> list\n| holds list, rate\nSend ! <- list, rate\nstate: rate")
    ] == ["C205"]
