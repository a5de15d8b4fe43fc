"""R304: idempotency keys that the receiver forgets before the repeat."""

from __future__ import annotations

from planner.core.check import check_plan
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome

PAY = "Pay ! 4s [stored key, kept {kept}]\nFile 20s\nrecovery: 1s\ninterrupted: restart 1h (down 5s)"


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R304"])


def test_one_interruption_is_enough_to_be_a_fix() -> None:
    (finding,) = found_in(PAY.format(kept="10s"))
    assert finding.severity is Severity.FIX
    assert finding.problem == "“Pay” can happen twice: when it is repeated, the receiver has forgotten its key."
    assert finding.why == "The key is kept for 10 s, and after one interruption it can be 29.999 s old."
    assert finding.fix[-1].text == (
        "Agree with the receiver on more than 29.999 s. A series of interruptions can still outlast it."
    )


def test_the_witness_is_the_first_moment_that_the_explorer_knows() -> None:
    (finding,) = found_in(PAY.format(kept="10s"))
    assert finding.witness == (13_999,)
    assert outcome(sketch(PAY.format(kept="10s")), (13_999,)).tally.duplicates == [1, 0]


def test_the_largest_age_decides_to_the_millisecond() -> None:
    assert [found_in(PAY.format(kept=kept))[0].severity for kept in ("29998ms", "29999ms")] == [
        Severity.FIX,
        Severity.THINK,
    ]


def test_a_series_of_interruptions_is_something_to_think_about() -> None:
    (finding,) = found_in(PAY.format(kept="1min"))
    assert finding.why == (
        "The key is kept for 1 min. One interruption makes it at most 29.999 s old, but 3 interruptions in a row can "
        "outlast it."
    )
    assert finding.witness is not None
    assert len(finding.witness) == 3
    assert outcome(sketch(PAY.format(kept="1min")), finding.witness).tally.duplicates == [1, 0]


def test_a_long_series_is_played_as_well() -> None:
    plan = sketch(PAY.format(kept="4h"))
    (finding,) = check_plan(plan, select=["R304"])
    assert finding.witness is not None
    assert len(finding.witness) == 481
    assert outcome(plan, finding.witness).tally.duplicates == [1, 0]
    assert outcome(plan, finding.witness[1:]).tally.duplicates == [0, 0]


def test_a_series_longer_than_any_run_has_no_witness() -> None:
    (finding,) = found_in(PAY.format(kept="30d"))
    assert (finding.severity, finding.witness) == (Severity.THINK, None)


def test_a_key_that_is_kept_for_ever_is_accepted() -> None:
    assert found_in("Pay ! [stored key]\nFile") == ()


def test_a_record_leaves_the_key_only_the_gap_to_bridge() -> None:
    drawing = "Pay ! 4s [record, stored key, kept {kept}]\nFile 20s\nrecovery: 1s"
    severities = [found_in(drawing.format(kept=kept))[0].severity for kept in ("4s", "5s")]
    assert severities == [Severity.FIX, Severity.THINK]


def test_the_downtime_and_the_way_back_make_the_key_older() -> None:
    drawing = "Read 1min\nPay ! 4s [stored key, kept 5min]\n| 1s\nFile\ninterrupted: close 4h (down {down})"
    severities = [found_in(drawing.format(down=down))[0].severity for down in ("1min", "5min")]
    assert severities == [Severity.THINK, Severity.FIX]


def test_a_session_that_is_over_in_its_first_millisecond_adds_nothing() -> None:
    assert found_in("Pay ! 1ms @0 [stored key, kept 1s]\n| 0s\nFile\nrecovery: 0s") == ()


def test_an_idempotent_action_needs_no_key() -> None:
    assert found_in("Pay != [stored key, kept 1s]\nFile") == ()
