"""A form that is sent as it came changes nothing, whatever the plan: no field is lost or rounded on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from planner.core.planfile import read_plan
from planner.core.vocabulary import Kind
from planner.models import Plan
from tests.services.stored import now_in
from tests.web.plan_edits import address, send
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from django import forms

pytestmark = pytest.mark.django_db

PLANS = sorted(Path("tests/plans").glob("*.json"))
each_plan = pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)


def as_it_came(form: forms.Form) -> dict[str, Any]:
    """What a browser sends of a form that nobody has touched: no field that is empty, no box that is not ticked."""
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, False)}


def sent(client: Any, row: Plan, path: str, form: forms.Form) -> int:
    """The answer to a form as it came; what looks private in it is confirmed as made up."""
    answer = send(client, row, path, **as_it_came(form))
    if answer.status_code == 422 and "proof" in answer.context:
        answer = send(client, row, path, **as_it_came(form), private=answer.context["proof"])
    return int(answer.status_code)


def context(client: Any, row: Plan, opened: str = "") -> Any:
    return client.get(f"{address(row)}?open={opened}").context


@each_plan
def test_the_form_of_each_step(path: Path) -> None:
    client, row = with_plan(read_plan(path.read_bytes()))
    before = now_in(row)
    for step in before.steps:
        rows = [one for stretch in context(client, row, f"step-{step.id}")["stretches"] for one in stretch.steps]
        editor = next(one.editor for one in rows if one.editor)
        assert sent(client, row, f"steps/{step.id}/edit/", editor.form) == 302
        assert (editor.guards is not None) == (step.kind is Kind.ACTION)
        if editor.guards:
            assert sent(client, row, f"steps/{step.id}/guard/", editor.guards) == 302
    assert now_in(row) == before


@each_plan
def test_the_form_of_each_checkpoint(path: Path) -> None:
    client, row = with_plan(read_plan(path.read_bytes()))
    before = now_in(row)
    for one in before.checkpoints:
        stretches = context(client, row, f"checkpoint-{one.id}")["stretches"]
        bars = [stretch.checkpoint for stretch in stretches if stretch.checkpoint]
        bars += [bar for stretch in stretches for step in stretch.steps for bar in step.checkpoints]
        editor = next(bar.editor for bar in bars if bar.editor)
        here = f"checkpoints/{one.id}"
        assert sent(client, row, f"{here}/edit/", editor.form) == 302
        assert sent(client, row, f"{here}/move/", editor.place) == 302
    assert now_in(row) == before


@each_plan
def test_the_forms_of_part_4(path: Path) -> None:
    client, row = with_plan(read_plan(path.read_bytes()))
    before, given = now_in(row), context(client, row)
    for name in ("identity", "storage", "resume", "interruptions"):
        assert sent(client, row, f"{name}/", given[f"{name}_form"]) == 302
    assert now_in(row) == before
