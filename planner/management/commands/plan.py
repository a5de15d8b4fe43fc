"""`manage.py plan VERB FILE…`: works on plan files, without a database."""

import io
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from planner.management.verbs import VERBS
from planner.management.verbs.options import VerbParser
from planner.management.verbs.verb import Status, Terminal, Verb


class Command(BaseCommand):
    help = "Works on plan files, without a database."
    requires_system_checks: list[str] = []
    suppressed_base_arguments = {"--version", "--verbosity", "--settings", "--pythonpath", "--traceback"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=VerbParser)
        for verb in VERBS:
            own = verbs.add_parser(verb.name, help=verb.help, description=verb.help)
            verb.add_arguments(own)
            own.set_defaults(verb=verb)

    def handle(self, *, verb: Verb, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        status = self.answered(verb, options)
        if status is not Status.DONE:
            sys.exit(status)

    def answered(self, verb: Verb, options: dict[str, Any]) -> Status:
        """Run the verb; a reader that goes away before the end is no error."""
        try:
            status = verb.run(options, Terminal(out=self.stdout, err=self.stderr, style=self.style))
            self.stdout.flush()
        except BrokenPipeError:
            # Nothing is left to write to; without this, Python complains once more when it closes the stream.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return Status.DONE
        return status
