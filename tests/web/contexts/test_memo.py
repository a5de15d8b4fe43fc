"""Used again or made anew, a page shows the same."""

from __future__ import annotations

import re
from itertools import count

import pytest
from django.test import Client

from planner.models import Plan
from planner.web.contexts.memo import MEMOS, Memo
from tests.web.plan_edits import EDITS, Edit, address, send
from tests.web.visitors import many_steps, with_plan

pytestmark = pytest.mark.django_db


def parts(client: Client, row: Plan) -> list[tuple[str, str]]:
    """The parts of the page of a plan, each with the name of all that it shows."""
    return re.findall(r'id="([^"]+)"[^>]*? data-seen="([^"]+)"', client.get(address(row)).content.decode())


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.path)
def test_after_an_edit_the_page_is_the_same_as_made_anew(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    send(client, row, "steps/step-3/mark/", repeats="yes")
    row.refresh_from_db()
    before = parts(client, row)
    send(client, row, edit.path, **edit.data)
    client.get(address(row))  # shows, once, how to take it back
    used_again = parts(client, row)
    MEMOS.clear()
    assert used_again == parts(client, row)
    assert used_again != before


def test_something_is_made_again_only_of_something_else() -> None:
    memo, numbers = Memo(), count(1)

    def make() -> int:
        return next(numbers)

    assert [memo.made("step", of, make) for of in ("a", "a", "b", "b", "a")] == [1, 1, 2, 2, 3]
    assert memo.made("another step", "a", make) == 4
