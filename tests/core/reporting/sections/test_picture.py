"""The plan as a picture."""

from planner.core.plan import Plan
from planner.core.reporting.blocks import Bar, Picture, Station, Way
from planner.core.reporting.sections.picture import picture, plan_section
from tests.core.reported import facts, told

DRAWING = "Read < 2min\nDraft ~ 25min\n|\nPay ! 3min\n| holds nothing\nApprove ?= 1min\nReport 1min"


def test_it_holds_steps_checkpoints_and_the_ways_back() -> None:
    assert picture(facts(DRAWING)) == Picture(
        name="The plan as a line of 5 steps",
        description=(
            "Checkpoint A stands after step 2. Checkpoint B stands after step 3; no run goes on from "
            "it. Stopped in steps 1 to 2, a run goes back to the start, up to 27 min. Stopped in steps 3 to 5, a run "
            "goes back to A, up to 5 min, 1 action can repeat."
        ),
        stations=(
            Station(number=1, name="Read", glyph="read", said="Looks something up"),
            Station(number=2, name="Draft", glyph="own-varies", said="The run’s own work"),
            Station(number=3, name="Pay", glyph="action", said="Changes the outside world"),
            Station(number=4, name="Approve", glyph="gate-guarded", said="A person decides"),
            Station(number=5, name="Report", glyph="own", said="The run’s own work"),
        ),
        bars=(
            Bar(step=1, name="A", inside=False, unused=False),
            Bar(step=2, name="B", inside=False, unused=True),
        ),
        ways=(
            Way(first=0, last=1, text="back to the start, up to 27 min", repeats=False),
            Way(first=2, last=4, text="back to A, up to 5 min, 1 action can repeat", repeats=True),
        ),
    )


def test_guards_and_harmless_repeats_have_drawings_of_their_own() -> None:
    drawing = "Read < ~\nPay ! [lookup]\nSet !=\nSet again != [lookup]\nAsk ?\nReport"
    glyphs = [station.glyph for station in picture(facts(drawing)).stations]
    assert glyphs == ["read-varies", "action-guarded", "repeatable", "repeatable-guarded", "gate", "own"]


def test_a_checkpoint_inside_a_step_says_so() -> None:
    found = picture(facts("Read\nWrite\n(|)"))
    assert found.bars == (Bar(step=1, name="A", inside=True, unused=False),)
    assert found.description.startswith("Checkpoint A stands in the middle of step 2. ")


def test_an_empty_plan_has_no_picture() -> None:
    assert told(plan_section(facts(Plan(title="Empty")))) == ["# The plan", "There is no step yet."]
