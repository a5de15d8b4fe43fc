"""A report: every section decided, nothing laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planner.core.fingerprint import rule_set
from planner.core.plan import Plan
from planner.core.reporting.blocks import Section, one_line
from planner.core.reporting.facts import Facts
from planner.core.reporting.remarks import Remarks
from planner.core.reporting.sections.basis import basis_section
from planner.core.reporting.sections.checkpoints import checkpoints_section
from planner.core.reporting.sections.conclusion import conclusion
from planner.core.reporting.sections.picture import plan_section
from planner.core.reporting.sections.points import accepted_section, decision_section, open_section
from planner.core.reporting.sections.results import results_section
from planner.core.reporting.sections.resume import resume_section
from planner.core.reporting.sections.steps import steps_section
from planner.core.wordings.quantities import day

KICKER = "Checkpoint plan · If the run stops halfway, how does it continue?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is told about a plan, in order; every text is one line. What it is made from stands beside it."""

    facts: Facts
    remarks: Remarks
    title: str
    goal: str
    particulars: tuple[str, ...]
    """Which version, when, by whom, checked with what: a few words each."""
    conclusion: str
    sections: tuple[Section, ...]

    @property
    def plan(self) -> Plan:
        """The plan that is reported on."""
        return self.facts.plan


def report_of(facts: Facts, remarks: Remarks | None = None) -> Report:
    """Put together what is known about a plan and what people said about it."""
    remarks = remarks or Remarks()
    return Report(
        facts=facts,
        remarks=remarks,
        title=one_line(facts.plan.title),
        goal=one_line(facts.plan.goal),
        particulars=tuple(one_line(text) for text in _particulars(remarks)),
        conclusion=one_line(conclusion(facts, remarks)),
        sections=(
            plan_section(facts),
            steps_section(facts, remarks),
            checkpoints_section(facts),
            resume_section(facts),
            results_section(facts),
            open_section(facts, remarks),
            accepted_section(facts, remarks),
            *decision_section(remarks),
            basis_section(facts),
        ),
    )


def _particulars(remarks: Remarks) -> Iterator[str]:
    if remarks.version is not None:
        yield f"Plan version {remarks.version}"
    if remarks.made_on is not None:
        yield day(remarks.made_on)
    if remarks.author.strip():
        yield f"Author: {remarks.author}"
    yield f"Checked with rule set {rule_set()}"
