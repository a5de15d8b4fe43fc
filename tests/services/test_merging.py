"""A form that was made before somebody else's edit loses nothing: not its own words, not theirs."""

from typing import Any

import pytest

from planner import models
from planner.core.plan import Answer, Plan
from planner.core.vocabulary import Guard, Kind, Question, Reply
from planner.services import checkpoints, identity, plans, risks, state, steps
from planner.services.outcome import Conflict, Difference, Gone, Outcome
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> models.Plan:
    return stored("Read\nPay !\n|\nReport")


def names(plan: Plan) -> list[str]:
    return [step.name for step in plan.steps]


def test_two_forms_that_change_different_fields_are_merged(row: models.Plan) -> None:
    steps.edit(row, step="pay", name="Pay all", duration_ms=60_000, version=1, key=new_key())
    outcome = steps.edit(row, step="pay", name="Pay", duration_ms=5_000, version=1, key=new_key())
    step = now_in(row).step("pay")
    assert (step.name, step.duration_ms) == ("Pay all", 5_000)
    assert outcome.version == 3


def test_two_forms_that_change_the_same_field_are_shown_both_values(row: models.Plan) -> None:
    steps.edit(row, step="pay", name="Pay all", version=1, key=new_key())
    with pytest.raises(Conflict) as conflict:
        steps.edit(row, step="pay", name="Pay some", duration_ms=5_000, version=1, key=new_key())
    assert conflict.value.differences == (
        Difference(part="step", id="pay", field="name", base="Pay", mine="Pay some", theirs="Pay all"),
    )
    assert conflict.value.version == row.version == 2
    assert (now_in(row).step("pay").name, now_in(row).step("pay").duration_ms) == ("Pay all", 60_000)


def test_after_a_conflict_the_form_comes_back_with_the_version_that_it_was_shown(row: models.Plan) -> None:
    steps.edit(row, step="pay", name="Pay all", version=1, key=new_key())
    steps.edit(row, step="pay", name="Pay some", version=2, key=new_key())
    assert now_in(row).step("pay").name == "Pay some"


def test_two_forms_that_say_the_same_agree(row: models.Plan) -> None:
    steps.edit(row, step="pay", name="Pay all", version=1, key=new_key())
    outcome = steps.edit(row, step="pay", name="Pay all", version=1, key=new_key())
    assert outcome == Outcome(version=2, changed=False, id="pay")


def test_a_value_that_was_changed_and_changed_back_is_no_conflict(row: models.Plan) -> None:
    steps.edit(row, step="pay", name="Pay all", version=1, key=new_key())
    steps.edit(row, step="pay", name="Pay", version=2, key=new_key())
    steps.edit(row, step="pay", name="Pay some", version=1, key=new_key())
    assert now_in(row).step("pay").name == "Pay some"


def test_every_field_in_conflict_is_shown(row: models.Plan) -> None:
    identity.edit(row, description="the week", version=1, key=new_key())
    plans.describe(row, title="Payments", version=2, key=new_key())
    with pytest.raises(Conflict) as conflict:
        plans.describe(row, title="Salaries", goal="Pay once.", version=1, key=new_key())
    assert conflict.value.differences == (
        Difference(part="plan", id="", field="title", base="Sketch", mine="Salaries", theirs="Payments"),
    )


def test_an_answer_in_conflict_is_named_by_its_checkpoint_and_question(row: models.Plan) -> None:
    def answer(version: int, reply: Reply | None, reason: str) -> None:
        checkpoints.answer(
            row,
            checkpoint="after-pay",
            answers={Question.COMPLETE: {"reply": reply, "reason": reason}},
            version=version,
            key=new_key(),
        )

    answer(1, Reply.YES, "All is saved.")
    with pytest.raises(Conflict) as conflict:
        answer(1, Reply.NO, "")
    assert conflict.value.differences == (
        Difference(part="checkpoint", id="after-pay", field="complete.reply", base="", mine="no", theirs="yes"),
    )
    assert now_in(row).checkpoints[0].answers.complete == Answer(answer=Reply.YES, reason="All is saved.")


def test_lists_are_one_field(row: models.Plan) -> None:
    risks.guard(row, step="pay", guards=(Guard.LOOKUP,), version=1, key=new_key())
    with pytest.raises(Conflict) as conflict:
        risks.guard(row, step="pay", guards=(Guard.ACTION_RECORD,), version=1, key=new_key())
    assert conflict.value.differences == (
        Difference(part="step", id="pay", field="guards", base=[], mine=["action_record"], theirs=["lookup"]),
    )


def test_a_new_kind_that_would_drop_a_guard_chosen_since_asks_first(row: models.Plan) -> None:
    risks.guard(row, step="pay", guards=(Guard.LOOKUP,), version=1, key=new_key())
    with pytest.raises(Conflict) as conflict:
        steps.edit(row, step="pay", kind=Kind.READ, version=1, key=new_key())
    assert [one.field for one in conflict.value.differences] == ["guards"]
    assert now_in(row).step("pay").guards == (Guard.LOOKUP,)


def test_the_same_form_sent_again_with_more_text_goes_on_from_what_it_did(row: models.Plan) -> None:
    key = new_key()
    for name in ("Pay e", "Pay everybody", "Pay e"):
        steps.edit(row, step="pay", name=name, version=1, key=key)
        assert now_in(row).step("pay").name == name


def test_the_same_form_sent_again_still_minds_what_others_did(row: models.Plan) -> None:
    key = new_key()
    steps.edit(row, step="report", name="Report all", version=1, key=new_key())
    steps.edit(row, step="pay", name="Pay e", version=1, key=key)
    steps.edit(row, step="pay", name="Pay nobody", version=3, key=new_key())
    with pytest.raises(Conflict) as conflict:
        steps.edit(row, step="pay", name="Pay everybody", version=1, key=key)
    assert [(one.mine, one.theirs) for one in conflict.value.differences] == [("Pay everybody", "Pay nobody")]


def test_the_same_form_sent_again_does_not_undo_what_it_was_merged_with(row: models.Plan) -> None:
    def form(name: str) -> steps.StepFields:
        return {"name": name, "notes": "", "deterministic": True}

    key = new_key()
    steps.edit(row, step="pay", notes="Ask Ann.", version=1, key=new_key())
    steps.edit(row, step="pay", **form("Pay e"), version=1, key=key)
    steps.edit(row, step="pay", **form("Pay everybody"), version=1, key=key)
    step = now_in(row).step("pay")
    assert (step.name, step.notes) == ("Pay everybody", "Ask Ann.")


@pytest.mark.parametrize(
    ("service", "what"),
    [
        (steps.edit, {"name": "Pay all"}),
        (steps.move_up, {}),
        (risks.mark, {"repeats": True}),
        (risks.guard, {"guards": ()}),
    ],
)
def test_a_step_that_was_removed_since_is_gone_and_can_come_back(
    service: Any, what: dict[str, Any], row: models.Plan
) -> None:
    steps.remove(row, step="pay", version=1, key=new_key())
    with pytest.raises(Gone) as gone:
        service(row, step="pay", version=1, key=new_key(), **what)
    assert (gone.value.part, gone.value.id) == ("step", "pay")
    steps.restore(row, step="pay", version=2, key=new_key())
    service(row, step="pay", version=3, key=new_key(), **what)


def test_a_checkpoint_that_was_removed_since_is_gone(row: models.Plan) -> None:
    checkpoints.remove(row, checkpoint="after-pay", version=1, key=new_key())
    with pytest.raises(Gone) as gone:
        checkpoints.edit(row, checkpoint="after-pay", save_ms=1, version=1, key=new_key())
    assert (gone.value.part, gone.value.id) == ("checkpoint", "after-pay")


def test_a_variable_that_was_removed_since_is_gone() -> None:
    row = stored("Read\nstate: token")
    state.remove(row, variable="token", version=1, key=new_key())
    with pytest.raises(Gone) as gone:
        state.edit(row, variable="token", storable=False, version=1, key=new_key())
    assert (gone.value.part, gone.value.id) == ("variable", "token")


def test_a_step_added_behind_one_that_was_removed_since_takes_its_place(row: models.Plan) -> None:
    steps.remove(row, step="pay", version=1, key=new_key())
    steps.add(row, after="pay", name="Check", version=1, key=new_key())
    assert names(now_in(row)) == ["Read", "Check", "Report"]
    steps.restore(row, step="pay", version=3, key=new_key())
    assert names(now_in(row)) == ["Read", "Pay", "Check", "Report"]


def test_removing_what_was_removed_since_changes_nothing(row: models.Plan) -> None:
    steps.remove(row, step="pay", version=1, key=new_key())
    assert steps.remove(row, step="pay", version=1, key=new_key()) == Outcome(version=2, changed=False, id="pay")


def test_a_step_moved_the_same_way_in_two_windows_moves_once(row: models.Plan) -> None:
    steps.move_up(row, step="report", version=1, key=new_key())
    outcome = steps.move_up(row, step="report", version=1, key=new_key())
    assert names(now_in(row)) == ["Read", "Report", "Pay"]
    assert outcome == Outcome(version=2, changed=False, id="report", was=2, place=2, count=3)


def test_a_step_moved_two_ways_in_two_windows_asks(row: models.Plan) -> None:
    steps.move_up(row, step="pay", version=1, key=new_key())
    with pytest.raises(Conflict) as conflict:
        steps.move_down(row, step="pay", version=1, key=new_key())
    assert conflict.value.differences == (Difference(part="step", id="pay", field="place", base=2, mine=3, theirs=1),)
    assert names(now_in(row)) == ["Pay", "Read", "Report"]


def test_moving_one_step_and_adding_another_are_merged(row: models.Plan) -> None:
    steps.move_up(row, step="report", version=1, key=new_key())
    steps.add(row, name="Check", version=1, key=new_key())
    assert names(now_in(row)) == ["Read", "Report", "Pay", "Check"]
