"""The reviewer's form in a real browser: quick hands are no trouble to what saves itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from planner.models import Review, Submission, User
from planner.services import demo
from planner.services.classes import demo_class

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.django_db(transaction=True)


def open_review(page: Page, base_url: str) -> Submission:
    """A hand-in in front of the instructor of the demo class."""
    instructor = demo.seed().instructor
    classroom = demo_class.seed(instructor)
    client = Client()
    client.force_login(instructor)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    submission = Submission.objects.filter(plan__exercise=classroom.exercise).earliest("handed_in_at")
    page.goto(f"/classes/{classroom.pk}/submissions/{submission.pk}/")
    return submission


@contextmanager
def first_save_held(page: Page) -> Iterator[None]:
    """Hold the first save of a form back until the block is left; what comes behind it is free to go."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held or "hx-request" not in route.request.headers:
            route.continue_()
        else:
            held.append(route)

    page.route("**/submissions/*/", hold)
    yield
    (first,) = held
    first.continue_()


def score_and_accept(page: Page) -> None:
    """Choose one number of points by each criterion, then another, and press Accept."""
    for criterion in page.locator("fieldset.criterion").all():
        for points in (1, 2):
            criterion.get_by_role("radio").nth(points).check()
    page.get_by_role("button", name="Accept", exact=True).click(no_wait_after=True)


def test_a_verdict_waits_for_what_is_being_saved(page: Page, base_url: str) -> None:
    submission = open_review(page, base_url)
    with first_save_held(page):
        score_and_accept(page)
    expect(page.get_by_text("Accepted.")).to_be_visible()
    review = Review.objects.get(submission=submission)
    assert (review.verdict, list(review.scores.values_list("points", flat=True))) == ("accepted", [2, 2, 2, 2])


def test_no_verdict_is_given_where_the_save_before_it_is_refused(page: Page, base_url: str) -> None:
    submission = open_review(page, base_url)
    review = Review.objects.create(submission=submission, reviewer=User.objects.get())
    review.comments.create(text="Said in another tab.")
    with first_save_held(page):
        score_and_accept(page)
    expect(page.locator("#review-told")).to_contain_text("Said in another tab.")
    expect(page.locator(".htmx-request")).to_have_count(0)
    review.refresh_from_db()
    assert (review.verdict, review.comments.get().text) == ("", "Said in another tab.")
    page.get_by_role("button", name="Replace it with this one").click()
    expect(page.locator("#review-told")).to_have_count(0)
    assert (review.scores.count(), review.comments.count()) == (4, 0)


CHOOSE_WHILE_AN_ANSWER_ARRIVES = """() => {
    const choose = (number) => document.querySelectorAll("fieldset.criterion [value='3']")[number].click();
    document.body.addEventListener("htmx:afterSwap", () => choose(1), { once: true });
    document.body.addEventListener("htmx:afterSettle", () => window.setTimeout(() => choose(2)), { once: true });
    choose(0);
}"""
"""Choose the second while the answer to the first is woven in, the third when it has settled."""


def test_no_choice_is_lost_that_is_made_while_an_answer_arrives(page: Page, base_url: str) -> None:
    submission = open_review(page, base_url)
    page.evaluate(CHOOSE_WHILE_AN_ANSWER_ARRIVES)
    expect(page.get_by_text("Score 1 more criterion to accept.")).to_be_visible()
    for number in range(3):
        expect(page.locator("fieldset.criterion").nth(number).get_by_role("radio").last).to_be_checked()
    points = Review.objects.get(submission=submission).scores.values_list("points", flat=True)
    assert list(points) == [3, 3, 3]
