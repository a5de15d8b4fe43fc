"""A form that is sent again and again, also at the same time, acts once and gets the first answer each time."""

import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.servers.browser import Browser, browsers, form, step_names
from tests.servers.private import free_port
from tests.servers.service import web
from tests.servers.site import Site

AT_ONCE = 5


@pytest.mark.parametrize("posts", [100, pytest.param(10_000, marks=pytest.mark.campaign)], ids=["reduced", "full"])
def test_each_form_acts_once_however_often_it_is_sent(site: Site, posts: int, told: Callable[[str], None]) -> None:
    port, rng, plans = free_port(), random.Random(11), max(10, posts // 100)
    sent, opened = 0, browsers(site, port=port, plans=plans, each=AT_ONCE)
    with opened as lines, web(site, port), ThreadPoolExecutor(AT_ONCE) as pool:
        owners = [lines[at : at + AT_ONCE] for at in range(0, len(lines), AT_ONCE)]
        for number in range(posts):
            several = owners[number % plans][: rng.randint(2, AT_ONCE)]
            wanted = adds_step(several[0], number) if number % 10 else starts_plan(number)
            together = rng.random() < 0.7
            given = (pool.map if together else map)(lambda line: line.insist("POST", *wanted), several)  # noqa: B023
            answers = list(given)
            assert {answer.status for answer in answers} == {302}
            assert len(set(answers)) == 1
            sent += len(answers)
    # A line that was still for long has been hung up by the server: its request goes out once more.
    sent += sum(line.unanswered for line in lines)
    names = step_names(site)
    kept = Counter(name for steps in names.values() for name in steps if name != "Read")
    assert kept == Counter(f"step {number}" for number in range(posts) if number % 10)
    assert len(names) == plans + len(range(0, posts, 10))
    told(f"{posts:,} POSTs sent {sent:,} times, one effect each (full: 10,000, -m campaign)")


def adds_step(browser: Browser, number: int) -> tuple[str, dict[str, str]]:
    return f"/plans/{browser.plan}/plan/steps/add/", form(name=f"step {number}", version="1")


def starts_plan(number: int) -> tuple[str, dict[str, str]]:
    return "/plans/new/", form(title=f"plan {number}")
