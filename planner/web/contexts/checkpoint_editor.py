"""The forms of the checkpoint that is being edited: what it saves, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from planner.web.contexts.frame import new_key
from planner.web.contexts.variables import made_before
from planner.web.forms.checkpoints import CheckpointForm, PlaceForm

if TYPE_CHECKING:
    from planner.core.plan import Checkpoint, Plan
    from planner.web.contexts.bench import Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointEditor:
    """The forms of one checkpoint; `within`: it can be saved within its batch too."""

    here: str
    form: CheckpointForm
    place: PlaceForm
    within: bool
    token: str = field(default_factory=new_key)
    """Makes every drawing another: forms do not tell what they hold."""


def checkpoint_editor(bench: Bench, checkpoint: Checkpoint) -> CheckpointEditor | None:
    """Return the forms of a checkpoint; None unless it is open."""
    if not bench.editable or bench.opened != f"checkpoint-{checkpoint.id}":
        return None
    step = bench.plan.step(checkpoint.step_id)
    return CheckpointEditor(
        here=f"{bench.base}checkpoints/{checkpoint.id}/",
        form=_form(bench, checkpoint),
        place=_place_form(bench, checkpoint),
        within=checkpoint.after is not None and step.items > 1,
    )


def _form(bench: Bench, checkpoint: Checkpoint) -> CheckpointForm:
    posted = bench.posted.get(f"checkpoint-{checkpoint.id}")
    form = posted or CheckpointForm(initial=CheckpointForm.initial_of(checkpoint))
    form.auto_id = f"checkpoint-{checkpoint.id}-%s"
    at = bench.plan.index_of(checkpoint.step_id) + (checkpoint.inside is None)
    form.offer(made_before(bench.plan, at, besides=checkpoint.snapshot))
    return form


def _place_form(bench: Bench, checkpoint: Checkpoint) -> PlaceForm:
    posted = bench.posted.get(f"place-{checkpoint.id}")
    side = "inside" if checkpoint.inside else "after"
    form = posted or PlaceForm(initial={"place": f"{side}:{checkpoint.step_id}"})
    form.auto_id = f"checkpoint-{checkpoint.id}-%s"
    form.offer(_places(bench.plan))
    return form


def _places(plan: Plan) -> list[tuple[str, str]]:
    return [
        (f"{side}:{step.id}", f"{side} step {number}, {step.name or 'without a name'}")
        for number, step in enumerate(plan.steps, 1)
        for side in ("inside", "after")
    ]
