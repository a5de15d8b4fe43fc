"""Verbs run in this process, as the command runs them."""

from __future__ import annotations

import io

from django.core.management.base import OutputWrapper
from django.core.management.color import Style, no_style

from planner.core.planfile import write_plan
from planner.core.sketch import sketch
from planner.management.verbs.options import VerbParser
from planner.management.verbs.verb import Status, Terminal, Verb


def answer(verb: Verb, *arguments: str, style: Style | None = None) -> tuple[str, str, Status]:
    """Return what a verb writes to standard output and to standard error, and its status."""
    parser, out, err = VerbParser(prog="plan"), io.StringIO(), io.StringIO()
    verb.add_arguments(parser)
    terminal = Terminal(out=OutputWrapper(out), err=OutputWrapper(err), style=style or no_style())
    status = verb.run(vars(parser.parse_args(list(arguments))), terminal)
    return out.getvalue(), err.getvalue(), status


def plan_file(drawing: str) -> str:
    """Return the text of a plan file that holds the drawn plan."""
    return write_plan(sketch(drawing))
