"""Two tabs, double clicks, the back button, a lost connection, a session that ends: nothing lost, nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from planner.bridge import core_plan
from planner.core.planfile import write_plan
from planner.core.sketch import sketch
from planner.models import Person, Plan, SimulationRun, Submission, User
from planner.services import plans
from tests.services.ready import ready_plan
from tests.services.stored import new_key
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from planner.core.plan import Plan as CorePlan

    Open = Callable[..., Plan]

pytestmark = pytest.mark.django_db(transaction=True)

with_and_without_script = pytest.mark.parametrize(
    "page",
    [
        pytest.param("page", id="script"),
        pytest.param("page", id="no script", marks=pytest.mark.browser_context_args(java_script_enabled=False)),
    ],
    indirect=True,
)

DRAWING = "Read -> rows\nWork <- rows -> more\n|\nPay ! <- more"


@pytest.fixture
def opened(page: Page, base_url: str) -> Open:
    """Put somebody with this plan in front of the browser, and open a place of it."""

    def go(drawing: str | CorePlan, place: str = "plan/") -> Plan:
        client, row = with_plan(drawing)
        page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
        page.goto(f"/plans/{row.pk}/{place}")
        return row

    return go


def now(row: Plan) -> CorePlan:
    return core_plan(Plan.objects.get(pk=row.pk))


def write(page: Page, label: str, text: str) -> None:
    """Write into a field of the editor, and leave it."""
    field = page.locator(".editor").get_by_label(label)
    field.fill(text)
    field.blur()


def expect_saved(page: Page) -> None:
    page.locator(".htmx-request").first.wait_for(state="detached")
    expect(page.locator("#save-status")).to_contain_text("Saved at")


def lose_the_answer(route: Route) -> None:
    """Let the request reach the server, and nothing come back."""
    route.fetch()
    route.abort()


def test_two_tabs_merge_different_fields_and_ask_about_the_same_one(page: Page, opened: Open) -> None:
    row = opened(DRAWING, "plan/?open=step-work")
    other = page.context.new_page()
    other.goto(page.url)
    write(page, "How long does it take?", "9 min")
    expect_saved(page)
    write(other, "What happens in this step?", "Work it out")
    expect_saved(other)
    work = now(row).step("work")
    assert (work.name, work.duration_ms) == ("Work it out", 540_000)
    write(page, "What happens in this step?", "Check it")
    expect(page.get_by_role("heading", name="This plan was changed in another tab")).to_be_visible()
    expect(page.locator("#conflict")).to_be_focused()
    assert page.locator("#conflict dd").all_inner_texts() == ["Check it", "Work it out"]
    assert now(row).step("work").name == "Work it out"
    page.get_by_role("button", name="Keep what is here").click()
    expect(page.locator("#conflict")).to_have_count(0)
    assert now(row).step("work").name == "Check it"


def test_what_another_tab_has_removed_comes_back_with_what_was_typed(page: Page, opened: Open) -> None:
    row = opened(DRAWING, "plan/?open=step-work")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Remove step 2").click()
    expect(other.get_by_text("The step is removed.").first).to_be_attached()
    write(page, "Notes", "The orders are in the shop.")
    expect(page.locator("#gone")).to_contain_text("The orders are in the shop.")
    page.get_by_role("button", name="Bring the step back").click()
    expect(page.get_by_role("heading", name="2 Work", exact=True)).to_be_visible()
    assert [step.name for step in now(row).steps] == ["Read", "Work", "Pay"]


@with_and_without_script
def test_a_double_click_acts_once(page: Page, opened: Open) -> None:
    page.goto("/")
    page.get_by_label("What is your workflow called?").fill("Pay the suppliers")
    page.get_by_role("button", name="Start", exact=True).dblclick()
    page.wait_for_url("**/plan/**")
    assert Plan.objects.count() == 1
    page.locator("#next-step-1-name").fill("Read")
    page.get_by_role("button", name="Add step").dblclick()
    expect(page.get_by_role("heading", name="1 Read", exact=True)).to_be_visible()
    assert [step.name for step in now(Plan.objects.get()).steps] == ["Read"]
    row = opened(ready_plan(), "test/")
    page.get_by_role("button", name="Run them without a prediction").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened when it was interrupted")
    assert SimulationRun.objects.filter(plan=row).count() == 1
    page.goto(f"/plans/{row.pk}/hand-in/")
    page.get_by_label("I have read what I hand in.").check()
    page.get_by_role("button", name="Hand in", exact=True).dblclick()
    page.wait_for_url("**/hand-in/1/")
    assert Submission.objects.filter(plan=row).count() == 1


@with_and_without_script
def test_back_and_sent_again_acts_once(page: Page, opened: Open) -> None:
    opened(DRAWING)
    page.goto("/")
    for _ in range(2):
        page.get_by_label("What is your workflow called?").fill("Pay the suppliers")
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url("**/plan/**")
        page.go_back()
    assert Plan.objects.count() == 2


def test_without_a_connection_the_text_stays_and_is_sent_when_it_is_back(page: Page, opened: Open) -> None:
    row = opened(DRAWING, "plan/?open=step-work")
    page.context.set_offline(True)
    write(page, "Notes", "The orders are in the shop.")
    expect(page.locator("#save-status")).to_contain_text("Not saved since")
    expect(page.get_by_role("heading", name="Not saved at the moment")).to_be_visible()
    expect(page.locator(".editor").get_by_label("Notes")).to_have_value("The orders are in the shop.")
    assert now(row).step("work").notes == ""
    page.context.set_offline(False)
    expect_saved(page)
    expect(page.get_by_role("heading", name="Not saved at the moment")).to_be_hidden()
    assert (now(row).step("work").notes, row_version(row)) == ("The orders are in the shop.", 2)


def test_without_a_connection_a_plain_form_stays_on_its_page(page: Page) -> None:
    page.goto("/")
    page.context.set_offline(True)
    page.get_by_label("What is your workflow called?").fill("Pay the suppliers")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Not saved at the moment")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/plan/**")
    assert [row.title for row in Plan.objects.all()] == ["Pay the suppliers"]


def test_an_answer_that_never_arrives_and_a_second_press_act_once(page: Page, opened: Open) -> None:
    row = opened(DRAWING)
    page.route("**/steps/add/", lose_the_answer)
    page.locator("#next-step-4-name").fill("Report")
    page.get_by_role("button", name="Add step").click()
    expect(page.locator("#save-status")).to_contain_text("Not saved since")
    page.unroute("**/steps/add/")
    page.get_by_role("button", name="Try now").click()
    expect_saved(page)
    assert [step.name for step in now(row).steps] == ["Read", "Work", "Pay", "Report"]


def test_a_session_that_ends_loses_nothing_that_is_typed(page: Page, base_url: str) -> None:
    user = User.objects.create_user("ana", password="a long pass phrase")
    row = plans.import_file(Person(user=user), write_plan(sketch(DRAWING)).encode(), key=new_key())
    sign_in(page)
    page.goto(f"/plans/{row.pk}/plan/?open=step-work")
    Session.objects.all().delete()
    write(page, "Notes", "The orders are in the shop.")
    expect(page.locator("#save-status")).to_contain_text("Not saved since")
    expect(page.get_by_text("sign in again in another tab")).to_be_visible()
    sign_in(page.context.new_page())
    page.get_by_role("button", name="Try now").click()
    expect_saved(page)
    assert (now(row).step("work").notes, row_version(row)) == ("The orders are in the shop.", 2)


def sign_in(page: Page) -> None:
    page.goto("/account/sign-in/")
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Password").fill("a long pass phrase")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def row_version(row: Plan) -> int:
    return Plan.objects.get(pk=row.pk).version


def test_a_card_that_stays_keeps_its_words_and_what_is_typed_in_it(page: Page, opened: Open) -> None:
    opened("Read <\nPay !\nWrite !\n|\nReport !")
    page.locator("#step-pay-mark").get_by_label("Yes").check()
    card = page.locator("#finding-R301-pay")
    title = card.locator("h3").inner_text()
    card.get_by_text("Accept with a reason").first.click()
    card.locator("textarea").fill("The receiver knows")
    page.locator("#step-write-mark").get_by_label("Yes").check()
    expect(page.locator("#finding-R302-write h3")).to_be_visible()
    expect(card.locator("h3")).to_have_text(title)
    expect(card.locator("textarea")).to_have_value("The receiver knows")
    expect(page.locator("[data-kept]")).to_have_count(0)
