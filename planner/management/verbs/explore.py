"""`plan explore`: the worst that every schedule of up to so many interruptions can do to a plan."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.color import Style

from planner.core.explore import MAX_MOMENTS, explore
from planner.core.exploring.event import Mishap
from planner.core.files.explorationfile import document_from_exploration
from planner.core.plan import Plan
from planner.management.verbs.layout import aligned
from planner.management.verbs.options import whole
from planner.management.verbs.progress import Progress
from planner.management.verbs.verb import Options, PlanVerb, Terminal

MOST_INTERRUPTIONS = 20
_UNREADABLE = 10**15
_WORDS = {
    Mishap.DUPLICATES: "acts again, a duplicate",
    Mishap.MISSED: "is left undone",
    Mishap.REASKS: "asks again",
    Mishap.DIVERGENCES: "comes out otherwise than the world has acted on",
    Mishap.INCONSISTENT: "the run goes on from inside a step",
    Mishap.UNFINISHED: "the run ends unfinished",
}


class Explore(PlanVerb):
    """Cuts a run of a plan at every moment."""

    name = "explore"
    help = "Follows every schedule of up to K interruptions, and says the worst that they can do."

    def add_options(self, parser: ArgumentParser) -> None:
        """Take how often a run is interrupted."""
        parser.add_argument(
            "--interruptions",
            type=whole(0, MOST_INTERRUPTIONS),
            default=2,
            metavar="K",
            help=f"at most {MOST_INTERRUPTIONS}; default: %(default)s",
        )

    def document(self, plan: Plan, options: Options, terminal: Terminal) -> dict[str, Any]:
        """Return what can happen."""
        with Progress(terminal.err, MAX_MOMENTS, "moments at most") as progress:
            exploration = explore(plan, interruptions=options["interruptions"], tell=progress.tell)
        return document_from_exploration(exploration)

    def text(self, document: Mapping[str, Any], style: Style) -> str:
        """Return the same for people: how much was followed, then what can happen and a schedule that shows it."""
        heading = style.MIGRATE_HEADING(_followed(document))
        if not document["possible"]:
            return f"{heading}\n{_NOTHING[document['exhausted']]}"
        columns, *rows = aligned(list(_rows(document)), left=(0, 1, 3))
        return "\n".join([heading, "", style.MIGRATE_HEADING(columns), *(str(style.ERROR(row)) for row in rows)])


_NOTHING = {
    True: "No action is repeated or left undone, no question asked again, and every run ends.",
    False: "In those, no action is repeated or left undone, no question asked again, and every run ends.",
}


def _followed(document: Mapping[str, Any]) -> str:
    most, schedules = document["interruptions"], document["schedules"]
    counted = f"{_in_digits(schedules)} {'schedule' if schedules == 1 else 'schedules'}"
    within = f"{counted} of up to {most} {'interruption' if most == 1 else 'interruptions'}"
    if document["exhausted"]:
        return f"{within}, which is all of them"
    return f"{within}, and then stopped; more can do worse, and what is shown need not be the shortest"


def _in_digits(count: int) -> str:
    return f"{count:,}" if count < _UNREADABLE else f"about 10^{len(str(count)) - 1}"


def _rows(document: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    yield "step", "what can happen", "at worst", "seen with"
    for name, worst in document["possible"].items():
        mishap, _, step = name.partition(".")
        cuts = " ".join(map(str, worst["witness"]))
        yield step, _WORDS[Mishap(mishap)], f"{worst['worst']:,}", f"trace --cut {cuts}".rstrip()
