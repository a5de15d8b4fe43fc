"""What a verb of `manage.py plan` is, and how one that works on plan files reads them and answers."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar

from django.core.management.base import OutputWrapper
from django.core.management.color import Style

from planner.core.plan import Plan
from planner.management.verbs.source import named, plans_from

Options = Mapping[str, Any]


class Status(IntEnum):
    """The exit status of the command."""

    DONE = 0
    FOUND = 1
    REFUSED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """Where a verb writes: answers to `out`, refusals and progress to `err`, in colours if `style` has them."""

    out: OutputWrapper
    err: OutputWrapper
    style: Style


class Verb(ABC):
    """One verb: `name` is what people type, `help` says in one sentence what it does."""

    name: ClassVar[str]
    help: ClassVar[str]

    @abstractmethod
    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what the verb takes."""

    @abstractmethod
    def run(self, options: Options, terminal: Terminal) -> Status:
        """Do the work, write the answer, and return the exit status."""


class PlanVerb(Verb):
    """A verb that answers for each of the plan files it is given; if one is refused, none is answered."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the files, the format, and the verb's own options."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a plan file; - is standard input")
        parser.add_argument("--format", choices=("text", "json"), default="text", help="default: %(default)s")
        self.add_options(parser)

    @abstractmethod
    def add_options(self, parser: ArgumentParser) -> None:
        """Declare the verb's own options."""

    @abstractmethod
    def document(self, plan: Plan, options: Options, terminal: Terminal) -> dict[str, Any]:
        """Return the answer for one plan as a JSON document; progress goes to `terminal.err`."""

    @abstractmethod
    def text(self, document: Mapping[str, Any], style: Style) -> str:
        """Return the same answer for people, without a newline at its end."""

    def status(self, document: Mapping[str, Any]) -> Status:
        """Return the exit status that an answer stands for."""
        return Status.DONE

    def run(self, options: Options, terminal: Terminal) -> Status:
        """Read every file, then answer for each in order."""
        plans, refusals = plans_from(options["files"])
        for refusal in refusals:
            terminal.err.write(str(refusal))
        if refusals:
            return Status.REFUSED
        documents = [self.document(plan, options, terminal) for plan in plans]
        terminal.out.write(self._answer(documents, options, terminal.style))
        return max(self.status(document) for document in documents)

    def _answer(self, documents: Sequence[Mapping[str, Any]], options: Options, style: Style) -> str:
        if options["format"] == "json":
            return as_json(documents if len(documents) > 1 else documents[0])
        texts = [self.text(document, style) for document in documents]
        if len(texts) == 1:
            return texts[0]
        return "\n\n".join(f"{named(name)}\n{text}" for name, text in zip(options["files"], texts, strict=True))


def as_json(document: object) -> str:
    """Return a document as JSON for programs that people can read too."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
