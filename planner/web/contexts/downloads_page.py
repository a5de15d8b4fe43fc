"""The page of files of a class: grades, reports, and the background work that makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.services.classes import class_jobs
from planner.services.classes.class_jobs import JobStatus, Work
from planner.web.contexts.class_frame import class_frame
from planner.web.quantities import counted

if TYPE_CHECKING:
    from planner.models import Member
    from planner.services.classes.class_jobs import Progress

NAMES = {
    Work.REPORTS: "Reports on the newest hand-ins",
    Work.RECHECK: "Today’s rules over the newest hand-ins",
    Work.COHORT: "The newest hand-ins under other assumptions",
}
STATES = {
    JobStatus.WAITING: ("note", "Waiting for a worker"),
    JobStatus.RUNNING: ("note", "Under way"),
    JobStatus.DONE: ("passed", "Done"),
    JobStatus.FAILED: ("fix", "Failed"),
    JobStatus.CANCELLED: ("think", "Stopped"),
}
MOST_TOLD = 50


def downloads_page(member: Member) -> dict[str, Any]:
    """Return the page with a fixed number of queries."""
    return {**class_frame(member, current="submissions"), **jobs_part(member)}


def jobs_part(member: Member) -> dict[str, Any]:
    """Return the part that asks for itself while something is under way."""
    found = class_jobs.progress(member)
    return {
        "classroom": member.classroom,
        "jobs": [_job(member, one) for one in found],
        "is_live": any(one.is_open for one in found),
    }


def _job(member: Member, one: Progress) -> dict[str, Any]:
    job, here = one.job, [member.classroom_id, one.job.key]
    tone, word = STATES[JobStatus(job.status)]
    made: dict[str, Any] = job.result if job.status == JobStatus.DONE and job.result else {}
    return {
        "id": f"job-{job.key}",
        "name": NAMES[Work(job.kind)],
        "at": job.created_at,
        "tone": tone,
        "word": word,
        "problem": job.problem,
        "done": one.done,
        "chunks": one.chunks,
        "is_open": one.is_open,
        "cancel_href": reverse("cancel-class-job", args=here) if one.is_open else "",
        "retry_href": reverse("retry-class-job", args=here) if not one.is_open and not made else "",
        "file_href": reverse("class-reports", args=here) if "reports" in made else "",
        "file_words": counted(made["reports"], "report") if "reports" in made else "",
        "result_href": reverse("cohort-result", args=here) if "measured" in made else "",
        "result_words": counted(made["measured"], "hand-in") if "measured" in made else "",
        "recheck": _recheck(member, made) if "checked" in made else None,
    }


def _recheck(member: Member, result: dict[str, Any]) -> dict[str, Any]:
    differing = result["differing"]
    return {
        "told": f"{counted(len(differing), 'plan')} of {result['checked']:,} would be told otherwise today",
        "rules": result["rules"],
        "lines": [
            {
                "href": reverse("review", args=[member.classroom_id, one["submission"]]),
                "learner": f"Learner {one['number']}",
                "new": ", ".join(one["new"]),
                "gone": ", ".join(one["gone"]),
            }
            for one in differing[:MOST_TOLD]
        ],
        "more": max(len(differing) - MOST_TOLD, 0),
    }
