"""Celery on a real Redis works off the same rows: two workers, one killed, every chunk finished once."""

import os
import signal
from dataclasses import replace

import pytest

from tests.servers.site import Site, wait_until
from tests.servers.sweeping import CELLS, LAPSE, START, STATE, attempts, done_chunks, finished, is_over

WORKER = ("-m", "celery", "-A", "planner.jobs.celery_app", "worker", "--concurrency", "1", "--loglevel", "error")
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


@pytest.fixture
def queued(site: Site, redis_url: str) -> Site:
    """A site whose background work Celery delivers; a message that nobody confirms comes back soon."""
    return replace(site, variables={"CELERY_BROKER_URL": redis_url, "CELERY_VISIBILITY_SECONDS": "5"})


@pytest.mark.parametrize(
    "told_again", [True, pytest.param(False, marks=pytest.mark.campaign)], ids=["told again", "left to Redis"]
)
def test_one_of_two_celery_workers_is_killed_and_every_chunk_is_finished_once(queued: Site, told_again: bool) -> None:
    """Left to Redis, it takes up to 100 seconds more than the time-out: so seldom does Celery look."""
    queued.ask(START)
    with (
        queued.python(*WORKER, *QUIET, "--hostname", "first@test") as first,
        queued.python(*WORKER, *QUIET, "--hostname", "second@test"),
    ):
        wait_until(lambda: done_chunks(queued) >= 3)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        killed = queued.ask(STATE)
        assert 3 <= len(finished(killed)) < CELLS
        queued.ask(LAPSE)
        if told_again:
            queued.run("deliver")
        wait_until(lambda: is_over(queued), seconds=300)
    after = queued.ask(STATE)
    assert (len(finished(after)), after["cells"]) == (CELLS, CELLS)
    assert {attempts(after)[number] for number in finished(killed)} == {1}
    assert CELLS <= sum(attempts(after).values()) <= CELLS + 2


def test_work_that_was_asked_for_while_the_broker_was_away_is_delivered_later(queued: Site) -> None:
    away = replace(queued, variables={**queued.variables, "CELERY_BROKER_URL": "redis://127.0.0.1:1/0"})
    away.ask(START)
    assert queued.run("deliver") == f"Sent word of {CELLS} open chunks.\n"
    with queued.python(*WORKER, *QUIET):
        wait_until(lambda: is_over(queued), seconds=180)
    assert set(attempts(queued.ask(STATE)).values()) == {1}
