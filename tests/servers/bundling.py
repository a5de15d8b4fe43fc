"""A bulk download of many reports for tests that kill who works on it, and Python that a site runs to tell of it."""

from __future__ import annotations

import io
import zipfile
from base64 import b64decode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.servers.site import Site

HAND_INS = 20
FILES = [f"learner-{number:03}.{suffix}" for number in range(1, HAND_INS + 1) for suffix in ("json", "pdf")]

START = f"""
import json
from planner.services.classes import class_jobs
from tests.services.classes.crowded import many, opened_class
from tests.services.stored import new_key
teacher = opened_class()
many(teacher.classroom, {HAND_INS})
class_jobs.start(teacher, class_jobs.Work.REPORTS, key=new_key())
print(json.dumps(None))
"""
RESULT = """
import json
from planner.models.job import Job
print(json.dumps([Job.objects.get().result, [chunk.attempts for chunk in Job.objects.get().chunks.all()]]))
"""
ARCHIVE = """
import json
from base64 import b64encode
from planner.models.job import Job
from planner.services.classes import class_jobs
print(json.dumps(b64encode(b"".join(class_jobs.archive(Job.objects.get(), []))).decode()))
"""


def files_made(site: Site) -> int:
    """Return how many files of reports are in the database."""
    return site.count("planner_bundledreport")


def archive(site: Site) -> zipfile.ZipFile:
    """Return the archive as it is downloaded."""
    return zipfile.ZipFile(io.BytesIO(b64decode(site.ask(ARCHIVE))))
