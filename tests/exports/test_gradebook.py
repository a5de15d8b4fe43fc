"""The gradebook as files: columns that Canvas and Moodle import, and no text that a spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io

from planner.exports import gradebook
from planner.exports.gradebook import Grade

ASH = Grade(
    name="Ash Example", number="17", login="ash", learner="Learner 3", hand_ins=2, state="accepted", points=(3, 2)
)
BO = Grade(name="Bo", state="nothing handed in", points=(None, None))
EVIL = Grade(name="=HYPERLINK(1)", number="+1", login="@sum", learner="Learner 1", hand_ins=1, points=(0, None))


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_canvas_gets_one_assignment_with_the_points_possible() -> None:
    assert rows(gradebook.canvas("Checkpoints", most=6, grades=[ASH, BO])) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Checkpoints"],
        ["Points Possible", "", "", "", "", "6"],
        ["Ash Example", "", "17", "ash", "", "5"],
        ["Bo", "", "", "", "", ""],
    ]


def test_moodle_gets_each_criterion_and_the_sum() -> None:
    assert rows(gradebook.moodle("Total", criteria=["Steps", "Resume"], grades=[ASH, BO])) == [
        ["ID number", "Username", "Full name", "Learner", "Hand-ins", "State", "Steps", "Resume", "Total"],
        ["17", "ash", "Ash Example", "Learner 3", "2", "accepted", "3", "2", "5"],
        ["", "", "Bo", "", "0", "nothing handed in", "", "", ""],
    ]


def test_what_people_are_called_is_no_formula() -> None:
    canvas = rows(gradebook.canvas("=1+1", most=6, grades=[EVIL]))
    moodle = rows(gradebook.moodle("=1+1", criteria=["-x"], grades=[EVIL]))
    assert (canvas[0][-1], canvas[2][:4]) == ("'=1+1", ["'=HYPERLINK(1)", "", "'+1", "'@sum"])
    assert (moodle[0][-2:], moodle[1][:3]) == (["'-x", "'=1+1"], ["'+1", "'@sum", "'=HYPERLINK(1)"])


def test_nought_is_a_grade_and_nothing_is_none() -> None:
    assert (EVIL.total, BO.total, ASH.total) == (0, None, 5)


def test_spreadsheets_know_the_encoding() -> None:
    assert gradebook.canvas("Größe", most=3, grades=[]).startswith(b"\xef\xbb\xbf")
