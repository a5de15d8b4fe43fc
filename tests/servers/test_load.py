"""Many learners at once, two seconds between the edits of each: nothing fails, and nobody waits much longer than alone.

The plain run has fewer learners and asks for no times; in full, with the peak beside the floor of the same database:
python3 manage.py test -m campaign tests/servers/test_load.py
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.benchmarks.crowd import Answered, Requests, answered
from tests.benchmarks.learners import FLOOR, SITE, Learner, edits_of, learners_on, seen_by, served, writes_of
from tests.servers.conftest import own_database
from tests.servers.site import Site

PAUSE = 2
MOST_TIMES_ALONE = {"sqlite": 4, "postgres": 8}


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'site.sqlite3'}"
    else:
        with own_database(request.getfixturevalue("postgres_url")) as made:
            yield made


@pytest.fixture
def loaded(address: str) -> Site:
    """A migrated site on it."""
    made = Site(address)
    made.run("migrate", "--verbosity", "0")
    return made


def test_learners_at_once_meet_no_error(loaded: Site, told: Callable[[str], None]) -> None:
    learners = learners_on(loaded, 60)
    with served(loaded, SITE) as high:
        done = answered(high.port, pages(high.port, learners), seconds=10, pause=PAUSE)
    told(f"{figures('60 learners for 10 s', done)} (full: 300 for a minute, -m campaign)")
    assert done.statuses == Counter({200: len(done.took)})
    assert len(done.took) >= 60


@pytest.mark.campaign
def test_three_hundred_learners_wait_little_longer_than_one(loaded: Site, told: Callable[[str], None]) -> None:
    alone, *crowd = learners_on(loaded, 301)
    with served(loaded, SITE) as high, served(loaded, FLOOR) as low:
        port = high.port
        one = answered(port, pages(port, [alone]), seconds=30, pause=0.5)
        all_of_them = pages(port, crowd)
        many = answered(port, all_of_them, seconds=60, pause=PAUSE)
        peak = answered(port, all_of_them[:100], seconds=10)
        floor = answered(low.port, [writes_of(plan) for plan, _ in crowd[:100]], seconds=10)
    told(figures("one learner alone", one))
    told(figures("300 learners for a minute", many))
    share = peak.each_second / floor.each_second
    told(f"peak {peak.each_second:.0f} edits a second, floor {floor.each_second:.0f}: {share:.3f} of it")
    assert {status for done in (one, many, peak, floor) for status in done.statuses} == {200}
    assert many.percentile(95) <= MOST_TIMES_ALONE[loaded.database_url.partition(":")[0]] * one.percentile(95)


def pages(port: int, learners: list[Learner]) -> list[Requests]:
    """The page of each learner, loaded."""
    return [edits_of(*learner, seen=seen_by(port, *learner)) for learner in learners]


def figures(who: str, done: Answered) -> str:
    """The figures of some learners in one line."""
    half, most = (done.percentile(percent) * 1_000 for percent in (50, 95))
    return f"{who}: {len(done.took)} edits, half of them within {half:.0f} ms, 95% within {most:.0f} ms"
