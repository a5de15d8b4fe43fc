"""`plan simulate`: the summary as a document and as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planner.core.planfile import read_plan
from planner.core.summary import summarise
from planner.core.summaryfile import document_from_summary
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
    assert (json.loads(out), err, status) == (document_from_summary(summary), "", 0)
    assert json.loads(out)["exact"] is None


def test_without_options_there_are_two_thousand_runs_of_seed_1() -> None:
    out, _, _ = answer(Simulate(), "short.json", "--format", "json")
    summary = summarise(read_plan(Path("short.json").read_bytes()), runs=2_000, seed=1)
    assert json.loads(out) == document_from_summary(summary)


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
        "a run                             mean    ±      median        90 %        99 %",
        "wall time                   1 h 23 min  0 s  1 h 23 min  1 h 23 min  1 h 23 min",
        "busy time                   1 h 23 min  0 s",
        "recovering                         0 s  0 s",
        "work lost                   1 h 23 min  0 s  1 h 23 min  1 h 23 min  1 h 23 min",
        "work skipped                       0 s  0 s",
        "interruptions                    1,000    0",
        "resumes from inside a step           0    0",
        "duplicates                         999    0",
        "harmless repeats                     0    0",
        "missed actions                       0    0",
        "questions asked again                0    0",
        "divergences                          0    0",
        "",
        "a step, per run  duplicates  harmless  missed  asked again  divergences  runs with a duplicate",
        "pay                     999         0       0            0            0                100.0 %",
        "",
        "± is the standard error of the mean. Steps that count nothing are left out.",
    ]


def test_where_no_step_counts_anything_there_is_no_table_of_steps() -> None:
    out, _, _ = answer(Simulate(), "quiet.json", "--runs", "1")
    assert out.startswith("1 run, seed 1\nwithout interruption  1 min 30 s\n")
    assert "a step, per run" not in out
