"""Every moment of a run in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.sketch import sketch
from planner.core.telling.scene import Scene, What
from planner.core.vocabulary import IdentitySource, Loads
from planner.web.contexts.scenes import Teller, Told

PLAN = sketch("Read\n|\nMail ! x48 [irreversible]\nReport")
OF_A_STEP = [
    what
    for what in What
    if what not in (What.STARTS, What.STARTS_OVER, What.STOPPED_RECOVERING, What.FINISHED, What.GIVEN_UP)
]


def told(what: What, *, first: int = 0, last: int = 47, start: str | None = "after-read") -> Told:
    step = "mail" if what in OF_A_STEP else None
    scene = Scene(at_ms=0, what=what, step=step, first_item=first, last_item=last, checkpoint="after-read")
    return Teller(PLAN).told(scene, start=start)


@pytest.mark.parametrize("what", What)
def test_each_kind_of_moment_has_a_line_a_title_and_a_text_of_its_own(what: What) -> None:
    others = [told(other).title for other in What if other is not what]
    found = told(what)
    assert found.line
    assert found.text
    alike = {What.ASKED_AGAIN, What.ANSWERED_AGAIN}
    assert what in alike or found.title not in others
    assert "{" not in f"{found.line}{found.title}{found.text}"


@pytest.mark.parametrize("what", What)
def test_a_tone_never_comes_without_a_drawing(what: What) -> None:
    found = told(what)
    assert bool(found.tone) == bool(found.glyph)


@pytest.mark.parametrize(
    ("first", "last", "line"),
    [
        (0, 47, "Step 2 · Mail: a second time"),
        (0, 30, "Step 2 · Mail, items 1 to 31 of 48: a second time"),
        (30, 30, "Step 2 · Mail, item 31 of 48: a second time"),
    ],
)
def test_items_are_told_unless_it_is_all_of_them(first: int, last: int, line: str) -> None:
    assert told(What.ACTED_AGAIN, first=first, last=last).line == line


def test_harm_names_the_consequence_then_the_reason() -> None:
    assert told(What.ACTED_AGAIN, last=30).text == (
        "The outside world sees it a second time, for 31 of 48 items. It cannot be undone. "
        "The run does what the plan says: checkpoint A has no trace of the first time, "
        "and nothing else is checked."
    )


@pytest.mark.parametrize(
    ("guards", "reason"),
    [
        ("record", "Its record is written only after the act, and the stop came between the two."),
        ("new key", "The repeat carries another key than the first time, or the receiver no longer knows that one."),
    ],
)
def test_a_guard_that_leaves_a_gap_is_named(guards: str, reason: str) -> None:
    plan = sketch(f"Read\nMail ! [{guards}]")
    scene = Scene(at_ms=0, what=What.ACTED_AGAIN, step="mail")
    assert Teller(plan).told(scene, start=None).text.endswith(reason)


@pytest.mark.parametrize(
    ("source", "loads", "reason"),
    [
        (IdentitySource.PROCESS, None, "After a stop this run is not found again, so everything begins anew."),
        (None, Loads.RESTART, "The plan says so: it loads no snapshot."),
        (None, None, "There was no snapshot yet from which it could go on."),
    ],
)
def test_starting_over_says_why(source: IdentitySource | None, loads: Loads | None, reason: str) -> None:
    plan = replace(PLAN, identity=replace(PLAN.identity, source=source), resume=replace(PLAN.resume, loads=loads))
    assert Teller(plan).told(Scene(at_ms=0, what=What.STARTS_OVER), start=None).text == reason
