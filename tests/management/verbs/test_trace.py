"""`plan trace`: one run as a document and as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.core.management.color import color_style

from planner.core.files.tracefile import document_from_trace
from planner.core.planfile import read_plan
from planner.core.run import Chosen, Drawn
from planner.core.strikes import Strikes
from planner.core.telling.scene import What
from planner.core.timeline import compile_plan
from planner.core.trace import trace
from planner.management.verbs import trace as verb
from planner.management.verbs.trace import Trace
from tests.management.verbs.answers import answer, plan_file

LETTERS = """
    Draft ~ 25min
    | 5s
    Send ! x48 4s
    Book ! x48 5s [record, lookup]
    Report 30s
    recovery: 10s
    interrupted: restart 20min (down 5min), close 2h (down 8h)
    """


@pytest.fixture(autouse=True)
def _letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letters.json").write_text(plan_file(LETTERS))


def test_a_run_is_chosen_by_its_seed_and_number() -> None:
    plan = read_plan(Path("letters.json").read_bytes())
    told = trace(compile_plan(plan), Drawn(Strikes(plan.interruptions, 7), 174))
    out, err, status = answer(Trace(), "letters.json", "--seed", "7", "--run", "174", "--format", "json")
    assert (json.loads(out), err, status) == (document_from_trace(told), "", 0)


def test_without_options_it_is_run_0_of_seed_1() -> None:
    plan = read_plan(Path("letters.json").read_bytes())
    told = trace(compile_plan(plan), Drawn(Strikes(plan.interruptions, 1), 0))
    assert json.loads(answer(Trace(), "letters.json", "--format", "json")[0]) == document_from_trace(told)


def test_a_run_can_be_cut_at_will_and_is_down_as_long_as_its_longest_source_has_it() -> None:
    plan = read_plan(Path("letters.json").read_bytes())
    told = trace(compile_plan(plan), Chosen([1_600_000, 50_500], 8 * 3_600_000))
    out, _, _ = answer(Trace(), "letters.json", "--cut", "1600", "50.5", "--format", "json")
    assert json.loads(out) == document_from_trace(told)
    assert len(json.loads(out)["tries"]) == 3


def test_a_run_can_be_left_uncut() -> None:
    tries = json.loads(answer(Trace(), "letters.json", "--cut", "--format", "json")[0])["tries"]
    assert [one["moments"][-1]["what"] for one in tries] == ["finished"]


def test_the_text_is_a_table_for_each_try() -> None:
    out, err, status = answer(Trace(), "letters.json", "--cut", "1750.5")
    assert (err, status) == ("", 0)
    assert out.splitlines() == [
        "Try 1, from the start",
        "             at  step       what happens                     believed  true",
        "            0 s             starts",
        "         25 min  draft      done",
        "     25 min 5 s  draft      saved, checkpoint after-draft",
        "    28 min 17 s  send 1–48  acted                                  48    48",
        "   29 min 9.5 s  book 1–11  acted                                  10    11",
        "  29 min 10.5 s  book 11    stopped before it was confirmed        10    11",
        "",
        "Try 2, from checkpoint after-draft",
        "            at  step        what happens                         believed  true",
        "           0 s  draft       resumes from checkpoint after-draft",
        "    3 min 22 s  send 1–48   acted again, a duplicate                   48    96",
        "    3 min 22 s  book 1–10   skipped, on record as done                 10    11",
        "  3 min 24.5 s  book 11     found done                                 11    11",
        "  6 min 29.5 s  book 12–48  acted                                      48    48",
        "  6 min 59.5 s  report      done",
        "  6 min 59.5 s              finished",
    ]


def test_harm_is_red_and_help_is_green_on_a_terminal() -> None:
    plain, _, _ = answer(Trace(), "letters.json", "--cut", "1750.5")
    coloured, _, _ = answer(Trace(), "letters.json", "--cut", "1750.5", style=color_style(force_color=True))
    red, green, end = "\x1b[31;1m", "\x1b[32;1m", "\x1b[0m"
    pairs = list(zip(plain.splitlines(), coloured.splitlines(), strict=True))
    harm, *helped = (line for line in plain.splitlines() if "again" in line or "record" in line or "found" in line)
    assert [line for plain_line, line in pairs if line != plain_line and not plain_line.startswith("Try")] == [
        f"  {red}{harm[2:]}{end}",
        *(f"  {green}{line[2:]}{end}" for line in helped),
    ]


def test_a_run_has_either_a_number_or_cuts() -> None:
    with pytest.raises(CommandError) as refused:
        answer(Trace(), "letters.json", "--run", "3", "--cut", "5")
    assert str(refused.value) == "argument --cut: not allowed with argument --run"


def test_there_are_words_for_everything_that_can_happen() -> None:
    assert set(verb._WORDS) == set(What)
