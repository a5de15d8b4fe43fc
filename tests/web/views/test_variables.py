"""…/plan/variables/… says what a run carries along."""

from __future__ import annotations

import pytest

from planner.core.plan import Plan as CorePlan
from planner.core.plan import Step, Variable
from planner.web.contexts.resume import variable_id
from tests.services.stored import now_in
from tests.web.plan_edits import address, send
from tests.web.visitors import fields, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read\n|\nReport"


def test_something_that_is_there_from_the_start_is_added() -> None:
    client, row = with_plan(DRAWING)
    assert send(client, row, "variables/add/", name="the address book").status_code == 302
    assert now_in(row).state == (Variable(name="the address book"),)
    assert "there from the start" in client.get(address(row)).content.decode()


@pytest.mark.parametrize(("name", "said"), [(" ", "Give it a name"), ("read", "is there already; another name")])
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_name_that_cannot_be_is_refused(name: str, said: str, htmx: bool) -> None:
    client, row = with_plan(DRAWING)
    before = now_in(row)
    answer = send(client, row, "variables/add/", htmx=htmx, name=name)
    text = answer.content.decode()
    assert (answer.status_code, said in text, now_in(row)) == (422, True, before)
    assert f'name="name" value="{name.strip()}"' in text or not name.strip()


def test_a_variable_that_steps_only_name_is_described() -> None:
    client, row = with_plan(DRAWING)
    send(client, row, "variables/edit/", variable="read", sensitive="on", description="names and addresses")
    said = Variable(name="read", storable=False, sensitive=True, description="names and addresses")
    assert now_in(row).state == (said,)


def test_it_is_open_for_editing_by_its_address() -> None:
    client, row = with_plan(DRAWING)
    text = client.get(f"{address(row)}?open={variable_id('read')}").content.decode()
    assert f'id="{variable_id("read")}-form"' in text


def test_a_new_name_is_used_everywhere_and_stays_open() -> None:
    client, row = with_plan(DRAWING)
    answer = send(client, row, "variables/rename/", variable="read", name="the mail")
    plan = now_in(row)
    assert (plan.steps[0].produces, plan.steps[1].needs) == (("the mail",), ("the mail",))
    assert answer.headers["Location"] == f"{address(row)}?open={variable_id('the mail')}#{variable_id('the mail')}"


def test_a_new_name_that_is_taken_is_refused_and_kept_to_be_mended() -> None:
    client, row = with_plan(CorePlan(title="Two", steps=(Step(id="a", produces=("x", "y")),)))
    before, opened = now_in(row), variable_id("x")
    answer = send(client, row, "variables/rename/", variable="x", name="y")
    text = answer.content.decode()
    assert (answer.status_code, now_in(row)) == (422, before)
    assert "“y” is there already; another name" in text
    assert f'id="{opened}-rename-name"' in text


def test_what_is_said_of_it_can_be_removed_and_brought_back() -> None:
    client, row = with_plan(DRAWING)
    send(client, row, "variables/edit/", variable="read", description="names")
    described = now_in(row)
    answer = client.post(
        address(row, "variables/remove/"), fields(row, variable="read", version=2), headers={"HX-Request": "true"}
    )
    assert (now_in(row).state, 'id="undo-button"' in answer.content.decode()) == ((), True)
    assert send(client, row, "variables/restore/", variable="read", version=3).status_code == 302
    assert now_in(row) == described


@pytest.mark.parametrize("path", ["edit", "rename"])
def test_a_variable_that_never_was_is_not_found(path: str) -> None:
    client, row = with_plan(DRAWING)
    said = {"variable": "nothing", "name": "something", "description": ""}
    assert send(client, row, f"variables/{path}/", **said).status_code == 404
