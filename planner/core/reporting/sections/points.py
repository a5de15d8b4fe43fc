"""The open findings, the risks that are accepted with their reasons, and what the reviewer decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner.core.finding import THE_PLAN, Finding, Place, Severity
from planner.core.plan import Plan
from planner.core.reporting.blocks import Listing, Prose, Section, Tone
from planner.core.reporting.facts import Facts
from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.quantities import about, day
from planner.core.wordings.wording import joined
from planner.core.wordings.words import SEVERITIES

_GRAVEST_FIRST = (Severity.FIX, Severity.THINK, Severity.NOTE)
_TONES = {Severity.FIX: Tone.FIX, Severity.THINK: Tone.THINK, Severity.NOTE: Tone.NOTE}
_VERDICTS = {Verdict.ACCEPTED: "Accepted", Verdict.CHANGES_WANTED: "Changes are asked for"}


def open_section(facts: Facts, remarks: Remarks) -> Section:
    """Return the section of what nobody has accepted."""
    still_open = [finding for finding in facts.findings if remarks.acceptance_of(finding) is None]
    parts = tuple(_severity_part(facts.plan, severity, still_open) for severity in _GRAVEST_FIRST)
    shown = tuple(part for part in parts if part.blocks)
    nothing = (Prose("None: the rules found nothing, or what they found is accepted below."),)
    return Section(key="open", title="Open points", blocks=() if shown else nothing, parts=shown)


def _severity_part(plan: Plan, severity: Severity, found: Sequence[Finding]) -> Section:
    blocks = tuple(block for one in found if one.severity is severity for block in _finding(plan, one))
    return Section(key=f"open-{severity}", title=SEVERITIES[severity], blocks=blocks)


def _finding(plan: Plan, finding: Finding) -> Iterator[Prose | Listing]:
    when = f" It happens when the run is stopped after {_stops(finding)}." if finding.witness else ""
    lead = f"{finding.code}{_place(plan, finding.about)}. {finding.problem}"
    yield Prose(f"{finding.why}{when}", lead, _TONES[finding.severity])
    if finding.fix:
        yield Listing(tuple(choice.text for choice in finding.fix))


def _stops(finding: Finding) -> str:
    return joined([about(ms) for ms in finding.witness or ()], "and again after")


def _place(plan: Plan, place: Place) -> str:
    if place == THE_PLAN:
        return ""
    if place.step is not None:
        return f", step {plan.index_of(place.step) + 1}"
    return f", checkpoint {checkpoint_word(plan, place.checkpoint or '')}"


def accepted_section(facts: Facts, remarks: Remarks) -> Section:
    """Return the section of what was found and is left as it is, with the reasons."""
    pairs = [(finding, remarks.acceptance_of(finding)) for finding in facts.findings]
    blocks = tuple(_accepted(facts.plan, finding, one) for finding, one in pairs if one)
    return Section(key="accepted", title="Accepted risks", blocks=blocks or (Prose("None."),))


def _accepted(plan: Plan, finding: Finding, acceptance: Acceptance) -> Prose:
    lead = f"{finding.code}{_place(plan, finding.about)}. {finding.problem}"
    by = f" Accepted by {acceptance.accepted_by}" if acceptance.accepted_by.strip() else ""
    on = f" on {day(acceptance.on)}" if by and acceptance.on else ""
    return Prose(f"The author’s reason: {_with_stop(acceptance.reason)}{by}{on}{'.' if by else ''}", lead)


def decision_section(remarks: Remarks) -> tuple[Section, ...]:
    """Return the section of the reviewer's decision; nothing where there is none."""
    if remarks.decision is None:
        return ()
    decision = remarks.decision
    comment = (Prose(decision.comment),) if decision.comment.strip() else ()
    blocks = (Prose(_decided(decision), tone=_tone(decision)), *comment)
    return (Section(key="decision", title="The reviewer’s decision", blocks=blocks),)


def _decided(decision: Decision) -> str:
    by = f" by {decision.decided_by}" if decision.decided_by.strip() else ""
    on = f" on {day(decision.on)}" if decision.on else ""
    return f"{_VERDICTS[decision.verdict]}{by}{on}."


def _tone(decision: Decision) -> Tone:
    return Tone.PASSED if decision.verdict is Verdict.ACCEPTED else Tone.THINK


def _with_stop(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
