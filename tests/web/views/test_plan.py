"""/plans/…/plan/ shows the plan with its four parts; what was done can be taken back, what is suggested taken up."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.bridge import core_plan
from planner.core.plan import Plan as CorePlan
from planner.core.vocabulary import Loads, Question
from planner.models import Plan
from planner.services import checkpoints, demo, identity, risks, steps
from tests.services.ready import ready_plan
from tests.services.stored import new_key, now_in
from tests.web.plan_edits import HTMX, address, messages, send, told
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

PAYS = "Read\nPay !\n|\nReport"


def page(client: Client, row: Plan, query: str = "") -> str:
    answer = client.get(address(row) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def findings(text: str) -> list[str]:
    return re.findall(r'id="finding-([A-Z]\d+)-[^"]*"[^>]*?>\s*<summary>', text)


def test_it_shows_all_four_parts() -> None:
    client, row = with_plan("Read\nPay !\n|\nReport")
    text = page(client, row)
    assert re.findall(r'<span class="part-name">(.*?)</span>', text) == [
        "1 Steps",
        "2 Checkpoints",
        "3 Unsafe points",
        "4 State and resume",
    ]
    assert re.findall(r'<li class="step[^"]*" id="(.*?)"', text) == ["step-read", "step-pay", "step-report"]
    assert "Please do not enter real company secrets" in text


def test_a_plan_without_steps_asks_what_happens_first() -> None:
    client, row = with_plan(CorePlan(title="Empty"))
    text = page(client, row)
    assert "What happens first?" in text
    assert "The checks begin with your first step." in text
    assert findings(text) == []


@pytest.mark.parametrize("method", ["get", "head"])
def test_it_is_read_with_get_and_head(method: str) -> None:
    client, row = with_plan("Read")
    assert getattr(client, method)(address(row)).status_code == 200
    assert client.put(address(row)).status_code == 405


def test_a_stranger_finds_nothing() -> None:
    _, row = with_plan("Read")
    assert Client().get(address(row)).status_code == 404
    assert with_plan("Read")[0].get(address(row)).status_code == 404


def test_where_nothing_is_found_it_says_so_and_leads_to_the_test() -> None:
    client, row = with_plan(ready_plan())
    said = f'Nothing to fix and nothing to think about. <a href="/plans/{row.pk}/test/">A test</a> shows'
    assert said in page(client, row)
    steps.add(row, name="And then", version=1, key=new_key())
    assert said not in page(client, row)


def test_an_empty_plan_asks_what_happens_first_and_nothing_about_steps() -> None:
    client, row = with_plan("")
    text = page(client, row)
    assert "What happens first?" in text
    assert "The checks begin with your first step." in text
    assert "Each step asks the same question" not in text


def test_it_says_when_it_was_saved() -> None:
    client, row = with_plan("Read")
    when = row.changed_at
    at = f'<time datetime="{when.isoformat()}" data-local="clock">{when:%H:%M} UTC</time>'
    assert f"Saved at {at}" in page(client, row)
    Plan.objects.filter(pk=row.pk).update(changed_at=datetime(2026, 6, 3, 14, 2, tzinfo=UTC))
    assert 'Saved on <time datetime="2026-06-03T14:02:00+00:00" data-local="day">3 June 2026</time>' in page(
        client, row
    )


def test_the_plan_file_is_one_click_away() -> None:
    client, row = with_plan("Read")
    assert f'<a id="download-plan" href="/plans/{row.pk}/file/">Download the plan file</a>' in page(client, row)


def test_the_page_of_the_example_weighs_less_than_60_kb_without_its_fonts() -> None:
    client, row = with_plan(demo.worked_example())
    text = page(client, row)
    loaded = re.findall(r'<(?:script src|link rel="stylesheet" href)="/static/([^"]+)"', text)
    assert "js/app.js" in loaded
    files = [Path(str(finders.find(path))).read_bytes() for path in loaded]
    assert sum(len(gzip.compress(content)) for content in [text.encode(), *files]) < 60_000


def test_the_number_of_queries_does_not_grow_with_the_plan() -> None:
    counts = []
    for number in (1, 40):
        client, row = with_plan(many_steps(number))
        with CaptureQueriesContext(connection) as made:
            page(client, row)
        counts.append(len(made))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("opened", ["step-pay", "checkpoint-after-pay", "plan", "step-nowhere", "<b>"])
def test_what_the_address_names_is_open_for_editing(opened: str) -> None:
    client, row = with_plan("Read\nPay !\n|\nReport")
    text = page(client, row, f"?open={opened}")
    known = opened in ("step-pay", "checkpoint-after-pay", "plan")
    assert (f'id="{opened}-form"' in text) == known
    assert "<b>" not in text


def test_with_htmx_only_the_workbench_comes() -> None:
    client, row = with_plan("Read")
    answer = client.get(address(row) + "?open=step-read", headers=HTMX)
    assert "<html" not in answer.content.decode()
    assert answer.headers["HX-Trigger-After-Settle"] == '{"focus-on": {"value": "step-read-name-field"}}'


# The learner judges first.


def test_what_the_checks_say_about_a_step_waits_for_its_mark() -> None:
    client, row = with_plan(PAYS)
    before = page(client, row)
    risks.mark(row, step="pay", repeats=False, prevention="", version=1, key=new_key())
    after = page(client, row)
    assert [code for code in findings(before) if code.startswith("R")] == []
    assert [code for code in findings(after) if code.startswith("R3")] != []
    assert ("can repeat" in before, "can repeat" in after) == (False, True)


def test_the_mark_of_one_step_says_nothing_about_another() -> None:
    client, row = with_plan("Pay !\nSend !")
    risks.mark(row, step="pay", repeats=True, version=1, key=new_key())
    text = page(client, row)
    assert re.findall(r'id="finding-R3\d\d-(\w+)-', text)[0] == "pay"
    assert set(re.findall(r'id="finding-R3\d\d-(\w+?)-', text)) == {"pay"}


def test_what_the_checks_say_about_a_snapshot_waits_for_the_answer() -> None:
    client, row = with_plan("Read\n| holds nothing\nReport")
    answers = {Question.COMPLETE: {"reply": None, "reason": ""}}
    before = page(client, row)
    assert ("C202" in findings(before), "is-broken" in before, "The model says" in before) == (False, False, False)
    answers[Question.COMPLETE]["reply"] = "yes"
    checkpoints.answer(row, checkpoint="after-read", answers=answers, version=1, key=new_key())  # type: ignore[arg-type]
    after = page(client, row)
    assert ("C202" in findings(after), "is-broken" in after, "The model says no." in after) == (True, True, True)


def test_whoever_wants_can_look_first_and_that_is_noted() -> None:
    client, row = with_plan(PAYS)
    send(client, row, "model/")
    row.refresh_from_db()
    first = row.model_shown_at
    assert first is not None
    assert [code for code in findings(page(client, row)) if code.startswith("R3")] != []
    send(client, row, "model/")
    row.refresh_from_db()
    assert row.model_shown_at == first


def test_no_number_gives_away_what_is_not_shown_yet() -> None:
    shown = []
    for drawing in (PAYS, PAYS.replace("!", "!=")):
        client, row = with_plan(drawing)
        shown.append(re.search(r'<p class="tags">.*?</p>', page(client, row), re.DOTALL))
    assert shown[0] is not None
    assert shown[1] is not None
    assert shown[0][0] == shown[1][0]


# Taking back, taking up.


def test_undo_takes_back_the_last_edit() -> None:
    client, row = with_plan(PAYS)
    before = now_in(row)
    send(client, row, "steps/pay/remove/", near="read")
    answer = send(client, row, "undo/", version=2, of=2)
    assert (answer.status_code, now_in(row)) == (302, before)


def test_undo_is_offered_where_it_was_done() -> None:
    client, row = with_plan(PAYS)
    answer = client.post(address(row, "steps/pay/remove/"), fields(row, near="read"), follow=True)
    text = answer.content.decode()
    assert re.search(r'id="step-read".*?id="undo-button".*?id="step-report"', text, re.DOTALL)
    assert '<input type="hidden" name="of" value="2">' in text
    assert "undo-button" not in page(client, row)


@pytest.mark.parametrize("of", ["", "1", "9", "x"])
def test_only_a_version_that_changed_something_can_be_taken_back(of: str) -> None:
    client, row = with_plan(PAYS)
    assert send(client, row, "undo/", of=of).status_code == 422


def test_a_suggestion_is_made_on_the_plan() -> None:
    client, row = with_plan(replace(core_of(PAYS), resume=replace(core_of(PAYS).resume, loads=None)))
    text = page(client, row)
    form = re.search(r'name="code" value="S403">.*?name="change" value="(\w+)"', text, re.DOTALL)
    assert form is not None
    data = {"code": "S403", "step": "", "checkpoint": "", "change": form[1]}
    answer = client.post(address(row, "findings/apply/"), fields(row, **data), follow=True)
    assert messages(answer) == ["Applied to the plan."]
    assert now_in(row).resume.loads is Loads.LATEST_VALID
    assert "S403" not in findings(answer.content.decode())


def core_of(drawing: str) -> CorePlan:
    return core_plan(with_plan(drawing)[1])


def test_a_suggestion_that_no_longer_fits_changes_nothing() -> None:
    client, row = with_plan(PAYS)
    data = {"code": "S403", "step": "", "checkpoint": "", "change": "0123456789ab"}
    before = now_in(row)
    answer = send(client, row, "findings/apply/", **data)
    assert (answer.status_code, now_in(row)) == (422, before)
    assert "a suggestion that still fits the plan" in answer.content.decode()


def test_a_plan_needs_a_name() -> None:
    client, row = with_plan(PAYS)
    answer = send(client, row, "about/", title=" ", goal="Do it once.", then="close")
    text = answer.content.decode()
    assert (answer.status_code, "Give your workflow a name." in text, "Do it once." in text) == (422, True, True)


# Two tabs.


def test_the_same_field_changed_in_two_tabs_shows_both_values_and_asks() -> None:
    client, row = with_plan(PAYS)
    identity.edit(Plan.objects.get(pk=row.pk), description="the week", version=1, key=new_key())
    answer = send(client, row, "identity/", version=1, source="stored_id", description="the day", single_runner="")
    text = answer.content.decode()
    assert answer.status_code == 409
    assert re.findall(r"<dd>(.*?)</dd>", text)[:2] == ["the day", "the week"]
    assert now_in(row).identity.description == "the week"


def test_keeping_what_is_here_changes_only_what_was_changed_here() -> None:
    client, row = with_plan(CorePlan(title="Empty"))
    elsewhere = Plan.objects.get(pk=row.pk)
    identity.edit(elsewhere, description="the week", single_runner="lock", version=1, key=new_key())  # type: ignore[arg-type]
    answer = send(client, row, "identity/", version=1, source="stored_id", description="the day", single_runner="")
    form = re.search(r'<section class="notice is-think" id="conflict".*?</section>', answer.content.decode(), re.DOTALL)
    assert form is not None
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    assert send(client, row, "identity/", **{**sent, "keep": "here"}).status_code == 302
    kept = now_in(row).identity
    assert (kept.source, kept.description, kept.single_runner) == ("stored_id", "the day", "lock")


def test_keeping_the_other_value_changes_nothing() -> None:
    client, row = with_plan(PAYS)
    before = now_in(row)
    assert send(client, row, "identity/", description="the day", keep="there").status_code == 302
    assert now_in(row) == before


def test_what_was_removed_in_another_tab_can_be_brought_back() -> None:
    client, row = with_plan(PAYS)
    steps.remove(Plan.objects.get(pk=row.pk), step="pay", version=1, key=new_key())
    answer = send(client, row, "steps/pay/mark/", version=1, repeats="yes", prevention="A list of what is paid.")
    text = answer.content.decode()
    assert (answer.status_code, "A list of what is paid." in text) == (409, True)
    assert f'action="{address(row, "steps/pay/restore/")}"' in text
    assert send(client, row, "steps/pay/restore/", version=2).status_code == 302
    assert [step.id for step in now_in(row).steps] == ["read", "pay", "report"]


@pytest.mark.parametrize("path", ["steps/nowhere/mark/", "checkpoints/z/edit/", "checkpoints/after-pay/answer/why/"])
def test_what_was_never_there_is_not_found(path: str) -> None:
    client, row = with_plan(PAYS)
    data = {"repeats": "yes", "prevention": "", "save_ms": "1 s", "answer": "yes", "reason": ""}
    assert send(client, row, path, **data).status_code == 404


def test_the_live_region_says_what_an_edit_did() -> None:
    client, row = with_plan(PAYS)
    assert told(send(client, row, "steps/report/up/", htmx=True)) == "Step 3 is now step 2 of 3."
    row.refresh_from_db()
    assert told(send(client, row, "steps/pay/mark/", htmx=True, repeats="yes", prevention="")) == ""
