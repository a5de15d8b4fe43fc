"""Open findings, accepted risks and the reviewer's decision."""

from datetime import date

from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict
from planner.core.reporting.sections.points import accepted_section, decision_section, open_section
from tests.core.reported import facts, told

DRAWING = "Read\n| holds nothing\nReport"
DAY = date(2026, 11, 28)


def accepted(code: str, *, by: str = "", on: date | None = None) -> Remarks:
    found = next(finding for finding in facts(DRAWING).findings if finding.code == code)
    one = Acceptance(code=code, about=found.about, reason="It is read again", accepted_by=by, on=on)
    return Remarks(acceptances=(one,))


def test_open_findings_stand_by_severity_with_the_ways_to_mend_them() -> None:
    found = facts(DRAWING)
    lines = told(open_section(found, Remarks()))
    heads = [line for line in lines if line.startswith("#")]
    severities = [finding.severity.value for finding in found.findings]
    names = {"fix": "## Fix this", "think": "## Think about this", "note": "## Good to know"}
    assert heads == ["# Open points", *(name for severity, name in names.items() if severity in severities)]
    at = lines.index(next(line for line in lines if line.startswith("C202, checkpoint A. ")))
    c202 = next(finding for finding in found.findings if finding.code == "C202")
    when = "It happens when the run is stopped after 1 min 1 s."
    assert lines[at : at + 3] == [
        f"C202, checkpoint A. {c202.problem} {c202.why} {when}",
        *(f"- {choice.text}" for choice in c202.fix),
    ]


def test_an_accepted_finding_leaves_the_open_ones_and_stands_with_its_reason() -> None:
    found, remarks = facts(DRAWING), accepted("C202", by="the reviewer", on=DAY)
    c202 = next(finding for finding in found.findings if finding.code == "C202")
    reason = "The author’s reason: It is read again. Accepted by the reviewer on 28 November 2026."
    assert told(accepted_section(found, remarks)) == [
        "# Accepted risks",
        f"C202, checkpoint A. {c202.problem} {reason}",
    ]
    assert not any(line.startswith("C202") for line in told(open_section(found, remarks)))


def test_a_reason_alone_is_enough() -> None:
    assert told(accepted_section(facts(DRAWING), accepted("C202")))[1].endswith(
        "The author’s reason: It is read again."
    )


def test_nothing_open_and_nothing_accepted_is_said() -> None:
    found = facts(DRAWING)
    everything = tuple(Acceptance(code=one.code, about=one.about, reason="Known.") for one in found.findings)
    assert told(open_section(found, Remarks(acceptances=everything))) == [
        "# Open points",
        "None: the rules found nothing, or what they found is accepted below.",
    ]
    assert told(accepted_section(found, Remarks())) == ["# Accepted risks", "None."]


def test_a_decision_has_its_own_section_and_no_decision_has_none() -> None:
    decision = Decision(verdict=Verdict.CHANGES_WANTED, decided_by="A. Reviewer", comment="See step 2.", on=DAY)
    sections = decision_section(Remarks(decision=decision))
    assert [told(section) for section in sections] == [
        ["# The reviewer’s decision", "Changes are asked for by A. Reviewer on 28 November 2026.", "See step 2."]
    ]
    assert [told(one) for one in decision_section(Remarks(decision=Decision(verdict=Verdict.ACCEPTED)))] == [
        ["# The reviewer’s decision", "Accepted."]
    ]
    assert decision_section(Remarks()) == ()
