"""…/plan/checkpoints/… changes, moves, removes and justifies checkpoints."""

from __future__ import annotations

from typing import Any

import pytest

from planner.core.plan import Answer, Checkpoint
from planner.core.vocabulary import Question, Reply
from planner.models import Plan
from tests.services.stored import now_in
from tests.web.plan_edits import address, send
from tests.web.visitors import fields, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read\nPay ! x10\n|\nReport"
A = "after-pay"


def checkpoint(row: Plan) -> Checkpoint:
    return now_in(row).checkpoints[0]


def test_what_is_saved_and_how_often_is_said_in_one_form() -> None:
    client, row = with_plan(DRAWING)
    said = {"snapshot": ["read", "pay"], "save_ms": "3 s", "every_items": "4"}
    assert send(client, row, f"checkpoints/{A}/edit/", **said).status_code == 302
    assert checkpoint(row) == Checkpoint(id=A, after="pay", snapshot=("read", "pay"), save_ms=3_000, every_items=4)


def test_nothing_ticked_is_an_empty_snapshot() -> None:
    client, row = with_plan(DRAWING)
    send(client, row, f"checkpoints/{A}/edit/", save_ms="1 s")
    assert checkpoint(row).snapshot == ()


def test_only_what_is_there_at_its_place_is_offered() -> None:
    client, row = with_plan("Read\n|\nPay !\nReport")
    stretches = client.get(address(row) + "?open=checkpoint-after-read").context["stretches"]
    form = stretches[1].checkpoint.editor.form
    assert list(form.fields["snapshot"].choices) == [("read", "read (step 1)")]


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"save_ms": ""}, "Write a time with its unit"),
        ({"save_ms": "5"}, "Say which unit"),
        ({"every_items": "0"}, "Write a whole number from 1 to 100,000, or leave it empty."),
        ({"every_items": "x"}, "Write a whole number from 1 to 100,000, or leave it empty."),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_at_its_field(wrong: dict[str, str], said: str, htmx: bool) -> None:
    client, row = with_plan(DRAWING)
    before, opened = now_in(row), f"checkpoint-{A}"
    typed = {"snapshot": ["read"], "save_ms": "77 s", "every_items": "4", "then": "close", **wrong}
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address(row)}?open={opened}"} if htmx else {}
    answer = client.post(address(row, f"checkpoints/{A}/edit/"), fields(row, **typed), headers=headers)
    text = answer.content.decode()
    assert (answer.status_code, said in text, now_in(row)) == (422, True, before)
    assert 'value="read" checked' in text.replace(f' id="checkpoint-{A}-snapshot_0"', "")


def test_a_step_that_is_no_batch_saves_only_at_its_end() -> None:
    client, row = with_plan("Read\n|\nReport")
    before = now_in(row)
    said = {"snapshot": ["read"], "save_ms": "1 s", "every_items": "4"}
    answer = send(client, row, "checkpoints/after-read/edit/", **said)
    assert (answer.status_code, now_in(row)) == (422, before)


@pytest.mark.parametrize(
    ("place", "after", "inside"), [("after:report", "report", None), ("inside:read", None, "read")], ids=str
)
def test_it_moves_after_or_inside_another_step(place: str, after: str | None, inside: str | None) -> None:
    client, row = with_plan(DRAWING)
    assert send(client, row, f"checkpoints/{A}/move/", place=place).status_code == 302
    assert (checkpoint(row).after, checkpoint(row).inside) == (after, inside)


@pytest.mark.parametrize("place", ["", "report", "behind:report", "after:", "after:<b>"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    client, row = with_plan(DRAWING)
    before = now_in(row)
    answer = send(client, row, f"checkpoints/{A}/move/", place=place)
    assert (answer.status_code, now_in(row)) == (422, before)
    assert f'id="checkpoint-{A}-place"' in answer.content.decode()


def test_a_place_at_a_step_that_never_was_is_not_found() -> None:
    client, row = with_plan(DRAWING)
    assert send(client, row, f"checkpoints/{A}/move/", place="after:nowhere").status_code == 404


def test_a_removed_checkpoint_comes_back_with_its_answers() -> None:
    client, row = with_plan(DRAWING)
    send(client, row, f"checkpoints/{A}/answer/complete/", answer="yes", reason="All of it.")
    before = now_in(row)
    send(client, row, f"checkpoints/{A}/remove/", version=2, near="pay")
    assert now_in(row).checkpoints == ()
    send(client, row, f"checkpoints/{A}/restore/", version=3)
    assert now_in(row) == before


@pytest.mark.parametrize("question", list(Question))
@pytest.mark.parametrize("reply", [*Reply, None])
def test_each_question_is_answered_by_itself(question: Question, reply: Reply | None) -> None:
    client, row = with_plan(DRAWING)
    said = {"reason": "This is why.", **({"answer": reply.value} if reply else {})}
    assert send(client, row, f"checkpoints/{A}/answer/{question}/", **said).status_code == 302
    given: dict[Question, Answer] = {one: checkpoint(row).answers.to(one) for one in Question}
    assert given == {**dict.fromkeys(Question, Answer()), question: Answer(answer=reply, reason="This is why.")}


def test_a_plain_form_comes_back_to_its_question() -> None:
    client, row = with_plan(DRAWING)
    answer = send(client, row, f"checkpoints/{A}/answer/complete/", answer="yes", reason="")
    assert answer.headers["Location"] == f"{address(row)}#{A}-complete"
    assert f'id="{A}-complete"' in client.get(address(row)).content.decode()


@pytest.mark.parametrize("wrong", [{"answer": "maybe"}, {"reason": "x" * 2_001}], ids=["answer", "reason"])
def test_an_answer_that_cannot_be_keeps_what_was_typed(wrong: dict[str, Any]) -> None:
    client, row = with_plan(DRAWING)
    before = now_in(row)
    answer = send(client, row, f"checkpoints/{A}/answer/complete/", **{"answer": "yes", "reason": "Typed.", **wrong})
    text = answer.content.decode()
    assert (answer.status_code, now_in(row)) == (422, before)
    assert (wrong.get("reason") or "Typed.") in text
