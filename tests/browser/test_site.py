"""The site as a browser meets it."""

from playwright.sync_api import Page


def test_the_site_answers_a_browser(page: Page) -> None:
    answer = page.goto("/health/")
    assert answer is not None
    assert (answer.status, answer.text()) == (200, "ok\n")
