"""A class is checked and simulated anew by real workers: alike by one and by two, and on from where one was killed."""

import signal
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from tests.servers.hand_ins import FILL, START, STATE
from tests.servers.site import Site, wait_until
from tests.servers.sweeping import LAPSE, attempts, done_chunks, finished, is_over

FEW, MANY = 200, 10_000
MOST_SECONDS = 180
TIMES_AS_FAST = 1.8


def measured_by(site: Site, workers: int) -> dict[str, Any]:
    """Measure the class with so many workers that are there already, and return what came of it."""
    with ExitStack() as running:
        for _ in range(workers):
            running.enter_context(site.process("work"))
        site.ask(START)
        wait_until(lambda: is_over(site), seconds=1_200)
    state: dict[str, Any] = site.ask(STATE)
    return state


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.campaign)])
def test_one_worker_and_two_come_to_the_same(site: Site, told: Callable[[str], None], number: int) -> None:
    site.ask(FILL.format(number=number))
    one, two = measured_by(site, 1), measured_by(site, 2)
    assert (one["measured"], two["measured"]) == (number, number)
    assert one["digest"] == two["digest"]
    assert (len({worker for *_, worker in one["chunks"].values()}), set(attempts(two).values())) == (1, {1})
    faster = one["seconds"] / two["seconds"]
    assert one["simulated"] >= number * 0.9
    told(
        f"{number:,} of {MANY:,} hand-ins, {one['simulated']:,} of them with 2,000 runs each, the others known not to "
        f"end: {one['seconds']:.1f} s by one worker (a full class within {MOST_SECONDS}), {two['seconds']:.1f} s by "
        f"two, {faster:.2f} times as fast (a full class {TIMES_AS_FAST})"
    )
    if number == MANY:
        assert one["seconds"] < MOST_SECONDS
        assert faster >= TIMES_AS_FAST


def test_a_killed_workers_class_goes_on_and_nothing_is_done_again(site: Site) -> None:
    site.ask(FILL.format(number=FEW))
    whole = measured_by(site, 1)
    with site.process("work") as worker:
        site.ask(START)
        wait_until(lambda: done_chunks(site) >= 2)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    killed = site.ask(STATE)
    assert 2 <= len(finished(killed)) < len(killed["chunks"])
    site.ask(LAPSE)
    with site.process("work"):
        wait_until(lambda: is_over(site), seconds=180)
    after = site.ask(STATE)
    assert (after["status"], after["digest"]) == ("done", whole["digest"])
    assert {attempts(after)[number] for number in finished(killed)} == {1}
