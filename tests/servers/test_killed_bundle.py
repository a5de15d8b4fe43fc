"""The reports of a class outlive the worker that makes them: each is in the archive once, however it was killed."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING

from tests.servers.bundling import FILES, HAND_INS, RESULT, START, archive, files_made
from tests.servers.site import wait_until
from tests.servers.sweeping import LAPSE, done_chunks, is_over

if TYPE_CHECKING:
    from tests.servers.site import Site

A_CHUNK = 10
"""Five hand-ins, each as PDF and JSON."""


def test_a_worker_killed_within_a_part_leaves_each_report_once(site: Site) -> None:
    site.ask(START)
    with site.process("work") as worker:
        wait_until(lambda: files_made(site) > A_CHUNK + 1)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    made, done, begun = files_made(site), done_chunks(site), site.count("planner_chunk", status="running")
    assert A_CHUNK * done <= made < len(FILES)
    site.ask(LAPSE)
    with site.process("work"):
        wait_until(lambda: is_over(site), seconds=180)
    untouched = len(FILES) // A_CHUNK - done - begun
    assert site.ask(RESULT) == [{"reports": HAND_INS}, [*[1] * done, *[2] * begun, *[1] * untouched]]
    with archive(site) as packed:
        assert packed.testzip() is None
        assert packed.namelist() == FILES
        assert {packed.read(name)[:5] for name in FILES if name.endswith("pdf")} == {b"%PDF-"}
        learners = [json.loads(packed.read(name))["remarks"]["author"] for name in FILES if name.endswith("json")]
        assert learners == [f"Learner {number}" for number in range(1, HAND_INS + 1)]
