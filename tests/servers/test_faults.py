"""People go on editing while the web server and the worker are killed: nothing is lost, nothing happens twice."""

import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.servers.browser import Answer, Browser, browsers, step_names
from tests.servers.private import free_port
from tests.servers.service import Service, running, web
from tests.servers.site import Site, wait_until
from tests.servers.sweeping import CELLS, LAPSE, START, STATE, finished, is_over

CLIENTS = 50
INTEGRITY = """
import json
from django.db import connection
with connection.cursor() as cursor:
    answer = cursor.execute("PRAGMA integrity_check").fetchone() if connection.vendor == "sqlite" else ("ok",)
print(json.dumps(answer[0]))
"""


@pytest.mark.parametrize(
    ("edits", "kills"),
    [(200, 3), pytest.param(2_000, 10, marks=pytest.mark.campaign)],
    ids=["reduced", "full"],
)
def test_no_edit_is_lost_or_repeated_while_processes_are_killed(
    site: Site, edits: int, kills: int, told: Callable[[str], None]
) -> None:
    port, rng = free_port(), random.Random(7)
    site.ask(START)
    with (
        browsers(site, port=port, plans=CLIENTS // 2, each=2) as crowd,
        web(site, port) as server,
        running(site, "manage.py", "work") as worker,
    ):
        with ThreadPoolExecutor(CLIENTS + 1) as pool:
            killing = pool.submit(kill_at_random, server, worker, kills, rng)
            begun = time.monotonic()
            sent = list(pool.map(lambda at: edit(crowd[at], at, edits // CLIENTS, killing.done), range(CLIENTS)))
            seconds = time.monotonic() - begun
            killed = killing.result()
        pages = {browser.page() for browser in crowd}
        site.ask(LAPSE)
        wait_until(lambda: is_over(site), seconds=180)
    acknowledged = Counter(name for names in sent for name in names)
    kept = Counter(name for names in step_names(site).values() for name in names if name != "Read")
    assert kept == acknowledged
    assert set(kept.values()) == {1}
    assert len(kept) >= edits
    assert killed == {"web": kills, "worker": kills}
    assert pages == {Answer(200, "")}
    assert len(finished(site.ask(STATE))) == CELLS
    assert site.ask(INTEGRITY) == "ok"
    again = sum(browser.unanswered for browser in crowd)
    told(
        f"{len(kept)} edits by {CLIENTS} clients in {seconds:.0f} s, {kills} kills of the web server and "
        f"{kills} of the worker; {again} requests sent again (full: 2,000 edits, ten kills, -m campaign)"
    )


def edit(browser: Browser, number: int, edits: int, killed: Callable[[], bool]) -> list[str]:
    """Add steps, at least so many and until everything has been killed; return the names that were acknowledged."""
    names: list[str] = []
    while len(names) < edits or not killed():
        name = f"{number}-{len(names)}"
        answer = browser.add_step(name)
        assert answer.status == 302, (answer, name)
        names.append(name)
    return names


def kill_at_random(server: Service, worker: Service, kills: int, rng: random.Random) -> dict[str, int]:
    """Kill one process of the web server or all of it, and the worker, each so many times."""
    while server.kills < kills or worker.kills < kills:
        time.sleep(rng.uniform(0.3, 1.5))
        if worker.kills < kills:
            worker.kill()
        if server.kills < kills:
            (server.kill if server.kills % 2 else lambda: server.kill_child(rng))()
    return {"web": server.kills, "worker": worker.kills}
