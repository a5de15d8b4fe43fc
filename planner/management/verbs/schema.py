"""`plan schema`: the JSON Schema of a plan file."""

from argparse import ArgumentParser

from planner.core.files.planschema import schema
from planner.management.verbs.verb import Options, Status, Terminal, Verb, as_json


class Schema(Verb):
    """Prints the JSON Schema of checkpoint-plan/1."""

    name = "schema"
    help = "Prints the JSON Schema (2020-12) of checkpoint-plan/1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take nothing."""

    def run(self, options: Options, terminal: Terminal) -> Status:
        """Write the schema."""
        terminal.out.write(as_json(schema()))
        return Status.DONE
