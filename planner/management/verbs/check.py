"""`plan check`: what the rules find in a plan, and what the model says to the five questions."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

from django.core.management.color import Style

from planner.core.check import check_plan, rule_modules
from planner.core.errors import shown
from planner.core.files.answerfile import entries_from_answers
from planner.core.files.findingfile import entry_from_finding
from planner.core.finding import Severity
from planner.core.plan import Plan
from planner.core.timeline import compile_plan
from planner.management.verbs.verb import Options, PlanVerb, Status, Terminal
from planner.privacy import private_in

FORMAT = "checkpoint-findings/1"
_WORDS = {Severity.FIX: "to fix", Severity.THINK: "to think about", Severity.NOTE: "to note"}
_WIDTH = 100
_INDENT = " " * 7


class Check(PlanVerb):
    """Runs the rules over a plan."""

    name = "check"
    help = "Runs the rules over a plan; the exit status is 1 if something has to be fixed."

    def add_options(self, parser: ArgumentParser) -> None:
        """Take which rules are run."""
        for option, words in (("--select", "only these rules"), ("--ignore", "not these rules")):
            parser.add_argument(option, type=codes, default=(), metavar="CODES", help=f"{words}, such as R301,C202")

    def document(self, plan: Plan, options: Options, terminal: Terminal) -> dict[str, Any]:
        """Return what is found, and the five answers of each checkpoint."""
        timeline = compile_plan(plan)
        findings = check_plan(
            plan, timeline=timeline, select=options["select"], ignore=options["ignore"], spot=private_in
        )
        return {
            "format": FORMAT,
            "findings": [entry_from_finding(finding) for finding in findings],
            "answers": entries_from_answers(timeline),
        }

    def text(self, document: Mapping[str, Any], style: Style) -> str:
        """Return the findings for people: where and how grave, what would be seen, why, and the ways to mend it."""
        findings = document["findings"]
        if not findings:
            return "Nothing found."
        entries = ["\n".join(_entry(finding, style)) for finding in findings]
        return "\n\n".join([*entries, _sum(findings)])

    def status(self, document: Mapping[str, Any]) -> Status:
        """Return FOUND if something has to be fixed."""
        grave = any(finding["severity"] == Severity.FIX for finding in document["findings"])
        return Status.FOUND if grave else Status.DONE


def codes(text: str) -> tuple[str, ...]:
    """Read codes of rules with commas between them."""
    known = {module.RULE.code for module in rule_modules()}
    found = tuple(code.strip().upper() for code in text.split(","))
    for code in found:
        if code not in known:
            raise ArgumentTypeError(f"codes of rules, such as R301,C202, not “{shown(code)}”")
    return found


def _entry(finding: Mapping[str, Any], style: Style) -> Iterator[str]:
    about = " ".join(word for place in finding["about"].items() for word in place) or "the plan"
    heading = f"{finding['severity']:<{len(_INDENT) - 2}}  {finding['code']} {finding['slug']}, {about}"
    yield str((style.ERROR if finding["severity"] == Severity.FIX else style.MIGRATE_HEADING)(heading))
    for paragraph in (finding["problem"], finding["why"]):
        yield fill(paragraph, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    for choice in finding["fix"]:
        yield fill(choice, _WIDTH, initial_indent=f"{_INDENT}– ", subsequent_indent=f"{_INDENT}  ")
    if finding["witness"] is not None:
        yield f"{_INDENT}seen with: trace --cut {' '.join(map(str, finding['witness']))}"


def _sum(findings: Sequence[Mapping[str, Any]]) -> str:
    counts = Counter(finding["severity"] for finding in findings)
    return ", ".join(f"{counts[severity]} {words}" for severity, words in _WORDS.items() if counts[severity])
