"""`plan trace`: one run of a plan, moment by moment."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.color import Style

from planner.core.files.tracefile import START, document_from_trace
from planner.core.plan import Plan
from planner.core.run import Chosen, Drawn, Schedule
from planner.core.strikes import Strikes
from planner.core.telling.scene import What
from planner.core.timeline import compile_plan
from planner.core.times import to_ms
from planner.core.trace import trace
from planner.core.wordings.wording import duration
from planner.management.verbs.layout import GAP, aligned
from planner.management.verbs.options import seconds, whole
from planner.management.verbs.simulate import LARGEST_SEED, MOST_RUNS
from planner.management.verbs.verb import Options, PlanVerb, Terminal

_WORDS = {
    What.STARTS: "starts",
    What.STARTS_OVER: "starts over",
    What.RESUMES: "resumes from checkpoint {}",
    What.DONE: "done",
    What.DONE_AGAIN: "done again",
    What.DONE_OTHERWISE: "done again, other than the world has acted on",
    What.ACTED: "acted",
    What.ACTED_AGAIN: "acted again, a duplicate",
    What.RECOGNISED: "acted again, recognised by the receiver",
    What.ASKED: "asked",
    What.ASKED_AGAIN: "asked again",
    What.ANSWERED: "asked and answered",
    What.ANSWERED_AGAIN: "asked again and answered",
    What.PERSON_LOOKED: "a person has looked",
    What.SKIPPED: "skipped, on record as done",
    What.FOUND_DONE: "found done",
    What.STILL_ASKED: "the question stands",
    What.LEFT: "left alone, on record as begun",
    What.MISSED: "left undone, on record as begun",
    What.SAVED: "saved, checkpoint {}",
    What.STOPPED_RECOVERING: "stopped while recovering",
    What.STOPPED_BEFORE: "stopped before it began",
    What.STOPPED_PART_WAY: "stopped part-way",
    What.STOPPED_UNCONFIRMED: "stopped before it was confirmed",
    What.STOPPED_UNANSWERED: "stopped before the answer",
    What.STOPPED_ASKING_PERSON: "stopped while a person was asked",
    What.STOPPED_SAVING: "stopped while saving, checkpoint {}",
    What.FINISHED: "finished",
    What.CANNOT_LOAD: "ended: the newest snapshot, of checkpoint {}, is broken",
    What.GIVEN_UP: "given up",
}
_HARM = frozenset(
    {
        What.ACTED_AGAIN,
        What.ASKED_AGAIN,
        What.ANSWERED_AGAIN,
        What.MISSED,
        What.DONE_OTHERWISE,
        What.CANNOT_LOAD,
        What.GIVEN_UP,
    }
)
_HELP = frozenset({What.SKIPPED, What.FOUND_DONE, What.STILL_ASKED, What.RECOGNISED})


class Trace(PlanVerb):
    """Tells one run of a plan."""

    name = "trace"
    help = "Tells one run of a plan moment by moment: what the run believes, and what is true."

    def add_options(self, parser: ArgumentParser) -> None:
        """Take which run, by its number or by when it is cut."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--run",
            type=whole(0, MOST_RUNS - 1),
            default=0,
            metavar="I",
            help="number of the run; default: %(default)s",
        )
        which.add_argument(
            "--cut",
            type=seconds,
            nargs="*",
            metavar="SECONDS",
            help="in place of drawn interruptions: seconds into each session at which it is cut; none for no cut",
        )
        parser.add_argument(
            "--seed", type=whole(0, LARGEST_SEED), default=1, metavar="N", help="of drawn runs; default: %(default)s"
        )

    def document(self, plan: Plan, options: Options, terminal: Terminal) -> dict[str, Any]:
        """Return the run."""
        return document_from_trace(trace(compile_plan(plan), _schedule(plan, options)))

    def text(self, document: Mapping[str, Any], style: Style) -> str:
        """Return the same for people, a table for each try."""
        tries = enumerate(document["tries"], start=1)
        return "\n\n".join("\n".join(_try(number, told, style)) for number, told in tries)


def _schedule(plan: Plan, options: Options) -> Schedule:
    if options["cut"] is not None:
        return Chosen(options["cut"], plan.interruptions.longest_downtime_ms)
    return Drawn(Strikes(plan.interruptions, options["seed"]), options["run"])


def _try(number: int, told: Mapping[str, Any], style: Style) -> Iterator[str]:
    origin = "the start" if told["from"] == START else f"checkpoint {told['from']}"
    yield style.MIGRATE_HEADING(f"Try {number}, from {origin}")
    rows = [("at", "step", "what happens", "believed", "true"), *(_row(moment) for moment in told["moments"])]
    heading, *lines = aligned(rows, left=(1, 2))
    yield GAP + heading
    for moment, line in zip(told["moments"], lines, strict=True):
        yield GAP + _coloured(What(moment["what"]), line, style)


def _coloured(what: What, line: str, style: Style) -> str:
    if what in _HARM:
        return str(style.ERROR(line))
    return str(style.SUCCESS(line)) if what in _HELP else line


def _row(moment: Mapping[str, Any]) -> tuple[str, ...]:
    step = moment["step"] or ""
    effects = (str(moment[side].get(step, "")) for side in ("believes", "true"))
    return duration(to_ms(moment["at"])), step + _items(moment), _words(moment), *effects


def _items(moment: Mapping[str, Any]) -> str:
    """Return the items of a batch as people count them."""
    if moment["item"] is None:
        return ""
    last = moment["item"] + 1
    return f" {moment['first_item'] + 1}–{last}" if "first_item" in moment else f" {last}"


def _words(moment: Mapping[str, Any]) -> str:
    return _WORDS[What(moment["what"])].format(moment.get("checkpoint"))
