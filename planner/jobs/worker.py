"""The local worker: takes one chunk after another until it is asked to stop."""

import logging
import os
import socket
import threading
from uuid import uuid4

from django.core.exceptions import ObjectDoesNotExist
from django.db import close_old_connections
from django.utils import timezone

from planner.jobs import ledger
from planner.jobs.kind import all_kinds
from planner.models.job import Chunk

REST_SECONDS = 0.5

log = logging.getLogger(__name__)


class JobError(Exception):
    """What a kind raises when a chunk cannot be done, however often it is tried; its text is shown to people."""


def new_name() -> str:
    """Return a name that no other worker has or had."""
    return f"{socket.gethostname()[:20]}:{os.getpid()}:{uuid4().hex[:12]}"


def work_one(name: str, *, chunk: int | None = None) -> bool:
    """Take an open chunk, or the given one, and work it off; False if there was none to take."""
    taken = ledger.claim(name, now=timezone.now(), chunk=chunk)
    if taken is None:
        return False
    work_off(taken, name)
    return True


def work_off(chunk: Chunk, name: str) -> None:
    """Work off a chunk that was claimed under this name; nothing comes of one that is deleted meanwhile."""
    try:
        result = all_kinds()[chunk.job.kind].work(chunk.arguments)
    except JobError as error:
        ledger.give_up(chunk, name, str(error), now=timezone.now())
    except ObjectDoesNotExist:
        # A job goes with its plan, and with the next one of its class, though somebody works on it.
        if Chunk.objects.filter(pk=chunk.pk).exists():
            raise
        log.info("chunk %s was deleted meanwhile", chunk.pk)
    else:
        if not ledger.finish(chunk, name, result, now=timezone.now()):
            log.info("chunk %s had gone to another worker or was deleted", chunk.pk)


def work_until(stop: threading.Event) -> None:
    """Work off chunks until asked to stop; the one under way is finished first."""
    name = new_name()
    while not stop.is_set():
        close_old_connections()
        if not work_one(name):
            stop.wait(REST_SECONDS)
