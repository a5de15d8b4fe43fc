"""R308: batches of which several items are repeated in one session."""

from __future__ import annotations

import pytest

from planner.core.change import MoveCheckpoint
from planner.core.check import check_plan
from planner.core.explore import Worst, explore
from planner.core.exploring.event import Event, Mishap
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R308"])


def test_the_finding_says_how_many_at_worst() -> None:
    (finding,) = found_in("Send ! x48 4s\n|\nFile")
    assert finding.severity is Severity.FIX
    assert finding.problem == "Up to 48 of the 48 items of “Send” can happen twice in one session."
    assert finding.why == (
        "A run that stops in the middle of the batch goes back to before items that are done, and does them again."
    )


def test_the_witness_repeats_two_and_the_worst_all() -> None:
    plan = sketch("Send ! x48 4s\n| 2s\nFile")
    (finding,) = check_plan(plan, select=["R308"])
    assert finding.witness == (6_000,)
    assert outcome(plan, (6_000,)).tally.duplicates == [2, 0]
    assert outcome(plan, (193_999,)).tally.duplicates == [48, 0]


def test_saves_among_the_items_bound_the_worst() -> None:
    (finding,) = found_in("Send ! x48 4s\n|/10\nFile")
    assert finding.problem.startswith("Up to 10 of the 48 items")
    assert MoveCheckpoint("after-send", "send", every_items=1) in [choice.change for choice in finding.fix]


def test_the_consequence_is_named() -> None:
    (finding,) = found_in("Send ! x48 4s [irreversible]\nFile")
    assert (
        finding.problem == "Up to 48 of the 48 items of “Send” can happen twice in one session, which cannot be undone."
    )


@pytest.mark.parametrize(
    "drawing",
    ["Send ! x48\n|/1\nFile", "Send ! x48 [record]\nFile", "Send ! x48 [lookup]\nFile", "Send != x48\nFile", "Send !"],
)
def test_what_repeats_one_at_a_time_or_not_at_all_is_accepted(drawing: str) -> None:
    assert found_in(drawing) == ()


def test_keys_that_run_out_let_a_whole_batch_repeat() -> None:
    plan = sketch("Send ! x3 4s [stored key, kept 10s]\nFile 20s\nrecovery: 0s")
    (finding,) = check_plan(plan, select=["R308"])
    assert finding.problem.startswith("Up to 3 of the 3 items")
    assert finding.witness is not None
    assert outcome(plan, finding.witness).tally.duplicates == [3, 0]


def test_a_key_made_from_what_is_made_anew_repeats_the_items_behind_it() -> None:
    (finding,) = found_in("Draft ~ 10s\nSend ! x6 4s [derived key]\n|/4 1s\nFile")
    assert finding.problem.startswith("Up to 4 of the 6 items")
    assert finding.witness == (16_000,)


def test_a_save_inside_the_middle_item_parts_the_batch() -> None:
    (finding,) = found_in("Send ! x4 4s\n(|) 1s\nFile")
    assert finding.problem.startswith("Up to 3 of the 4 items")


def test_the_key_of_an_item_with_a_save_inside_is_older_and_must_not_be_renewed_too_early() -> None:
    for kept, witness in (("6s", (16_999,)), ("7500ms", (15_000, 2_999)), ("8500ms", (15_000, 4_999))):
        batch = f"Send ! x3 4s [stored key, kept {kept}]\n(|) 2s\n| 0s"
        plan = sketch(f"Read 2s\n| 1s holds nothing\n{batch}\nrecovery: 1s\nloads: latest")
        (finding,) = check_plan(plan, select=["R308"])
        assert finding.witness == witness
        assert explore(plan, interruptions=3).at_once == {Event(Mishap.DUPLICATES, "send"): Worst(2, witness)}
