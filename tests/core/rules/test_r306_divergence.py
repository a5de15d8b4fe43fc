"""R306: results that are made anew after the world acted on them."""

from __future__ import annotations

import pytest

from planner.core.change import PlaceCheckpoint, SetIdentitySource, SetLoads
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from planner.core.vocabulary import IdentitySource, Loads
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R306"])


def test_the_finding_names_the_result_and_the_action() -> None:
    assert found_in("Draft ~ 10s\nSend ! 4s [lookup]\nFile") == (
        Finding(
            code="R306",
            slug="divergence",
            severity=Severity.FIX,
            about=Place(step="draft"),
            problem="“Send” can have acted on a result of “Draft” that the run no longer has.",
            why="“Draft” comes out differently each time, and a run that stops after “Send” can go back to before it.",
            fix=(
                Choice(
                    "Place a checkpoint behind “Draft”, so that the result is saved before anything acts on it. Each "
                    "run pays for the save.",
                    PlaceCheckpoint("draft"),
                ),
                Choice("Let the step give the same each time, if it can: the same input, no chance, no clock."),
            ),
            witness=(12_000,),
        ),
    )


def test_the_witness_lets_the_result_diverge_and_nothing_earlier_does() -> None:
    plan = sketch("Draft ~ 10s\nSend ! 4s [lookup]\nFile")
    assert outcome(plan, (12_000,)).tally.divergences == [1, 0, 0]
    assert outcome(plan, (11_999,)).tally.divergences == [0, 0, 0]


@pytest.mark.parametrize(("mark", "severity"), [("!", Severity.FIX), ("!?", Severity.FIX), ("!=", Severity.THINK)])
def test_an_action_that_is_safe_to_repeat_makes_it_milder(mark: str, severity: Severity) -> None:
    assert [finding.severity for finding in found_in(f"Draft ~\nSend {mark} [lookup]\nFile")] == [severity]


def test_a_later_action_that_is_not_harmless_counts_only_if_a_run_comes_back_from_behind_it() -> None:
    drawing = "Draft ~ -> text\nFile != <- text\n{save}Send ! [lookup] <- text\nTidy"
    assert found_in(drawing.format(save=""))[0].severity is Severity.FIX
    assert found_in(drawing.format(save="|\n"))[0].severity is Severity.THINK


def test_a_result_that_reaches_the_action_through_others_counts() -> None:
    assert len(found_in("Draft ~ -> a\nShorten <- a -> b\nSend ! [lookup] <- b\nFile")) == 1


@pytest.mark.parametrize(
    "drawing",
    [
        "Draft ~\n|\nSend ! [lookup]\nFile",
        "Draft ~ -> text\nSend ! [lookup] <- nothing\nFile <- text",
        "Draft\nSend ! [lookup]\nFile",
        "Draft ~\nSend ! @1 [lookup]",
        "Choose ! ~ [record, intent, lookup]\nSend ! [lookup]\nFile",
    ],
)
def test_what_is_saved_unused_or_the_same_each_time_is_accepted(drawing: str) -> None:
    assert found_in(drawing) == ()


@pytest.mark.parametrize(
    ("setting", "change"),
    [
        ("loads: restart", SetLoads(Loads.LATEST_VALID)),
        ("identity: process", SetIdentitySource(IdentitySource.BUSINESS_KEY)),
    ],
)
def test_where_no_save_is_loaded_the_resume_is_to_be_mended_first(setting: str, change: object) -> None:
    (finding,) = found_in(f"Draft ~\n|\nSend ! [lookup]\nFile\n{setting}")
    assert finding.fix[0].change == change


def test_a_save_inside_an_action_that_may_be_left_out_is_no_shelter() -> None:
    plan = sketch(
        "Draft ~ 10s -> text\nLog ! 4s [intent] <- nothing\n(|) 0s\nSend ! 4s [lookup] <- text\nFile\nrecovery: 0s"
    )
    (finding,) = check_plan(plan, select=["R306"])
    assert finding.witness == (10_000, 12_000)
    assert outcome(plan, (10_000, 12_000)).tally.divergences == [1, 0, 0, 0]
