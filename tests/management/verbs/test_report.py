"""`plan report`: files in every format, and whether a report follows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from planner.core.planfile import read_plan
from planner.core.report import Report, report_of
from planner.core.reporting.facts import facts_of
from planner.exports.formats import FORMATS
from planner.management.verbs.report import ReportVerb
from planner.privacy import private_in
from tests.management.verbs.answers import answer, plan_file

ROOT = Path(__file__).parents[3]
DRAWING = "Read 2min\n|\nPay ! 3min\nReport 1min"


@pytest.fixture(autouse=True)
def _plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pay.json").write_text(plan_file(DRAWING))
    Path("elsewhere").mkdir()
    Path("elsewhere/pay.json").write_text(plan_file(DRAWING))
    Path("elsewhere/other.json").write_text(plan_file("Read\nReport"))


def report(runs: int = 2_000, seed: int = 1) -> Report:
    return report_of(facts_of(read_plan(Path("pay.json").read_bytes()), runs=runs, seed=seed, spot=private_in))


def started(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, str(ROOT / "manage.py"), "plan", "report", *arguments]
    return subprocess.run(command, capture_output=True, check=False)


@pytest.mark.parametrize("name", list(FORMATS))
def test_one_report_in_one_format_is_the_answer(name: str) -> None:
    done = started("pay.json", "--to", name)
    assert (done.stdout, done.stderr, done.returncode) == (FORMATS[name].document(report()), b"", 0)


def test_without_a_format_it_is_markdown() -> None:
    assert started("pay.json").stdout == FORMATS["markdown"].document(report())


def test_a_file_is_written_and_named() -> None:
    done = answer(ReportVerb(), "pay.json", "--to", "pdf", "-o", "pay.pdf", "--runs", "50", "--seed", "3")
    assert done == ("pay.pdf\n", "", 0)
    assert Path("pay.pdf").read_bytes() == FORMATS["pdf"].document(report(runs=50, seed=3))


def test_several_plans_and_formats_go_into_a_folder_that_is_made() -> None:
    done = answer(ReportVerb(), "pay.json", "elsewhere/other.json", "--to", "csv, html,csv", "-o", "new/reports")
    written = ["pay.csv", "pay.html", "other.csv", "other.html"]
    assert done == ("".join(f"{Path('new/reports') / name}\n" for name in written), "", 0)
    assert Path("new/reports/pay.csv").read_bytes() == FORMATS["csv"].document(report())


def test_one_report_goes_into_a_folder_that_is_there() -> None:
    assert answer(ReportVerb(), "pay.json", "-o", "elsewhere") == (f"{Path('elsewhere/pay.md')}\n", "", 0)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "a plan file is needed, or --verify with a report file"),
        (["pay.json", "--to", "html,csv"], "several reports or formats need a folder: -o FOLDER"),
        (
            ["pay.json", "elsewhere/pay.json", "-o", "new"],
            "pay.md: two plan files of the same name cannot go into one folder",
        ),
        (["none.json"], "none.json: a plan file that can be read is needed: No such file or directory"),
        (
            ["pay.json", "-o", "none/pay.md"],
            "none/pay.md: a file or folder that can be written is needed: No such file or directory",
        ),
        (["pay.json", "--verify", "pay.json"], "--verify takes one report file and no plan file"),
        (["--verify", "none.json"], "none.json: a report file that can be read is needed: No such file or directory"),
        (["--verify", "pay.json"], "pay.json: format: “checkpoint-report/1”, the only format that is read here"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: list[str], complaint: str) -> None:
    assert answer(ReportVerb(), *arguments) == ("", f"{complaint}\n", 2)
    assert not Path("new").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["pay.json", "--to", "docx"],
            b"one or more of html, pdf, markdown, csv, json, not \xe2\x80\x9cdocx\xe2\x80\x9d",
        ),
        (["pay.json", "--runs", "0"], b"a whole number from 1 to 1,000,000, not \xe2\x80\x9c0\xe2\x80\x9d"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_one_line(arguments: list[str], complaint: bytes) -> None:
    done = started(*arguments)
    assert (done.stdout, complaint in done.stderr, done.stderr.count(b"\n"), done.returncode) == (b"", True, 1, 2)


def test_a_true_report_follows() -> None:
    answer(ReportVerb(), "pay.json", "--to", "json", "-o", "report.json", "--runs", "50")
    said = "Everything in this report follows from its plan, its seed and its remarks.\n"
    assert answer(ReportVerb(), "--verify", "report.json") == (said, "", 0)
    out, err, status = answer(ReportVerb(), "--verify", "report.json", "--format", "json")
    follows = {"format": "checkpoint-verification/1", "follows": True, "other_edition": None, "differences": []}
    assert (json.loads(out), err, status) == (follows, "", 0)


def test_a_doctored_report_does_not_and_the_places_are_named() -> None:
    answer(ReportVerb(), "pay.json", "--to", "json", "-o", "report.json", "--runs", "50")
    document = json.loads(Path("report.json").read_text())
    true = document["simulation"]["finished"]
    document["simulation"]["finished"] = 0.5
    Path("report.json").write_text(json.dumps(document))
    head = "This report does not follow from its plan, its seed and its remarks:"
    place = f"simulation.finished: here stands 0.5, and {true} follows"
    assert answer(ReportVerb(), "--verify", "report.json") == (f"{head}\n{place}\n", "", 1)
    out, err, status = answer(ReportVerb(), "--verify", "report.json", "--format", "json")
    difference = {"path": "simulation.finished", "stands": "0.5", "follows": f"{true}"}
    assert (json.loads(out)["differences"], err, status) == ([difference], "", 1)


def test_of_many_differences_the_first_are_named_and_the_others_counted() -> None:
    answer(ReportVerb(), "pay.json", "--to", "json", "-o", "report.json", "--runs", "50")
    document = json.loads(Path("report.json").read_text())
    more = {f"more{number}": number for number in range(30)}
    Path("report.json").write_text(json.dumps({**document, **more}))
    out, err, status = answer(ReportVerb(), "--verify", "report.json")
    named = [f"more{number}: here stands {number}, and nothing follows" for number in range(20)]
    assert (out.splitlines()[1:], err, status) == ([*named, "and 10 more"], "", 1)


def test_a_report_of_another_edition_cannot_be_judged() -> None:
    answer(ReportVerb(), "pay.json", "--to", "json", "-o", "report.json", "--runs", "50")
    document = json.loads(Path("report.json").read_text())
    Path("report.json").write_text(json.dumps({**document, "model": "0", "rules": "0.1"}))
    said = "This report was made with model 0, rule set 0.1, which is not what is here: its numbers cannot be judged.\n"
    assert answer(ReportVerb(), "--verify", "report.json") == (said, "", 2)
