"""`plan simulate`: the summary as a document and as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planner.core.exact import exact, exact_document
from planner.core.files.summaryfile import document_from_summary
from planner.core.planfile import read_plan
from planner.core.summary import summarise
from planner.management.verbs.simulate import Simulate
from tests.management.verbs.answers import answer, plan_file

SHORT = """
    Read < 10s
    Pay ! 10s
    | 1s
    Report 10s
    recovery: 2s
    interrupted: exactly 1 (down 1min)
    """


@pytest.fixture(autouse=True)
def _plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.json").write_text(plan_file(SHORT))
    Path("quiet.json").write_text(plan_file("Read 90s\ninterrupted: exactly 0"))
    Path("stuck.json").write_text(plan_file("Pay ! 10s @0\ninterrupted: limit 5s"))


def test_the_document_is_the_summary() -> None:
    out, err, status = answer(Simulate(), "short.json", "--runs", "300", "--seed", "7", "--format", "json")
    summary = summarise(read_plan(Path("short.json").read_bytes()), runs=300, seed=7)
    values = exact_document(exact(read_plan(Path("short.json").read_bytes())))
    assert (json.loads(out), err, status) == (document_from_summary(summary, exact=values), "", 0)


def test_without_options_there_are_two_thousand_runs_of_seed_1() -> None:
    out, _, _ = answer(Simulate(), "short.json", "--format", "json")
    summary = summarise(read_plan(Path("short.json").read_bytes()), runs=2_000, seed=1)
    assert json.loads(out)["mean"] == summary.mean


def test_workers_do_not_change_the_answer() -> None:
    one, two = (answer(Simulate(), "short.json", "--runs", "70000", "--workers", workers)[0] for workers in ("1", "2"))
    assert one == two


def test_the_text_tells_what_a_run_comes_to_and_what_its_steps_do() -> None:
    out, err, status = answer(Simulate(), "stuck.json", "--runs", "10")
    assert (err, status) == ("", 0)
    assert out.splitlines() == [
        "10 runs, seed 1",
        "without interruption  10 s",
        "finished              0.0 %",
        "interrupted           100.0 %",
        "",
        "a run                             mean    ±       exact      median        90 %        99 %",
        "wall time                   1 h 23 min  0 s  1 h 23 min  1 h 23 min  1 h 23 min  1 h 23 min",
        "busy time                   1 h 23 min  0 s  1 h 23 min",
        "recovering                         0 s  0 s         0 s",
        "work lost                   1 h 23 min  0 s  1 h 23 min  1 h 23 min  1 h 23 min  1 h 23 min",
        "work skipped                       0 s  0 s         0 s",
        "interruptions                    1,000    0       1,000",
        "resumes from inside a step           0    0           0",
        "duplicates                         999    0         999",
        "harmless repeats                     0    0           0",
        "missed actions                       0    0           0",
        "questions asked again                0    0           0",
        "divergences                          0    0           0",
        "",
        "a step, per run  duplicates  harmless  missed  asked again  divergences  runs with a duplicate",
        "pay                     999         0       0            0            0                100.0 %",
        "",
        "± is the standard error of the mean. Steps that count nothing are left out.",
        "“exact” is the expected value, where it has a closed form.",
    ]


def test_what_has_no_closed_form_has_no_exact_value() -> None:
    Path("key.json").write_text(plan_file("Read 10s\nPay ! 10s [key, kept 15s]\ninterrupted: restart 20s"))
    table = [line.split() for line in answer(Simulate(), "key.json")[0].splitlines()]
    assert [len(cells) for cells in table if cells[:1] in (["busy"], ["duplicates"])] == [8, 3]
    exact_values = json.loads(answer(Simulate(), "key.json", "--format", "json")[0])["exact"]
    assert {"busy", "duplicates"} & set(exact_values) == {"busy"}


def test_where_no_step_counts_anything_there_is_no_table_of_steps() -> None:
    out, _, _ = answer(Simulate(), "quiet.json", "--runs", "1")
    assert out.startswith("1 run, seed 1\nwithout interruption  1 min 30 s\n")
    assert "a step, per run" not in out
