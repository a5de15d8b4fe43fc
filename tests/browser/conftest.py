"""A real browser in front of the real site, and a page that notices when something leaves the straight path."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, ConsoleMessage, Page, Request
from pytest_django.live_server_helper import LiveServer

HERE = Path(__file__).parent
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
NO_BROWSER = "no Chromium found: apt-get install chromium-headless-shell, or set CHROMIUM to the path of one"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]

# Playwright keeps an event loop in the thread of the test, where the test also asks the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium(browser_type: BrowserType) -> str:
    """The path of a Chromium; skips the test where there is none."""
    installed = (shutil.which(name) for name in BROWSERS)
    for found in (os.environ.get("CHROMIUM"), *installed, browser_type.executable_path):
        if found and Path(found).exists():
            return found
    pytest.skip(NO_BROWSER)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_type: BrowserType) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(browser_type), "args": FLAGS}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Lets a test say page.goto("/") and expect(page).to_have_url("/")."""
    return live_server.url


@contextmanager
def watched(page: Page, address: str) -> Iterator[Page]:
    """A page that fails its test after a request to elsewhere, a script's error or a breach of the content policy."""
    trouble: list[str] = []

    def note_request(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            trouble.append(f"request to {request.url}")

    def note_message(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            trouble.append(message.text)

    page.on("request", note_request)
    page.on("console", note_message)
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    yield page
    assert trouble == []


@pytest.fixture
def page(page: Page, base_url: str) -> Iterator[Page]:
    """The page of a test, watched."""
    with watched(page, base_url) as same:
        yield same
