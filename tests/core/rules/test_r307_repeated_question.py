"""R307: questions that a person is asked again."""

from __future__ import annotations

import pytest

from planner.core.change import PlaceCheckpoint, SetIdentitySource, StoreQuestion
from planner.core.check import check_plan
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch
from planner.core.vocabulary import IdentitySource
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R307"])


def test_an_answer_that_can_be_lost_is_something_to_think_about() -> None:
    (finding,) = found_in("Draft 1min\nApprove ? 1min\nFile")
    assert finding.severity is Severity.THINK
    assert finding.problem == (
        "The person is asked “Approve” a second time, although the answer may have been given already."
    )
    assert finding.why == (
        "Neither question nor answer is kept outside the run, and no place to come back to follows directly."
    )
    assert [choice.change for choice in finding.fix] == [StoreQuestion("approve"), PlaceCheckpoint("approve"), None]
    assert finding.witness == (60_000,)


def test_a_question_that_is_repeated_only_while_it_waits_is_a_note() -> None:
    (finding,) = found_in("Draft 1min\nApprove ? 1min\n| 2s\nFile")
    assert finding.severity is Severity.NOTE
    assert finding.problem == "The person is asked “Approve” a second time, if the run stops while it waits."
    assert [choice.change for choice in finding.fix] == [StoreQuestion("approve"), None]


def test_the_question_goes_out_when_the_gate_begins() -> None:
    plan = sketch("Draft 1min\nApprove ? 1min\n| 2s\nFile")
    assert [outcome(plan, (ms,)).tally.reasks[1] for ms in (59_999, 60_000, 122_000)] == [0, 1, 0]


def test_at_the_end_of_a_run_there_is_nothing_to_come_back_from() -> None:
    assert [finding.severity for finding in found_in("Draft\nApprove ?")] == [Severity.NOTE]


def test_every_question_of_a_batch_has_to_be_saved() -> None:
    severities = [found_in(f"Approve ? x5\n{save}\nFile")[0].severity for save in ("|", "|/1")]
    assert severities == [Severity.THINK, Severity.NOTE]


@pytest.mark.parametrize("setting", ["loads: restart", "loads: first", "state: approve (not storable)"])
def test_a_checkpoint_that_is_not_loaded_saves_no_answer(setting: str) -> None:
    (finding,) = found_in(f"Draft\n|\nApprove ?\n|\nFile\n{setting}")
    assert finding.severity is Severity.THINK


def test_a_stored_question_is_accepted_if_the_run_finds_it() -> None:
    assert found_in("Approve ?=\nFile") == ()
    (finding,) = found_in("Approve ?=\nFile\nidentity: process")
    assert finding.why.startswith("A restart does not find the run, nor what was asked and answered")
    assert finding.fix[0].change == SetIdentitySource(IdentitySource.BUSINESS_KEY)


def test_a_run_that_ends_at_a_broken_snapshot_asks_nobody() -> None:
    assert found_in("Draft\n| holds nothing\nApprove ?\nFile\nloads: latest") == ()
