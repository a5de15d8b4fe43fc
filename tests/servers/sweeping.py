"""A sweep of many chunks for tests that kill who works on it, and Python that a site runs to tell of it."""

from typing import Any

from tests.servers.site import Site

CELLS = 40
"""The plan has a key that runs out, so that no cell has a closed form and each takes a while."""

START = f"""
import json
from uuid import UUID
from planner.core.planfile import document_from_plan
from planner.core.sketch import sketch
from planner.jobs import ledger
plan = document_from_plan(sketch("read\\npay ! x20 [key, kept 5min]\\n|\\nreport"))
limits = [None, *range(1300, 1300 + {CELLS} - 1)]
key = UUID(int=1)
arguments = {{"job": str(key), "plan": plan, "runs": 20_000, "seed": 1, "restarts": [600], "limits": limits}}
ledger.start("sweep", arguments, key=key)
print(json.dumps(None))
"""
STATE = """
import json
from planner.models.job import Chunk, Job
job = Job.objects.get()
chunks = {chunk.number: [chunk.status, chunk.attempts, chunk.worker] for chunk in job.chunks.all()}
print(json.dumps({"status": job.status, "chunks": chunks, "cells": job.result and len(job.result[0])}))
"""
LAPSE = """
import json
from django.utils import timezone
from planner.models.job import Chunk
lapsed = Chunk.objects.filter(status="running").update(leased_until=timezone.now() - timezone.timedelta(seconds=1))
print(json.dumps(lapsed))
"""


def done_chunks(site: Site) -> int:
    """Return how many chunks are done."""
    return site.count("planner_chunk", status="done")


def is_over(site: Site) -> bool:
    """Whether the job is done."""
    return site.count("planner_job", status="done") == 1


def finished(state: dict[str, Any]) -> set[str]:
    """Return the numbers of the chunks that are done."""
    return {number for number, (status, *_) in state["chunks"].items() if status == "done"}


def attempts(state: dict[str, Any]) -> dict[str, int]:
    """Return how often each chunk was begun."""
    return {number: begun for number, (_, begun, _) in state["chunks"].items()}
