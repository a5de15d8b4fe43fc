"""`plan report`: the report on a plan in every format, and whether a report follows from what it is made from."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from planner.core.errors import PlanError
from planner.core.files.reportfile import LARGEST_SEED, MAX_BYTES, MOST_RUNS, read_document
from planner.core.plan import Plan
from planner.core.report import Report, report_of
from planner.core.reporting.facts import facts_of
from planner.core.reporting.verification import Verification, verify
from planner.exports.formats import FORMATS
from planner.management.verbs.options import whole
from planner.management.verbs.source import STANDARD_INPUT, InputError, bytes_of, named, plans_from
from planner.management.verbs.verb import Options, Status, Terminal, Verb, as_json
from planner.privacy import private_in

_MOST_DIFFERENCES = 20
_STEM = "report"


@dataclass(frozen=True, slots=True)
class _Output:
    """One report in one format: `stem` and `suffix` name its file in a folder."""

    stem: str
    suffix: str
    content: bytes

    @property
    def name(self) -> str:
        return f"{self.stem}.{self.suffix}"


class ReportVerb(Verb):
    """Writes reports, or verifies one."""

    name = "report"
    help = "Writes the report on a plan as HTML, PDF, Markdown, CSV or JSON, or says whether a report follows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take plan files, formats and a place to write to, or one report to verify."""
        parser.add_argument("files", nargs="*", metavar="FILE", help="a plan file; - is standard input")
        parser.add_argument(
            "--to",
            type=_formats,
            default=["markdown"],
            metavar="FORMAT",
            help=f"one or more of {', '.join(FORMATS)}, with commas between them; default: markdown",
        )
        parser.add_argument("-o", "--output", metavar="PATH", help="a file, or a folder for several reports or formats")
        parser.add_argument("--runs", type=whole(1, MOST_RUNS), default=2_000, metavar="N", help="default: 2,000")
        parser.add_argument("--seed", type=whole(0, LARGEST_SEED), default=1, metavar="N", help="default: %(default)s")
        parser.add_argument("--verify", metavar="FILE", help="a report as JSON: does it follow from its plan and seed?")
        parser.add_argument("--format", choices=("text", "json"), default="text", help="of the answer to --verify")

    def run(self, options: Options, terminal: Terminal) -> Status:
        """Do one or the other; what is refused is told in one line."""
        try:
            if options["verify"]:
                return _verified(options, terminal)
            return _written(options, terminal)
        except InputError as refusal:
            terminal.err.write(str(refusal))
            return Status.REFUSED


def _formats(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name not in FORMATS]
    if unknown:
        raise ArgumentTypeError(f"one or more of {', '.join(FORMATS)}, not “{unknown[0]}”")
    return list(dict.fromkeys(names))


def _written(options: Options, terminal: Terminal) -> Status:
    if not options["files"]:
        raise InputError("a plan file is needed, or --verify with a report file")
    plans, refusals = plans_from(options["files"])
    for refusal in refusals:
        terminal.err.write(str(refusal))
    if refusals:
        return Status.REFUSED
    _write(list(_outputs(options, plans)), options["output"], terminal)
    return Status.DONE


def _outputs(options: Options, plans: Sequence[Plan]) -> Iterator[_Output]:
    for name, plan in zip(options["files"], plans, strict=True):
        stem = _STEM if name == STANDARD_INPUT else Path(name).stem
        report = _report(plan, options)
        for chosen in options["to"]:
            yield _Output(stem, FORMATS[chosen].suffix, FORMATS[chosen].document(report))


def _report(plan: Plan, options: Options) -> Report:
    return report_of(facts_of(plan, runs=options["runs"], seed=options["seed"], spot=private_in))


def _write(outputs: list[_Output], place: str | None, terminal: Terminal) -> None:
    """Write to a file or a folder and name what was written; a single report without a place is the answer."""
    if place is None or (place == "-" and len(outputs) == 1):
        return _answer(outputs, terminal)
    try:
        for path, content in _placed(outputs, Path(place)):
            path.write_bytes(content)
            terminal.out.write(str(path))
    except OSError as error:
        raise InputError(f"{place}: a file or folder that can be written is needed: {error.strerror}") from None


def _answer(outputs: list[_Output], terminal: Terminal) -> None:
    if len(outputs) > 1:
        raise InputError("several reports or formats need a folder: -o FOLDER")
    if outputs[0].suffix == "pdf" and terminal.out.isatty():
        raise InputError("a PDF needs a file: -o FILE")
    terminal.out.flush()
    sys.stdout.buffer.write(outputs[0].content)
    sys.stdout.buffer.flush()


def _placed(outputs: list[_Output], place: Path) -> Iterator[tuple[Path, bytes]]:
    if len(outputs) == 1 and not place.is_dir():
        yield place, outputs[0].content
        return
    names = [output.name for output in outputs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise InputError(f"{twice}: two plan files of the same name cannot go into one folder")
    place.mkdir(parents=True, exist_ok=True)
    for output in outputs:
        yield place / output.name, output.content


def _verified(options: Options, terminal: Terminal) -> Status:
    if options["files"]:
        raise InputError("--verify takes one report file and no plan file")
    name = options["verify"]
    try:
        verification = verify(read_document(bytes_of(name, most=MAX_BYTES)), spot=private_in)
    except PlanError as error:
        raise InputError(f"{named(name)}: {error}") from None
    except OSError as error:
        raise InputError(f"{named(name)}: a report file that can be read is needed: {error.strerror}") from None
    answer = as_json(_document(verification)) if options["format"] == "json" else _text(verification)
    terminal.out.write(answer)
    if verification.other_edition:
        return Status.REFUSED
    return Status.DONE if verification.follows else Status.FOUND


def _document(verification: Verification) -> dict[str, Any]:
    return {
        "format": "checkpoint-verification/1",
        "follows": verification.follows,
        "other_edition": verification.other_edition or None,
        "differences": [asdict(difference) for difference in verification.differences],
    }


def _text(verification: Verification) -> str:
    if verification.other_edition:
        made_with = verification.other_edition
        return f"This report was made with {made_with}, which is not what is here: its numbers cannot be judged."
    found = verification.differences
    if not found:
        return "Everything in this report follows from its plan, its seed and its remarks."
    lines = [f"{one.path}: here stands {one.stands}, and {one.follows} follows" for one in found[:_MOST_DIFFERENCES]]
    more = [f"and {len(found) - _MOST_DIFFERENCES:,} more"] if len(found) > _MOST_DIFFERENCES else []
    return "\n".join(["This report does not follow from its plan, its seed and its remarks:", *lines, *more])
