"""`plan rules`: what the checks look for."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import fill
from typing import Any

from django.core.management.color import Style

from planner.core.wordings.catalogue import Group, groups, manuals
from planner.core.wordings.manual import Manual
from planner.management.verbs.verb import Options, Status, Terminal, Verb, as_json

FORMAT = "checkpoint-rules/1"
_WIDTH = 100


class Rules(Verb):
    """Prints the catalogue of the rules."""

    name = "rules"
    help = "Prints what the checks look for, one line for each rule; as JSON with its manual."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the format."""
        parser.add_argument("--format", choices=("text", "json"), default="text", help="default: %(default)s")

    def run(self, options: Options, terminal: Terminal) -> Status:
        """Write the catalogue."""
        as_text = "\n\n".join("\n".join(_group(group, terminal.style)) for group in groups())
        terminal.out.write(as_json(document()) if options["format"] == "json" else as_text)
        return Status.DONE


def document() -> dict[str, Any]:
    """Return the catalogue for programs: what each rule asks, why, and its two examples as drawings."""
    return {"format": FORMAT, "rules": [_entry(manual) for manual in manuals().values()]}


def _entry(manual: Manual) -> dict[str, Any]:
    return {
        "code": manual.rule.code,
        "slug": manual.rule.slug,
        "severities": [severity.value for severity in manual.rule.severities],
        "claim": manual.claim,
        "why": list(manual.why),
        "flagged": asdict(manual.flagged),
        "accepted": asdict(manual.accepted),
    }


def _group(group: Group, style: Style) -> Iterator[str]:
    yield style.MIGRATE_HEADING(group.title)
    for manual in group.manuals:
        head = f"  {manual.rule.code}  {', '.join(manual.rule.severities):<11}  "
        yield fill(manual.claim, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
