"""Checkpoints are placed, changed, moved, answered for, removed and brought back."""

import pytest

from planner import models
from planner.core.errors import PlanError
from planner.core.plan import Answer, Answers, Checkpoint, Plan, Step
from planner.core.vocabulary import Question, Reply
from planner.core.wordings.letters import checkpoint_word
from planner.services import checkpoints, steps
from planner.services.outcome import Gone, NotInPlan, Outcome
from tests.services.stored import new_key, now_in, stored, stored_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> models.Plan:
    return stored("Read\nPay ! x9\nReport")


def test_a_new_checkpoint_saves_nothing_and_answers_nothing_yet(row: models.Plan) -> None:
    outcome = checkpoints.place(row, after="read", version=1, key=new_key())
    assert now_in(row).checkpoints == (Checkpoint(id="a", after="read"),)
    assert outcome == Outcome(version=2, id="a")


def test_checkpoints_are_called_by_the_next_free_letter(row: models.Plan) -> None:
    for _ in range(27):
        checkpoints.place(row, after="read", version=row.version, key=new_key())
    checkpoints.remove(row, checkpoint="a2", version=row.version, key=new_key())
    assert checkpoints.place(row, after="read", version=row.version, key=new_key()).id == "b2"


def test_a_letter_that_another_checkpoint_is_called_by_is_not_free() -> None:
    row = stored("Read\n|\nPay !\nReport")
    assert checkpoints.place(row, after="pay", version=1, key=new_key()).id == "b"
    plan = now_in(row)
    assert [(one.id, checkpoint_word(plan, one.id)) for one in plan.checkpoints] == [("after-read", "A"), ("b", "B")]


def test_a_checkpoint_stands_after_or_inside_one_step(row: models.Plan) -> None:
    for after, inside in ((None, None), ("read", "pay")):
        with pytest.raises(PlanError) as refused:
            checkpoints.place(row, after=after, inside=inside, version=1, key=new_key())
        assert refused.value.path == "checkpoints[0].after"
    assert now_in(row).checkpoints == ()


def test_a_checkpoint_needs_a_step_that_is_there(row: models.Plan) -> None:
    with pytest.raises(NotInPlan):
        checkpoints.place(row, after="refund", version=1, key=new_key())
    steps.remove(row, step="report", version=1, key=new_key())
    with pytest.raises(Gone):
        checkpoints.place(row, after="report", version=1, key=new_key())


def test_only_a_batch_is_saved_every_so_many_items(row: models.Plan) -> None:
    checkpoints.place(row, after="pay", every_items=3, version=1, key=new_key())
    with pytest.raises(PlanError) as refused:
        checkpoints.place(row, after="read", every_items=3, version=2, key=new_key())
    assert refused.value.path == "checkpoints[1].every_items"
    checkpoints.move(row, checkpoint="a", after="read", version=2, key=new_key())
    assert now_in(row).checkpoints == (Checkpoint(id="a", after="read"),)


def test_answers_are_given_one_by_one_or_together(row: models.Plan) -> None:
    checkpoints.place(row, after="read", version=1, key=new_key())
    checkpoints.answer(row, checkpoint="a", answers={Question.COMPLETE: {"reply": Reply.YES}}, version=2, key=new_key())
    checkpoints.answer(
        row,
        checkpoint="a",
        answers={Question.COMPLETE: {"reason": "All of it."}, Question.WORTHWHILE: {"reply": Reply.UNSURE}},
        version=2,
        key=new_key(),
    )
    assert now_in(row).checkpoints[0].answers == Answers(
        complete=Answer(answer=Reply.YES, reason="All of it."), worthwhile=Answer(answer=Reply.UNSURE)
    )


def test_a_checkpoint_comes_back_with_its_answers() -> None:
    row = stored("Read\n| holds read answered yes no - - unsure\nReport")
    before = now_in(row)
    checkpoints.remove(row, checkpoint="after-read", version=1, key=new_key())
    assert now_in(row).checkpoints == ()
    checkpoints.restore(row, checkpoint="after-read", version=2, key=new_key())
    assert now_in(row) == before


def test_a_checkpoint_does_not_come_back_without_its_step() -> None:
    row = stored("Read\n|\nReport")
    checkpoints.remove(row, checkpoint="after-read", version=1, key=new_key())
    steps.remove(row, step="read", version=2, key=new_key())
    with pytest.raises(PlanError) as refused:
        checkpoints.restore(row, checkpoint="after-read", version=3, key=new_key())
    assert refused.value.path == "of"
    assert now_in(row).checkpoints == ()


def test_checkpoints_keep_the_order_of_the_file() -> None:
    plan = Plan(
        title="Plan",
        steps=(Step(id="s1"), Step(id="s2")),
        checkpoints=(Checkpoint(id="z", after="s2"), Checkpoint(id="b", after="s1")),
    )
    row = stored_plan(plan)
    checkpoints.place(row, inside="s1", version=1, key=new_key())
    assert [one.id for one in now_in(row).checkpoints] == ["z", "b", "a"]
