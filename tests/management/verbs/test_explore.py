"""`plan explore`: the worst of every schedule, as a document and as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.core.management.color import color_style, no_style

from planner.core.explore import explore
from planner.core.exploring.event import Mishap
from planner.core.files.explorationfile import document_from_exploration
from planner.core.planfile import read_plan
from planner.management.verbs import explore as verb
from planner.management.verbs.explore import Explore
from tests.management.verbs.answers import answer, plan_file

LETTERS = """
    Draft ~ 10s
    Send ! x2 10s
    Approve ? 10s
    Report 10s
    """
STOPPED: dict[str, Any] = {"interruptions": 3, "schedules": 10**20, "exhausted": False, "possible": {}}

HEADING = (
    "about 10^20 schedules of up to 3 interruptions, and then stopped; more can do worse, and what is shown need not "
    "be the shortest"
)


@pytest.fixture(autouse=True)
def _letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letters.json").write_text(plan_file(LETTERS))
    Path("quiet.json").write_text(plan_file("Read < 10s\nReport 10s\nrecovery: 0s"))


@pytest.mark.parametrize(("options", "most"), [((), 2), (("--interruptions", "1"), 1), (("--interruptions", "0"), 0)])
def test_the_document_is_what_the_explorer_finds(options: tuple[str, ...], most: int) -> None:
    plan = read_plan(Path("letters.json").read_bytes())
    out, err, status = answer(Explore(), "letters.json", "--format", "json", *options)
    assert (json.loads(out), err, status) == (document_from_exploration(explore(plan, interruptions=most)), "", 0)


def test_several_plans_are_answered_in_order() -> None:
    found = json.loads(answer(Explore(), "quiet.json", "letters.json", "--format", "json")[0])
    assert [len(one["possible"]) for one in found] == [0, 3]


def test_the_text_says_the_worst_and_a_schedule_that_trace_takes() -> None:
    out, err, status = answer(Explore(), "letters.json")
    assert (err, status) == ("", 0)
    assert out.splitlines() == [
        "91 schedules of up to 2 interruptions, which is all of them",
        "",
        "step     what can happen                                  at worst  seen with",
        "draft    comes out otherwise than the world has acted on         2  trace --cut 15",
        "send     acts again, a duplicate                                 4  trace --cut 15",
        "approve  asks again                                              2  trace --cut 30",
    ]


def test_nothing_possible_is_said() -> None:
    assert answer(Explore(), "quiet.json", "--interruptions", "1")[0].splitlines() == [
        "5 schedules of up to 1 interruption, which is all of them",
        "No action is repeated or left undone, no question asked again, and every run ends.",
    ]


def test_an_exploration_that_stopped_early_promises_nothing() -> None:
    assert Explore().text(STOPPED, no_style()).splitlines() == [
        HEADING,
        "In those, no action is repeated or left undone, no question asked again, and every run ends.",
    ]


def test_what_concerns_the_run_names_no_step() -> None:
    possible = {"inconsistent": {"worst": 1, "witness": [15.5]}, "unfinished": {"worst": 1, "witness": [7, 8]}}
    text = Explore().text({**STOPPED, "exhausted": True, "possible": possible}, no_style())
    assert text.splitlines()[3:] == [
        "      the run goes on from inside a step         1  trace --cut 15.5",
        "      the run ends unfinished                    1  trace --cut 7 8",
    ]


def test_what_can_happen_is_red_on_a_terminal() -> None:
    out, _, _ = answer(Explore(), "letters.json", style=color_style(force_color=True))
    assert [line.startswith("\x1b[31;1m") for line in out.splitlines()[3:]] == [True] * 3


@pytest.mark.parametrize("most", ["-1", "21", "two", "1e9"])
def test_a_number_of_interruptions_that_cannot_be_is_refused(most: str) -> None:
    with pytest.raises(CommandError) as refused:
        answer(Explore(), "letters.json", "--interruptions", most)
    assert str(refused.value) == f"argument --interruptions: a whole number from 0 to 20, not “{most}”"


def test_there_are_words_for_everything_that_can_happen() -> None:
    assert set(verb._WORDS) == set(Mishap)
