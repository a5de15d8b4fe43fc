"""How many edits a second the site takes from a hundred browsers, beside the least that saving can take.

The goal is a quarter of the floor, and it is NOT reached: goal and figure are printed, and what is asserted is less.
Edits a second depend on what else the machine does, which takes more from what computes longer; so the processor time
of an answer is what is held. Each turn begins on new connections, which lead half of the browsers to the other server
process: their first edit loads the plan again (docs/decisions/0017).

Run with: python3 manage.py test tests/benchmarks/test_edit_speed.py -m benchmark -s
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.crowd import Answered, answered
from tests.benchmarks.learners import FLOOR, SITE, STEPS, edits_of, learners_on, seen_by, served, writes_of
from tests.servers.site import Site

if TYPE_CHECKING:
    from tests.benchmarks.crowd import Requests
    from tests.benchmarks.learners import Served

pytestmark = pytest.mark.benchmark

BROWSERS, SECONDS, TURNS = 100, 20, 2
GOAL, REACHED = 0.25, 0.008


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = Site(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    made.run("migrate", "--verbosity", "0")
    return made


def test_an_edit_takes_no_more_than_so_many_times_the_floor(site: Site) -> None:
    """Both are asked in turns, since the machines are noisy; the best turn of each counts, and every answer has to."""
    learners = learners_on(site, BROWSERS)
    edits, writes = [], []
    with served(site, FLOOR) as low, served(site, SITE) as high:
        busy = [edits_of(*learner, seen=seen_by(high.port, *learner)) for learner in learners]
        bare = [writes_of(plan) for plan, _ in learners]
        for _ in range(TURNS):
            edits.append(turn(high, busy))
            writes.append(turn(low, bare))
    ours, floor = (max(done.each_second for done, _ in turns) for turns in (edits, writes))
    edit_ms, floor_ms = (min(each for _, each in turns) for turns in (edits, writes))
    print(f"\n{ours:.0f} edits a second of a plan of {STEPS} steps, the floor {floor:.0f}: {ours / floor:.3f}, {GOAL=}")
    print(f"processor time {edit_ms:.1f} ms an edit, the floor {floor_ms:.2f} ms: {floor_ms / edit_ms:.3f}, {REACHED=}")
    assert {status for done, _ in (*edits, *writes) for status in done.statuses} == {200}
    assert floor_ms / edit_ms >= REACHED


def turn(server: Served, crowd: list[Requests]) -> tuple[Answered, float]:
    """Let a crowd ask for a while; what was answered, and the processor time of an answer in ms."""
    before = server.processor_seconds()
    done = answered(server.port, crowd, seconds=SECONDS)
    return done, (server.processor_seconds() - before) * 1_000 / (len(done.took) + len(crowd))
