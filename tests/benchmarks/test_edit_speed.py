"""How many edits a second the site takes from a hundred browsers, beside the least that saving can take.

Run with: python3 manage.py test tests/benchmarks/test_edit_speed.py -m benchmark -s
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.crowd import answered
from tests.benchmarks.learners import FLOOR, SITE, STEPS, edits_of, learners_on, seen_by, served, writes_of
from tests.servers.site import Site

pytestmark = pytest.mark.benchmark

BROWSERS, SECONDS, TURNS = 100, 5, 3
LEAST = 0.25


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = Site(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    made.run("migrate", "--verbosity", "0")
    return made


def test_edits_reach_a_quarter_of_the_floor(site: Site) -> None:
    """Both are asked in turns, since the machines are noisy; the best turn of each counts, and every answer has to."""
    learners = learners_on(site, BROWSERS)
    edits, writes = [], []
    with served(site, FLOOR) as low, served(site, SITE) as high:
        busy = [edits_of(*learner, seen=seen_by(high, *learner)) for learner in learners]
        bare = [writes_of(plan) for plan, _ in learners]
        for _ in range(TURNS):
            edits.append(answered(high, busy, seconds=SECONDS))
            writes.append(answered(low, bare, seconds=SECONDS))
    ours, floor = (max(turn.each_second for turn in turns) for turns in (edits, writes))
    print(f"\n{ours:.0f} edits a second of a plan of {STEPS} steps, the floor {floor:.0f}: {ours / floor:.3f} of it")
    assert {status for turn in (*edits, *writes) for status in turn.statuses} == {200}
    assert ours / floor >= LEAST
