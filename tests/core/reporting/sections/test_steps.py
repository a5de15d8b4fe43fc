"""Each step with its effect, its prevention and what the tests showed."""

from planner.core.finding import Place
from planner.core.plan import Plan
from planner.core.reporting.blocks import Table, Tone
from planner.core.reporting.remarks import Acceptance, Remarks
from planner.core.reporting.sections.steps import steps_section
from tests.core.reported import facts, told


def rows(drawing: str, remarks: Remarks | None = None) -> list[str]:
    return told(steps_section(facts(drawing), remarks or Remarks()))[2:]


def test_reading_and_own_work_cost_time() -> None:
    drawing = "Read the list < 2min\nDraft letters ~ x3 25min\n|\nPrint them 1min"
    draft = (
        "2 | Draft letters / 3 items, 25 min each | The run’s own work / comes out different each time "
        "| Costs 1 h 15 min, and comes out different | Checkpoint A after it "
        "| Cannot come out different after use with up to two interruptions in this model"
    )
    assert rows(drawing) == [
        "1 | Read the list / 2 min | Looks something up | Costs 2 min | – | –",
        draft,
        "3 | Print them / 1 min | The run’s own work | Costs 1 min | – | –",
    ]


def test_an_action_says_what_a_repeat_would_do_and_what_its_author_thinks() -> None:
    drawing = "Pay ! 3min [irreversible, unconfirmed, marked as not repeating]\nReport 1min\ninterrupted: exactly 1"
    twice = facts(drawing).runs_with_twice(facts(drawing).plan.steps[0].id)
    assert rows(drawing)[0] == (
        "1 | Pay / 3 min | Changes the outside world / cannot be undone / does not wait for a confirmation "
        "| It happens twice / Marked by the author: it does not repeat | Nothing "
        f"| Happened twice in {twice} of 200 interrupted runs"
    )


def test_a_repeat_without_harm_is_no_danger() -> None:
    assert rows("Set the field != 1min\nReport 1min")[0] == (
        "1 | Set the field / 1 min | Changes the outside world | As if it ran once (idempotent) | – "
        "| A repeat does no harm. Cannot be left out with up to two interruptions in this model"
    )


def test_an_unanswered_question_is_marked_as_one() -> None:
    table = steps_section(facts("Pay !? 1min\nReport 1min"), Remarks()).blocks[0]
    assert isinstance(table, Table)
    assert (table.rows[0][3].text, table.rows[0][3].tone) == (
        "Not answered; taken as: it happens twice",
        Tone.THINK,
    )


def test_a_person_is_asked_again_unless_the_answer_is_kept() -> None:
    first, second = rows("Ask ? 1min\nAsk on ?= 1min\nReport 1min\ninterrupted: restart 30d")[:2]
    assert first.split(" | ")[2:] == [
        "A person decides",
        "The person is asked again",
        "–",
        "Not seen in 200 test runs, but can be asked again with 1 interruption",
    ]
    assert second.split(" | ")[2:] == [
        "A person decides",
        "The stored answer is found",
        "–",
        "Cannot be asked again with up to two interruptions in this model",
    ]


def test_the_reason_of_an_accepted_risk_stands_at_its_step() -> None:
    plan = facts("Pay ! 1min\nReport 1min").plan
    accepted = Acceptance(code="R301", about=Place(step=plan.steps[0].id), reason="A small sum.")
    assert rows("Pay ! 1min\nReport 1min", Remarks(acceptances=(accepted,)))[0].split(" | ")[4] == (
        "Nothing / Accepted: A small sum."
    )


def test_a_plan_without_steps_says_so() -> None:
    assert told(steps_section(facts(Plan(title="Empty")), Remarks())) == [
        "# Steps, effects and prevention",
        "There is no step yet.",
    ]
