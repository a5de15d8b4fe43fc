"""…/plan/steps/… adds, changes, orders, removes, marks and guards steps."""

from __future__ import annotations

import re
from typing import Any

import pytest

from planner.core.plan import ReplayRisk, Step
from planner.core.vocabulary import Consequence, GateWhen, Guard, Kind
from planner.models import Plan
from tests.services.stored import now_in
from tests.web.plan_edits import GUARD, STEP, address, messages, send, told
from tests.web.visitors import fields, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read\nPay !\n|\nReport"


def ids(row: Plan) -> list[str]:
    return [step.id for step in now_in(row).steps]


def step_of(row: Plan, step: str) -> Step:
    return now_in(row).step(step)


def test_a_new_step_goes_to_the_end() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row, "steps/add/"), fields(row, name="Tell everybody"), follow=True)
    assert ids(row) == ["read", "pay", "report", "s4"]
    assert messages(answer) == ["Step 4 is added."]


@pytest.mark.parametrize(("said", "kind"), [({"kind": "gate"}, Kind.GATE), ({}, Kind.INTERNAL)], ids=str)
def test_a_new_step_says_what_it_does_to_the_world(said: dict[str, str], kind: Kind) -> None:
    client, row = with_plan(DRAWING)
    send(client, row, "steps/add/", name="Ask the boss", **said)
    assert step_of(row, "s4").kind is kind


def test_a_step_without_a_name_is_not_added() -> None:
    client, row = with_plan(DRAWING)
    answer = send(client, row, "steps/add/", name=" ")
    assert (answer.status_code, ids(row)) == (422, ["read", "pay", "report"])
    assert "Write what happens next" in answer.content.decode()


def test_everything_about_a_step_is_said_in_one_form() -> None:
    client, row = with_plan(DRAWING)
    said = {
        **STEP,
        "name": "Pay the invoices",
        "kind": "action",
        "duration_ms": "1 h 30",
        "items": "5",
        "varies": "on",
        "needs": ["read"],
        "produces": "receipts\r\n\r\n the  list \r\nreceipts",
        "idempotent": "no",
        "consequence": "costly",
        "confirmed": "",
        "effect_percent": "12.5",
        "notes": "In the morning.",
    }
    assert send(client, row, "steps/pay/edit/", **said).status_code == 302
    assert step_of(row, "pay") == Step(
        id="pay",
        name="Pay the invoices",
        kind=Kind.ACTION,
        duration_ms=5_400_000,
        items=5,
        deterministic=False,
        needs=("read",),
        produces=("receipts", "the list"),
        notes="In the morning.",
        idempotent=False,
        consequence=Consequence.COSTLY,
        effect_at=0.125,
        confirmed=False,
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"duration_ms": "soon"}, "Write a time with its unit"),
        ({"duration_ms": "90"}, "Say which unit: “90 s”, “90 min”, “90 h” or “90 d”."),
        ({"duration_ms": "0 s"}, "Write 0.001 s or more."),
        ({"items": "0"}, "Write a whole number from 1 to 100,000."),
        ({"items": "many"}, "Write a whole number from 1 to 100,000."),
        ({"effect_percent": "101"}, "Write a number from 0 to 100."),
        ({"kind": "magic"}, "Select a valid choice."),
        ({"name": "Pay\x07"}, "text without control characters"),
    ],
    ids=str,
)
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_what_cannot_be_is_said_at_its_field_and_nothing_typed_is_lost(
    wrong: dict[str, str], said: str, htmx: bool
) -> None:
    client, row = with_plan(DRAWING)
    before = now_in(row)
    typed = {**STEP, "kind": "action", "notes": "Typed before.", **wrong, "open": "step-pay", "then": "close"}
    answer = post_open(client, row, "steps/pay/edit/", typed, htmx=htmx)
    text = answer.content.decode()
    assert (answer.status_code, now_in(row)) == (422, before)
    assert said in text
    assert "Typed before." in text
    assert 'aria-invalid="true"' in text


def post_open(client: Any, row: Plan, path: str, typed: dict[str, Any], *, htmx: bool) -> Any:
    """Send a form of a page on which `step-pay` is open."""
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address(row)}?open=step-pay"} if htmx else {}
    return client.post(address(row, path), fields(row, **typed), headers=headers)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_step_stays_open_until_it_is_closed(htmx: bool) -> None:
    client, row = with_plan(DRAWING)
    first = post_open(client, row, "steps/pay/edit/", {**STEP, "open": "step-pay"}, htmx=htmx)
    row.refresh_from_db()
    second = post_open(client, row, "steps/pay/edit/", {**STEP, "open": "step-pay", "then": "close"}, htmx=htmx)
    address_of = "HX-Replace-Url" if htmx else "Location"
    assert "?open=step-pay" in first.headers[address_of]
    assert "?open=" not in second.headers[address_of]


def test_steps_move_up_and_down_and_say_where_they_are() -> None:
    client, row = with_plan(DRAWING)
    assert told(send(client, row, "steps/report/up/", htmx=True)) == "Step 3 is now step 2 of 3."
    assert ids(row) == ["read", "report", "pay"]
    row.refresh_from_db()
    assert told(send(client, row, "steps/read/down/", htmx=True)) == "Step 1 is now step 2 of 3."
    assert ids(row) == ["report", "read", "pay"]


def test_a_step_moves_to_a_place() -> None:
    client, row = with_plan(DRAWING)
    assert told(send(client, row, "steps/report/to/", htmx=True, place=1)) == "Step 3 is now step 1 of 3."
    assert ids(row) == ["report", "read", "pay"]


@pytest.mark.parametrize("place", ["", "first", 0, 501])
def test_what_is_no_place_moves_nothing(place: object) -> None:
    client, row = with_plan(DRAWING)
    assert send(client, row, "steps/report/to/", htmx=True, place=place).status_code == 422
    assert ids(row) == ["read", "pay", "report"]


def test_the_first_step_stays_where_it_is_when_it_is_moved_up() -> None:
    client, row = with_plan(DRAWING)
    answer = send(client, row, "steps/read/up/", htmx=True)
    assert (told(answer), ids(row)) == ("Step 1 stays where it is.", ["read", "pay", "report"])
    assert "undo-button" not in answer.content.decode()


def test_a_removed_step_leaves_undo_with_the_focus() -> None:
    client, row = with_plan(DRAWING)
    answer = send(client, row, "steps/pay/remove/", htmx=True, near="read")
    assert ids(row) == ["read", "report"]
    assert answer.headers["HX-Trigger-After-Settle"] == '{"focus-on": {"value": "undo-button"}}'
    assert re.search(r'id="step-read".*?id="undo-button".*?id="step-report"', answer.content.decode(), re.DOTALL)


@pytest.mark.parametrize(("word", "repeats"), [("yes", True), ("no", False), ("unsure", None)])
def test_the_mark_is_kept(word: str, repeats: bool | None) -> None:
    client, row = with_plan(DRAWING)
    send(client, row, "steps/pay/mark/", repeats=word, prevention="A list of what is paid.")
    assert step_of(row, "pay").replay_risk == ReplayRisk(repeats=repeats, prevention="A list of what is paid.")


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_mark_without_an_answer_keeps_what_was_typed(htmx: bool) -> None:
    client, row = with_plan(DRAWING)
    answer = send(client, row, "steps/pay/mark/", htmx=htmx, prevention="A list of what is paid.")
    text = answer.content.decode()
    assert (answer.status_code, step_of(row, "pay").replay_risk) == (422, None)
    assert "Say yes, no or not sure." in text
    assert 'value="A list of what is paid."' in text


def test_a_mark_that_was_not_asked_what_prevents_it_keeps_what_was_said() -> None:
    client, row = with_plan(DRAWING)
    send(client, row, "steps/read/mark/", repeats="yes", prevention="It only reads.")
    row.refresh_from_db()
    send(client, row, "steps/read/mark/", repeats="no")
    assert step_of(row, "read").replay_risk == ReplayRisk(repeats=False, prevention="It only reads.")


def test_guards_are_chosen_in_the_words_of_the_page() -> None:
    client, row = with_plan(DRAWING)
    chosen = {**GUARD, "record": "looked_up", "person": "on", "gate_when": "on_resume", "gate_ms": "10 min"}
    assert send(client, row, "steps/pay/guard/", **chosen).status_code == 302
    step = step_of(row, "pay")
    assert set(step.guards) == {Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.LOOKUP, Guard.HUMAN_GATE}
    assert (step.gate_when, step.gate_ms) == (GateWhen.ON_RESUME, 600_000)


@pytest.mark.parametrize("wrong", [{"record": "magic"}, {"gate_ms": "x"}, {"key_retention_ms": "9"}], ids=str)
def test_a_guard_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    client, row = with_plan(DRAWING)
    before = now_in(row)
    typed = {**GUARD, "lookup": "on", **wrong, "then": "close"}
    answer = post_open(client, row, "steps/pay/guard/", typed, htmx=False)
    assert (answer.status_code, now_in(row)) == (422, before)
    assert 'name="lookup" id="guard-pay-lookup" checked' in answer.content.decode()


def test_only_an_action_takes_guards() -> None:
    client, row = with_plan(DRAWING)
    before = now_in(row)
    answer = send(client, row, "steps/read/guard/", **GUARD)
    assert (answer.status_code, now_in(row)) == (422, before)
    assert "only a step of kind “action” has this" in answer.content.decode()


def test_a_form_from_a_version_that_is_not_there_yet_is_refused() -> None:
    client, row = with_plan(DRAWING)
    assert send(client, row, "steps/add/", name="Tell", version=99).status_code == 422


def test_a_checkpoint_is_placed_after_or_inside_a_step_and_opened() -> None:
    client, row = with_plan("Read\nReport")
    after = send(client, row, "steps/read/checkpoint/")
    row.refresh_from_db()
    inside = send(client, row, "steps/report/checkpoint-inside/")
    assert [(one.id, one.after, one.inside) for one in now_in(row).checkpoints] == [
        ("a", "read", None),
        ("b", None, "report"),
    ]
    assert [answer.headers["Location"] for answer in (after, inside)] == [
        f"{address(row)}?open=checkpoint-a#checkpoint-a",
        f"{address(row)}?open=checkpoint-b#checkpoint-b",
    ]
