"""The page of sweeps of a plan: the form, the newest sweep or one that is asked for, and those before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.urls import reverse

from planner.bridge import core_plan
from planner.core.trying.assumption import TAKEN_FOR_GRANTED, unanswered
from planner.services import sweeps
from planner.services.sweeps import JobStatus
from planner.web.contexts.downloads_page import STATES
from planner.web.contexts.frame import frame
from planner.web.contexts.sweep_picture import MEASURES, measure, picture
from planner.web.contexts.test import FEWEST_STEPS
from planner.web.forms.sweep import PRESETS, SweepForm, initial_of
from planner.web.quantities import about

if TYPE_CHECKING:
    from django.http import QueryDict

    from planner.models import Plan
    from planner.services.sweeps import Swept


@dataclass(frozen=True, slots=True)
class AskedSweep:
    """Which sweep is to be shown, coloured by what, and which ranges the form begins with; all of it may be nothing."""

    key: UUID | None = None
    show: str = ""
    preset: str = ""


def asked_sweep(query: QueryDict) -> AskedSweep:
    """Read an address: `?sweep=…&show=lost`, or `?ranges=functions`."""
    return AskedSweep(_uuid(query.get("sweep", "")), query.get("show", ""), query.get("ranges", ""))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def sweep_page(row: Plan, asked: AskedSweep, form: SweepForm | None = None) -> dict[str, Any]:
    """Return the page with a fixed number of queries; `form` is one that was refused."""
    plan, kept = core_plan(row), sweeps.kept(row)
    return {
        **frame(row, current="test", core=plan),
        **_part(row, asked, kept),
        "too_few": len(plan.steps) < FEWEST_STEPS,
        "form": form or _form(row, asked, _chosen(asked, kept)),
        "presets": PRESETS,
        "refused": form,
    }


def _form(row: Plan, asked: AskedSweep, chosen: Swept | None) -> SweepForm:
    """Return the form with known ranges if they are asked for, else with those of the sweep that is shown."""
    known = next((one for one in PRESETS if one.key == asked.preset), None)
    initial = initial_of(chosen.job.arguments) if chosen and not known else (known or PRESETS[0]).initial
    return SweepForm(initial={"version": row.version, **initial})


def sweep_part(row: Plan, asked: AskedSweep) -> dict[str, Any]:
    """Return the part with one sweep, which asks for itself while it is under way."""
    return _part(row, asked, sweeps.kept(row))


def _chosen(asked: AskedSweep, kept: list[Swept]) -> Swept | None:
    return next((one for one in kept if one.job.key == asked.key), kept[0] if kept else None)


def _part(row: Plan, asked: AskedSweep, kept: list[Swept]) -> dict[str, Any]:
    chosen, shown = _chosen(asked, kept), measure(asked.show)
    here = reverse("sweep", args=[row.pk])
    return {
        "plan": row,
        "href": here,
        "show": shown.key,
        "measures": MEASURES,
        "swept": _swept(row, chosen, shown.key) if chosen else None,
        "picture": picture(chosen, shown) if chosen and chosen.job.status == JobStatus.DONE else None,
        "is_live": chosen is not None and chosen.is_open,
        "earlier": [_earlier(one, here) for one in kept if one is not chosen],
    }


def _swept(row: Plan, one: Swept, show: str) -> dict[str, Any]:
    tone, word = STATES[JobStatus(one.job.status)]
    plan, here = one.plan, [row.pk, one.job.key]
    given = plan.interruptions
    return {
        "key": one.job.key,
        "at": one.job.created_at,
        "version": one.version,
        "is_current": one.version == row.version,
        "tone": tone,
        "word": word,
        "problem": one.job.problem,
        "done": one.done,
        "chunks": one.chunks,
        "poll_href": f"{reverse('sweep', args=[row.pk])}?sweep={one.job.key}&show={show}",
        "cancel_href": reverse("cancel-sweep", args=here) if one.is_open else "",
        "retry_href": reverse("retry-sweep", args=here) if one.job.status in _CAN_BE_RETRIED else "",
        "restart_downtime": about(given.restart_downtime_ms or given.downtime_ms),
        "limit_downtime": about(given.limit_downtime_ms),
        "granted": TAKEN_FOR_GRANTED,
        "unanswered": unanswered(plan),
    }


_CAN_BE_RETRIED = (JobStatus.FAILED, JobStatus.CANCELLED)


def _earlier(one: Swept, here: str) -> dict[str, Any]:
    asked = one.job.arguments
    size = f"{len(asked['restarts'])} by {len(asked['limits'])}"
    return {"href": f"{here}?sweep={one.job.key}", "at": one.job.created_at, "version": one.version, "size": size}
