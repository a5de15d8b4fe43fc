"""A job outlives its worker: killed for real, and taken up by the next at the chunk that was not finished."""

import signal
from typing import Any

from tests.servers.site import Site, wait_until

CELLS = 60

START = f"""
import json
from uuid import UUID
from planner.core.planfile import document_from_plan
from planner.core.sketch import sketch
from planner.jobs import ledger
plan = document_from_plan(sketch("read\\npay ! x20\\n|\\nreport"))
limits = [None, *range(1300, 1300 + {CELLS} - 1)]
arguments = {{"plan": plan, "runs": 40_000, "seed": 1, "restarts": [600], "limits": limits}}
ledger.start("sweep", arguments, key=UUID(int=1))
print(json.dumps(None))
"""
STATE = """
import json
from planner.models.job import Chunk, Job
job = Job.objects.get()
chunks = {chunk.number: [chunk.status, chunk.attempts] for chunk in job.chunks.all()}
print(json.dumps({"status": job.status, "chunks": chunks, "cells": job.result and len(job.result[0])}))
"""
LAPSE = """
import json
from django.utils import timezone
from planner.models.job import Chunk
lapsed = Chunk.objects.filter(status="running").update(leased_until=timezone.now() - timezone.timedelta(seconds=1))
print(json.dumps(lapsed))
"""


def finished(state: dict[str, Any]) -> set[str]:
    return {number for number, (status, _) in state["chunks"].items() if status == "done"}


def test_a_killed_workers_job_goes_on_from_its_last_finished_chunk(site: Site) -> None:
    site.ask(START)
    with site.process("work") as worker:
        wait_until(lambda: len(finished(site.ask(STATE))) >= 3)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    killed = site.ask(STATE)
    assert 3 <= len(finished(killed)) < CELLS
    site.ask(LAPSE)
    with site.process("work"):
        wait_until(lambda: site.ask(STATE)["status"] == "done")
    after = site.ask(STATE)
    assert (len(finished(after)), after["cells"]) == (CELLS, CELLS)
    assert {after["chunks"][number][1] for number in finished(killed)} == {1}
