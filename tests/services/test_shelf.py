"""Rows that are kept between edits are those that are stored, or they are not used."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from planner.bridge import plan_of
from planner.core.errors import PlanError
from planner.core.finding import Place
from planner.core.vocabulary import Question, Reply
from planner.models import Plan
from planner.models.rows import Rows, load_reasons, load_rows
from planner.services import acceptances, checkpoints, risks, shelf, state, steps, undo
from planner.services.acceptances import accepted_in
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db

DRAWING = "Read <\nDraft 3min\n|\nSend !"


@pytest.fixture
def row() -> Plan:
    return stored(DRAWING)


def fresh(row: Plan) -> Plan:
    """The plan's row as another request would read it."""
    return Plan.objects.get(pk=row.pk)


def form(row: Plan) -> dict[str, Any]:
    return {"version": row.version, "key": new_key()}


def told(rows: Rows) -> dict[str, Any]:
    """All that some rows hold, whatever they are made of."""
    parts = rows.by_id()
    columns = {key: {f.attname: getattr(part, f.attname) for f in part._meta.fields} for key, part in parts.items()}
    return {"columns": columns, "lists": {key: words for key, words in rows.lists.items() if words}}


def loaded(row: Plan) -> Rows:
    rows = load_rows(fresh(row), with_removed=True)
    load_reasons(rows)
    return rows


def test_after_edits_of_every_part_the_kept_rows_are_the_stored_ones(row: Plan) -> None:
    steps.add(row, name="Write it down", **form(row))
    steps.move_up(row, step="s4", **form(row))
    steps.edit(row, step="read", name="Read it", produces=["mail"], **form(row))
    steps.remove(row, step="draft", **form(row))
    undo.undo(row, of=row.version, **form(row))
    risks.mark(row, step="send", repeats=True, **form(row))
    checkpoints.edit(row, checkpoint="after-draft", snapshot=["mail"], **form(row))
    said: checkpoints.AnswerFields = {"reply": Reply.YES, "reason": "All of it."}
    checkpoints.answer(row, checkpoint="after-draft", answers={Question.COMPLETE: said}, **form(row))
    state.rename(row, variable="mail", name="the mail", **form(row))
    kept = shelf.seen(row)
    assert kept is not None
    assert told(kept) == told(loaded(row))
    assert plan_of(kept) == now_in(row)


def test_what_another_process_has_saved_since_is_loaded(row: Plan) -> None:
    steps.add(row, name="Write it down", **form(row))
    Plan.objects.filter(pk=row.pk).update(version=row.version + 1, changed_at=timezone.now())
    row.steps.filter(slug="read").update(name="Read all")
    assert shelf.seen(fresh(row)) is None
    assert shelf.take(fresh(row)).steps[0].name == "Read all"


def test_an_older_state_of_the_same_version_is_loaded(row: Plan) -> None:
    steps.add(row, name="Write it down", **form(row))
    Plan.objects.filter(pk=row.pk).update(changed_at=row.created_at)
    row.steps.filter(slug="read").update(name="Read all")
    assert shelf.take(fresh(row)).steps[0].name == "Read all"


def test_an_edit_that_is_refused_leaves_nothing_behind(row: Plan) -> None:
    steps.add(row, name="Write it down", **form(row))
    with pytest.raises(PlanError):
        steps.edit(row, step="read", name="Read all", duration_ms=-1, **form(row))
    assert shelf.seen(fresh(row)) is None
    assert told(shelf.take(fresh(row))) == told(loaded(row))


def test_rows_are_taken_by_one_edit_at_a_time(row: Plan) -> None:
    steps.add(row, name="Write it down", **form(row))
    first, second = shelf.take(fresh(row)), shelf.take(fresh(row))
    assert first.steps[0] is not second.steps[0]


def test_a_large_plan_is_not_kept(row: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_PARTS", 4)
    steps.add(row, name="Write it down", **form(row))
    assert shelf.seen(row) is None


def test_the_plans_that_were_edited_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_PLANS", 2)
    rows = [stored(DRAWING) for _ in range(3)]
    for one in (*rows[:2], rows[0], rows[2]):
        steps.add(one, name="Write it down", **form(one))
    assert [shelf.seen(one) is not None for one in rows] == [True, False, True]


def test_reasons_are_the_same_from_kept_rows_and_from_stored_ones(row: Plan) -> None:
    about = Place(step="send")
    acceptances.accept(row, code="R301", about=about, reason="It is a reminder.", **form(row))
    assert shelf.seen(row) is not None
    from_kept = accepted_in(row)
    shelf.take(row)
    assert from_kept == accepted_in(fresh(row)) == {("R301", about): "It is a reminder."}
    acceptances.withdraw(row, code="R301", about=about, **form(row))
    assert accepted_in(row) == accepted_in(fresh(row)) == {}
