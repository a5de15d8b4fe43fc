"""What a person says of the run as a whole: its identity, its storage, how it resumes and what interrupts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_POST

from planner.services import identity as identities
from planner.services import interruptions as interruptions_of
from planner.services import resume as resumes
from planner.services import storage as storages
from planner.web.access import of_plan
from planner.web.edits import carry_out, saved
from planner.web.forms.whole import IdentityForm, InterruptionsForm, ResumeForm, StorageForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan


@require_POST
@of_plan
def identity(request: HttpRequest, row: Plan) -> HttpResponse:
    """Say what identifies the run, and what stops two resumes at once."""
    return carry_out(request, row, IdentityForm(request.POST), identities.edit, saved("identity"), name="identity")


@require_POST
@of_plan
def storage(request: HttpRequest, row: Plan) -> HttpResponse:
    """Say where snapshots and records live."""
    return carry_out(request, row, StorageForm(request.POST), storages.edit, saved("storage"), name="storage")


@require_POST
@of_plan
def resume(request: HttpRequest, row: Plan) -> HttpResponse:
    """Say what a run does when it resumes."""
    return carry_out(request, row, ResumeForm(request.POST), resumes.edit, saved("resume"), name="resume")


@require_POST
@of_plan
def interruptions(request: HttpRequest, row: Plan) -> HttpResponse:
    """Say what interrupts the run."""
    form = InterruptionsForm(request.POST)
    return carry_out(request, row, form, interruptions_of.edit, saved("interruptions"), name="interruptions")
