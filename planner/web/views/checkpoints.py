"""What a person does with the checkpoints of a plan: change, move, remove and justify them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.http import Http404
from django.views.decorators.http import require_POST

from planner.core.vocabulary import Question
from planner.services import checkpoints
from planner.services.outcome import Outcome
from planner.web.access import of_plan
from planner.web.edits import Told, carry_out, saved
from planner.web.forms.checkpoints import AnswerForm, CheckpointForm, PlaceForm
from planner.web.forms.once import EditForm

if TYPE_CHECKING:
    from typing import Unpack

    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan
    from planner.services.checkpoints import AnswerFields


@require_POST
@of_plan
def edit(request: HttpRequest, row: Plan, checkpoint: str) -> HttpResponse:
    """Change what a checkpoint saves, and how often."""
    name, act = f"checkpoint-{checkpoint}", partial(checkpoints.edit, checkpoint=checkpoint)
    return carry_out(request, row, CheckpointForm(request.POST), act, saved(name), name=name)


@require_POST
@of_plan
def move(request: HttpRequest, row: Plan, checkpoint: str) -> HttpResponse:
    """Move a checkpoint after or inside another step."""
    name, act = f"checkpoint-{checkpoint}", partial(checkpoints.move, checkpoint=checkpoint)
    told = Told(text="The checkpoint is moved.", anchor=name)
    return carry_out(request, row, PlaceForm(request.POST), act, lambda _: told, name=f"place-{checkpoint}")


@require_POST
@of_plan
def remove(request: HttpRequest, row: Plan, checkpoint: str) -> HttpResponse:
    """Remove a checkpoint, with Undo."""
    near, act = request.POST.get("near", ""), partial(checkpoints.remove, checkpoint=checkpoint)
    told = Told(text="The checkpoint is removed.", focus="undo-button", anchor="undo", opened="", undo_near=near)
    return carry_out(request, row, EditForm(request.POST), act, lambda _: told)


@require_POST
@of_plan
def restore(request: HttpRequest, row: Plan, checkpoint: str) -> HttpResponse:
    """Bring a removed checkpoint back."""
    act = partial(checkpoints.restore, checkpoint=checkpoint)
    told = Told(text="The checkpoint is back.", focus=f"checkpoint-{checkpoint}", anchor=f"checkpoint-{checkpoint}")
    return carry_out(request, row, EditForm(request.POST), act, lambda _: told)


@require_POST
@of_plan
def answer(request: HttpRequest, row: Plan, checkpoint: str, question: str) -> HttpResponse:
    """Answer one of the five questions about a checkpoint."""
    if question not in list(Question):
        raise Http404

    def act(row: Plan, *, version: int, key: str, **fields: Unpack[AnswerFields]) -> Outcome:
        answers = {Question(question): fields}
        return checkpoints.answer(row, checkpoint=checkpoint, answers=answers, version=version, key=key)

    name = f"answer-{checkpoint}-{question}"
    return carry_out(request, row, AnswerForm(request.POST), act, saved(f"{checkpoint}-{question}"), name=name)
