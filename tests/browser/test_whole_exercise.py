"""The whole exercise, walked with the mouse, by keyboard alone, without the script of the site, and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from planner.bridge import core_plan
from planner.core.planfile import read_plan
from planner.models import Acceptance, Plan, Prediction, Submission, TakenSuggestion
from tests.browser.hands import Fingers, Hands, Keys
from tests.browser.trip import HELPS, REASON, Trip

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

MADE = Path(__file__).parent / "trip.json"
DESK = {"width": 1_440, "height": 900}
PHONE = {"width": 390, "height": 844}


def plain_forms(page: Page) -> Hands:
    return Hands(page, script=False)


def way(hands: Callable[[Page], Hands], name: str, **context: Any) -> Any:
    return pytest.param(hands, id=name, marks=pytest.mark.browser_context_args(**context))


@pytest.mark.parametrize(
    "hands",
    [
        way(Hands, "mouse", viewport=DESK),
        way(Keys, "keyboard", viewport=DESK),
        way(plain_forms, "no script", viewport=DESK, java_script_enabled=False),
        way(Fingers, "phone", viewport=PHONE, has_touch=True, is_mobile=True),
    ],
)
def test_from_the_front_page_to_the_feedback(page: Page, hands: Callable[[Page], Hands]) -> None:
    trip = Trip(hands(page))
    for act in trip.acts:
        act()
        assert is_as_wide_as_the_screen(page)
    row = Plan.objects.get()
    assert core_plan(row) == read_plan(MADE.read_bytes())
    assert [(one.code, one.step, one.reason) for one in Acceptance.objects.all()] == [("R301", "s5", REASON)]
    assert [(one.step, one.reason) for one in TakenSuggestion.objects.all()] == [("s4", HELPS)]
    assert [(one.repeats, one.lost_ms) for one in Prediction.objects.all()] == [("never", 300_000)]
    assert [(one.number, one.version) for one in Submission.objects.all()] == [(1, row.version)]


def is_as_wide_as_the_screen(page: Page) -> bool:
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide == 0
