"""Steps are added, changed, moved, removed and brought back."""

from collections.abc import Callable

import pytest

from planner import models
from planner.core.errors import PlanError
from planner.core.plan import MAX_STEPS, Plan, Step
from planner.core.sketch import sketch
from planner.core.vocabulary import Consequence, GateWhen, Guard, Kind
from planner.services import checkpoints, risks, steps
from planner.services.outcome import NotInPlan, Outcome
from tests.services.stored import new_key, now_in, stored, stored_plan

pytestmark = pytest.mark.django_db

Move = Callable[..., Outcome]


def ids(row: models.Plan) -> list[str]:
    return [step.id for step in now_in(row).steps]


def places(row: models.Plan) -> list[tuple[str, str | None, str | None]]:
    return [(one.id, one.after, one.inside) for one in now_in(row).checkpoints]


def test_the_first_step_produces_a_result_and_needs_nothing() -> None:
    row = stored_plan(Plan(title="Plan"))
    outcome = steps.add(row, name="Read", version=1, key=new_key())
    assert now_in(row).steps == (Step(id="s1", name="Read", produces=("result of step 1",)),)
    assert outcome == Outcome(version=2, id="s1", place=1, count=1)


def test_each_new_step_needs_the_result_of_the_one_before() -> None:
    row = stored_plan(Plan(title="Plan"))
    for _ in range(3):
        steps.add(row, version=row.version, key=new_key())
    assert [(step.needs, step.produces) for step in now_in(row).steps] == [
        ((), ("result of step 1",)),
        (("result of step 1",), ("result of step 2",)),
        (("result of step 2",), ("result of step 3",)),
    ]


def test_a_step_put_between_two_is_needed_by_the_next() -> None:
    row = stored("Read\nReport")
    outcome = steps.add(row, after="read", version=1, key=new_key())
    assert [(step.id, step.needs, step.produces) for step in now_in(row).steps] == [
        ("read", (), ("read",)),
        ("s3", ("read",), ("result of step 2",)),
        ("report", ("read", "result of step 2"), ()),
    ]
    assert outcome == Outcome(version=2, id="s3", place=2, count=3)


def test_what_the_person_says_of_a_new_step_stands() -> None:
    row = stored("Read\nReport")
    steps.add(row, after="read", version=1, key=new_key(), kind=Kind.ACTION, needs=(), produces=(), idempotent=True)
    assert now_in(row).steps[1:] == (
        Step(id="s3", kind=Kind.ACTION, idempotent=True),
        Step(id="report", name="Report", needs=("read",)),
    )


def test_no_id_and_no_name_of_a_result_is_given_twice() -> None:
    row = stored_plan(Plan(title="Plan", steps=(Step(id="s2", produces=("result of step 2",)),)))
    steps.add(row, version=1, key=new_key())
    steps.remove(row, step="s3", version=2, key=new_key())
    steps.add(row, version=3, key=new_key())
    assert [(step.id, step.produces) for step in now_in(row).steps] == [
        ("s2", ("result of step 2",)),
        ("s4", ("result of step 4",)),
    ]


def test_one_step_too_many_is_refused() -> None:
    row = stored_plan(Plan(title="Plan", steps=tuple(Step(id=f"s{number}") for number in range(MAX_STEPS))))
    with pytest.raises(PlanError) as refused:
        steps.add(row, version=1, key=new_key())
    assert refused.value.path == "steps"
    assert len(ids(row)) == MAX_STEPS


def test_steps_can_be_put_behind_the_first_for_ever() -> None:
    row = stored("One\nTwo")
    for _ in range(40):
        steps.add(row, after="one", version=row.version, key=new_key())
    assert ids(row) == ["one", *(f"s{number}" for number in range(42, 2, -1)), "two"]


@pytest.mark.parametrize(
    ("move", "step", "order", "places_of_it"),
    [
        (steps.move_up, "a", "a b c", (1, 1)),
        (steps.move_up, "b", "b a c", (2, 1)),
        (steps.move_up, "c", "a c b", (3, 2)),
        (steps.move_down, "a", "b a c", (1, 2)),
        (steps.move_down, "b", "a c b", (2, 3)),
        (steps.move_down, "c", "a b c", (3, 3)),
    ],
)
def test_a_step_moves_by_one_place(move: Move, step: str, order: str, places_of_it: tuple[int, int]) -> None:
    row = stored("a\nb\nc")
    outcome = move(row, step=step, version=1, key=new_key())
    assert ids(row) == order.split()
    assert (outcome.was, outcome.place, outcome.count) == (*places_of_it, 3)


@pytest.mark.parametrize(
    ("place", "order"), [(1, "c a b d"), (2, "a c b d"), (3, "a b c d"), (4, "a b d c"), (9, "a b d c"), (0, "c a b d")]
)
def test_a_step_moves_to_a_place(place: int, order: str) -> None:
    row = stored("a\nb\nc\nd")
    steps.move_to(row, step="c", place=place, version=1, key=new_key())
    assert ids(row) == order.split()


def test_steps_can_be_swapped_for_ever() -> None:
    row = stored("a\nb\nc")
    expected = ["a", "b", "c"]
    for number in range(80):
        moved = expected[1 + number % 2]
        steps.move_up(row, step=moved, version=row.version, key=new_key())
        at = expected.index(moved)
        expected[at - 1 : at + 1] = [expected[at], expected[at - 1]]
        assert ids(row) == expected


def test_a_moved_step_passes_a_removed_one_too() -> None:
    row = stored("a\nb\nc")
    steps.remove(row, step="b", version=1, key=new_key())
    steps.move_up(row, step="c", version=2, key=new_key())
    steps.restore(row, step="b", version=3, key=new_key())
    assert ids(row) == ["c", "a", "b"]


def test_a_removed_step_leaves_the_names_of_what_it_produced() -> None:
    row = stored("Read\nReport")
    steps.remove(row, step="read", version=1, key=new_key())
    assert now_in(row).steps == (Step(id="report", name="Report", needs=("read",)),)


def test_a_checkpoint_after_a_removed_step_stays_on_its_spot() -> None:
    row = stored("Read\nPay ! x9\n|/3\nReport")
    steps.remove(row, step="pay", version=1, key=new_key())
    assert places(row) == [("after-pay", "read", None)]
    assert now_in(row).checkpoints[0].every_items is None


@pytest.mark.parametrize(
    ("drawing", "removed", "left"),
    [
        ("Read\n|\nPay !\n|\nReport", "pay", [("after-read", "read", None)]),
        ("Read\n|\nPay !", "read", []),
        ("Read\nPay !\n(|)", "pay", []),
    ],
)
def test_a_checkpoint_goes_with_its_step_where_it_has_no_spot_of_its_own(
    drawing: str, removed: str, left: list[tuple[str, str | None, str | None]]
) -> None:
    row = stored(drawing)
    before = now_in(row)
    steps.remove(row, step=removed, version=1, key=new_key())
    assert places(row) == left
    steps.restore(row, step=removed, version=2, key=new_key())
    assert now_in(row) == before


def test_a_step_comes_back_with_all_that_was_said_of_it() -> None:
    row = stored("Read\nPay ! x9 [record, lookup, marked as repeating]\n|/3 answered yes no - - unsure\nReport")
    before = now_in(row)
    steps.remove(row, step="pay", version=1, key=new_key())
    steps.remove(row, step="read", version=2, key=new_key())
    steps.restore(row, step="pay", version=3, key=new_key())
    steps.restore(row, step="read", version=4, key=new_key())
    assert now_in(row) == before


def test_a_step_that_comes_back_leaves_alone_what_was_changed_since() -> None:
    row = stored("Read\nPay !\n|\nReport")
    steps.remove(row, step="pay", version=1, key=new_key())
    checkpoints.move(row, checkpoint="after-pay", after="report", version=2, key=new_key())
    steps.restore(row, step="pay", version=3, key=new_key())
    assert ids(row) == ["read", "pay", "report"]
    assert places(row) == [("after-pay", "report", None)]


def test_restoring_a_step_that_is_there_changes_nothing() -> None:
    row = stored("Read")
    assert steps.restore(row, step="read", version=1, key=new_key()) == Outcome(version=1, changed=False, id="read")


def test_a_step_that_never_was_there_is_not_in_the_plan() -> None:
    row = stored("Read")
    for act in (steps.edit, steps.move_up, steps.remove, steps.restore):
        with pytest.raises(NotInPlan):
            act(row, step="pay", version=1, key=new_key())


def test_a_new_kind_puts_back_what_only_the_old_one_has() -> None:
    row = stored("Pay ! [record, derived key, kept 24h, costly]\nAsk ?=\nReport")
    before = now_in(row)
    steps.edit(row, step="pay", kind=Kind.READ, version=1, key=new_key())
    steps.edit(row, step="ask", kind=Kind.ACTION, version=2, key=new_key())
    assert now_in(row).steps[:2] == (
        Step(id="pay", name="Pay", kind=Kind.READ, produces=before.step("pay").produces),
        Step(id="ask", name="Ask", kind=Kind.ACTION, needs=("pay",), produces=before.step("ask").produces),
    )


def test_a_plain_form_may_send_what_the_chosen_kind_does_not_have() -> None:
    row = stored("Read\nReport")
    steps.edit(
        row,
        step="read",
        kind=Kind.READ,
        idempotent=False,
        consequence=Consequence.COSTLY,
        effect_at=1.0,
        question_stored=True,
        version=1,
        key=new_key(),
    )
    assert now_in(row).step("read") == Step(id="read", name="Read", kind=Kind.READ, produces=("read",))


def test_a_batch_that_becomes_a_single_step_is_saved_after_it_alone() -> None:
    row = stored("Pay ! x9\n|/3\nReport")
    steps.edit(row, step="pay", items=1, version=1, key=new_key())
    assert now_in(row).checkpoints[0].every_items is None


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"duration_ms": 0}, "steps[1].seconds"),
        ({"items": 0}, "steps[1].items"),
        ({"items": 10**9}, "steps[1].items"),
        ({"effect_at": 1.5}, "steps[1].effect_at"),
        ({"effect_at": float("nan")}, "steps[1].effect_at"),
        ({"needs": ("a", "a")}, "steps[1].needs[1]"),
        ({"produces": (" ",)}, "steps[1].produces[0]"),
        ({"question_stored": True}, "steps[1].question_stored"),
        ({"name": "Pay\x00"}, "name"),
        ({"notes": "\ud800"}, "notes"),
        ({"name": "x" * 1_100_000}, ""),
    ],
)
def test_what_no_plan_can_have_is_refused_with_its_place(fields: steps.StepFields, path: str) -> None:
    row = stored("Read\nPay !\nReport")
    with pytest.raises(PlanError) as refused:
        steps.edit(row, step="pay", version=1, key=new_key(), **fields)
    assert refused.value.path == path
    assert (now_in(row), row.version) == (sketch("Read\nPay !\nReport"), 1)


def test_text_is_kept_in_one_form() -> None:
    row = stored("Read")
    steps.edit(row, step="read", notes="U\u0308ber\r\nzwei\rdrei", version=1, key=new_key())
    assert now_in(row).step("read").notes == "Über\nzwei\ndrei"


def test_a_guard_needs_an_action() -> None:
    row = stored("Read\nPay !")
    with pytest.raises(PlanError) as refused:
        risks.guard(row, step="read", guards=(Guard.LOOKUP,), version=1, key=new_key())
    assert refused.value.path == "steps[0].guards"


def test_when_a_person_is_asked_goes_with_the_person() -> None:
    row = stored("Pay !")
    decided = (Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.HUMAN_GATE)
    risks.guard(row, step="pay", guards=decided, gate_when=GateWhen.ON_RESUME, version=1, key=new_key())
    after = (Guard.ACTION_RECORD,)
    risks.guard(row, step="pay", guards=after, gate_when=GateWhen.ON_RESUME, version=2, key=new_key())
    pay = now_in(row).step("pay")
    assert (pay.guards, pay.gate_when) == (after, GateWhen.ALWAYS)
