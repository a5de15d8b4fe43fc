"""What every verb on plan files has in common, seen on one that counts steps."""

import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import OutputWrapper
from django.core.management.color import Style, no_style

from planner.core.plan import Plan, Step
from planner.core.planfile import MAX_BYTES, write_plan
from planner.management.verbs.verb import Options, PlanVerb, Status, Terminal


class Count(PlanVerb):
    """Counts the steps, and finds fault with a plan that has none."""

    name = "count"
    help = "Counts the steps."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("--more", type=int, default=0)

    def document(self, plan: Plan, options: Options, terminal: Terminal) -> dict[str, Any]:
        return {"title": plan.title, "steps": len(plan.steps) + options["more"]}

    def text(self, document: Mapping[str, Any], style: Style) -> str:
        return f"{document['title']}: {document['steps']} steps"

    def status(self, document: Mapping[str, Any]) -> Status:
        return Status.DONE if document["steps"] else Status.FOUND


def count(*arguments: str) -> tuple[str, str, Status]:
    """Return what the verb wrote to standard output and standard error, and its status."""
    parser, out, err = ArgumentParser(), io.StringIO(), io.StringIO()
    Count().add_arguments(parser)
    terminal = Terminal(out=OutputWrapper(out), err=OutputWrapper(err), style=no_style())
    status = Count().run(vars(parser.parse_args(arguments)), terminal)
    return out.getvalue(), err.getvalue(), status


@pytest.fixture(autouse=True)
def _two_plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pay.json").write_text(write_plan(Plan(title="Bezüge zahlen", steps=(Step(id="s"),))))
    Path("none.json").write_text(write_plan(Plan(title="Nothing")))


def test_text_is_the_answer_for_people() -> None:
    assert count("pay.json") == ("Bezüge zahlen: 1 steps\n", "", Status.DONE)


def test_the_verb_has_options_of_its_own() -> None:
    assert count("pay.json", "--more", "2") == ("Bezüge zahlen: 3 steps\n", "", Status.DONE)


def test_several_files_are_answered_in_order_under_their_names_and_the_gravest_status_counts() -> None:
    text = "pay.json\nBezüge zahlen: 1 steps\n\nnone.json\nNothing: 0 steps\n"
    assert count("pay.json", "none.json") == (text, "", Status.FOUND)


def test_json_is_one_document_for_one_file_and_one_list_for_several() -> None:
    pay, none = {"title": "Bezüge zahlen", "steps": 1}, {"title": "Nothing", "steps": 0}
    one, several = count("pay.json", "--format", "json"), count("pay.json", "none.json", "--format", "json")
    assert [json.loads(out) for out, _, _ in (one, several)] == [pay, [pay, none]]


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("pay.json").read_bytes())))
    assert count("-") == ("Bezüge zahlen: 1 steps\n", "", Status.DONE)


def test_refused_standard_input_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[]")))
    assert count("-") == ("", "standard input: a plan file holds one object, not a list\n", Status.REFUSED)


def test_a_refused_file_is_one_line_and_then_no_file_is_answered() -> None:
    Path("odd.json").write_text('{"format": "checkpoint-plan/1", "title": "Odd", "steps": [{"id": "s", "items": 0}]}')
    line = "odd.json: steps[0].items: a whole number from 1 to 100,000, not 0\n"
    assert count("pay.json", "odd.json") == ("", line, Status.REFUSED)


def test_each_refused_file_has_its_line() -> None:
    Path("folder").mkdir()
    lines = (
        "missing.json: a plan file that can be read is needed: No such file or directory\n"
        "folder: a plan file that can be read is needed: Is a directory\n"
    )
    assert count("missing.json", "folder", "pay.json") == ("", lines, Status.REFUSED)


def test_a_file_without_end_is_read_no_further_than_a_plan_file_can_be_long() -> None:
    line = f"/dev/zero: a plan file has at most {MAX_BYTES:,} bytes\n"
    assert count("/dev/zero") == ("", line, Status.REFUSED)


def test_an_odd_file_name_cannot_break_the_line() -> None:
    Path("a\n\x1bb.json").write_text("[]")
    line = "a??b.json: a plan file holds one object, not a list\n"
    assert count("a\n\x1bb.json") == ("", line, Status.REFUSED)
