"""Jobs and chunks are worked off once, whoever is killed or late."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from planner.core.planfile import document_from_plan
from planner.core.sketch import sketch
from planner.jobs import ledger
from planner.jobs.kind import Arguments
from planner.jobs.worker import work_off, work_one
from planner.models.job import MAX_ATTEMPTS, Chunk, Job, JobStatus

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LATER = NOW + ledger.LEASE + timedelta(seconds=1)


def sweep(key: UUID, limits: int = 2) -> Arguments:
    plan = document_from_plan(sketch("read\npay !\n|\nreport"))
    lengths = [600 * (at + 1) for at in range(limits)]
    return {"job": str(key), "plan": plan, "runs": 10, "seed": 1, "restarts": [600], "limits": lengths}


def started(limits: int = 2) -> Job:
    key = uuid4()
    return ledger.start("sweep", sweep(key, limits), key=key)


def claimed(worker: str, now: datetime = NOW) -> Chunk:
    chunk = ledger.claim(worker, now=now)
    assert chunk is not None
    return chunk


def test_a_job_that_is_asked_for_twice_is_one_job() -> None:
    key = UUID(int=7)
    first, second = (ledger.start("sweep", sweep(key), key=key) for _ in range(2))
    assert first == second
    assert Chunk.objects.count() == 2


def test_chunks_are_handed_out_in_order_and_once() -> None:
    started()
    assert [claimed(worker).number for worker in "ab"] == [0, 1]
    assert ledger.claim("c", now=NOW) is None


def test_a_chunk_of_a_dead_worker_goes_to_the_next_when_its_lease_has_run_out() -> None:
    started(limits=1)
    lost = claimed("dead")
    assert ledger.claim("next", now=NOW) is None
    assert claimed("next", LATER).pk == lost.pk


def test_what_a_worker_brings_too_late_is_refused() -> None:
    job = started(limits=1)
    slow = claimed("slow")
    quick = claimed("quick", LATER)
    assert not ledger.finish(slow, "slow", {"from": "slow"}, now=LATER)
    assert ledger.finish(quick, "quick", {"from": "quick"}, now=LATER)
    assert not ledger.finish(quick, "quick", {"from": "again"}, now=LATER)
    job.refresh_from_db()
    assert (job.status, job.result, job.ended_at) == (JobStatus.DONE, [[{"from": "quick"}]], LATER)


def how_far(job: Job) -> tuple[int, int]:
    (one,) = ledger.progress(Job.objects.filter(pk=job.pk))
    return one.done, one.chunks


def test_a_job_is_done_with_its_last_chunk_and_not_before() -> None:
    job = started()
    first, last = claimed("a"), claimed("b")
    ledger.finish(last, "b", 2, now=NOW)
    job.refresh_from_db()
    assert (job.status, how_far(job)) == (JobStatus.RUNNING, (1, 2))
    ledger.finish(first, "a", 1, now=NOW)
    job.refresh_from_db()
    assert (job.status, job.result, how_far(job)) == (JobStatus.DONE, [[1, 2]], (2, 2))


def test_a_chunk_that_kills_every_worker_fails_its_job_in_the_end() -> None:
    job = started(limits=1)
    for attempt in range(MAX_ATTEMPTS):
        claimed("w", NOW + attempt * 2 * ledger.LEASE)
    assert ledger.claim("w", now=NOW + MAX_ATTEMPTS * 2 * ledger.LEASE) is None
    job.refresh_from_db()
    assert (job.status, job.problem) == (JobStatus.FAILED, "part 0 was begun 5 times and never finished")


def test_a_cancelled_job_gives_out_nothing_and_takes_nothing() -> None:
    job = started()
    chunk = claimed("a")
    assert ledger.cancel(job, now=NOW)
    assert ledger.claim("b", now=LATER) is None
    assert not ledger.finish(chunk, "a", 1, now=NOW)
    assert not ledger.cancel(job, now=NOW)


def test_what_is_brought_for_a_job_that_was_deleted_is_refused() -> None:
    job = started()
    chunk = claimed("a")
    job.delete()
    assert not ledger.finish(chunk, "a", 1, now=NOW)
    work_off(chunk, "a")
    assert not Chunk.objects.exists()


def test_a_worker_ends_in_an_error_where_something_else_is_missing() -> None:
    ledger.start("sweep", sweep(uuid4()), key=uuid4())
    with pytest.raises(Job.DoesNotExist):
        work_one("a")


def test_a_retried_job_keeps_the_chunks_that_were_finished() -> None:
    job = started()
    ledger.finish(claimed("a"), "a", 1, now=NOW)
    ledger.give_up(claimed("a"), "a", "no such plan", now=NOW)
    job.refresh_from_db()
    assert (job.status, job.problem) == (JobStatus.FAILED, "no such plan")
    assert ledger.retry(job)
    again = claimed("b")
    assert (again.number, again.attempts) == (1, 1)
    ledger.finish(again, "b", 2, now=NOW)
    job.refresh_from_db()
    assert job.result == [[1, 2]]


def test_a_worker_works_a_job_off_to_its_end() -> None:
    job = started()
    assert [work_one("w") for _ in range(3)] == [True, True, False]
    job.refresh_from_db()
    assert job.status == JobStatus.DONE
    assert job.result is not None
    assert [[cell["limit"] for cell in row] for row in job.result] == [[600, 1200]]
