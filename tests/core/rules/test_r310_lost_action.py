"""R310: actions that an intent record keeps from ever happening."""

from __future__ import annotations

import pytest

from planner.core.change import AddGuards
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from planner.core.vocabulary import GateWhen, Guard
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R310"])


def test_the_finding_says_what_is_lost_and_how_to_find_out() -> None:
    assert found_in("Read 10s\nPay ! 4s [record, intent]\nFile") == (
        Finding(
            code="R310",
            slug="lost-action",
            severity=Severity.FIX,
            about=Place(step="pay"),
            problem="“Pay” may never happen, and the run goes on as if it had.",
            why="“About to act” is recorded 2 s before the act; a run that stops in between does not act when it "
            "resumes, and nothing finds out that it did not.",
            fix=(
                Choice(
                    "Look unclear ones up before going on. The other system must be able to tell.",
                    AddGuards("pay", (Guard.LOOKUP,)),
                ),
                Choice(
                    "Let a person decide unclear ones when the run resumes. The run waits for that person.",
                    AddGuards("pay", (Guard.HUMAN_GATE,), GateWhen.ON_RESUME),
                ),
                Choice("Record it only after the act. It can then happen twice in place of never; say which is worse."),
            ),
            witness=(10_000,),
        ),
    )


def test_the_witness_loses_the_action_and_a_cut_behind_the_act_does_not() -> None:
    plan = sketch("Read 10s\nPay ! 4s [record, intent]\nFile")
    assert [outcome(plan, (ms,)).tally.missed[1] for ms in (9_999, 10_000, 11_999, 12_000)] == [0, 1, 1, 0]


@pytest.mark.parametrize(
    "drawing",
    [
        "Pay ! [intent, lookup]\nFile",
        "Pay ! [intent, ask]\nFile",
        "Pay ! [record]\nFile",
        "Pay ! @0 [intent]\nFile",
        "Pay ! [intent]\nFile\nchecks: identity",
        "Pay ! [intent]\nFile\nidentity: process",
    ],
)
def test_what_is_resolved_has_no_gap_or_does_not_act_is_accepted(drawing: str) -> None:
    assert found_in(drawing) == ()


def test_a_look_up_that_the_resume_leaves_out_does_not_resolve_it() -> None:
    assert len(found_in("Pay ! [intent, lookup]\nFile\nchecks: action_records")) == 1


def test_an_idempotent_action_can_be_lost_as_well() -> None:
    assert len(found_in("Pay != [intent]\nFile")) == 1
