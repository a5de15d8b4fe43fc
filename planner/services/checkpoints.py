"""What a person does with checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from planner.core.vocabulary import Question
from planner.core.wordings.letters import letters, letters_for
from planner.models import Answer, Checkpoint, Plan
from planner.services.once import once
from planner.services.order import end_of
from planner.services.outcome import Outcome
from planner.services.undo import bring_back

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Unpack

    from planner.core.vocabulary import Reply
    from planner.models.rows import Rows
    from planner.services.draft import Draft


class CheckpointFields(TypedDict, total=False):
    """What a person can say of a checkpoint; its place and its answers apart."""

    every_items: int | None
    snapshot: Sequence[str]
    save_ms: int


class AnswerFields(TypedDict, total=False):
    """What a person can say to one of the five questions."""

    reply: Reply | None
    reason: str


def place(
    row: Plan,
    *,
    version: int,
    key: str,
    after: str | None = None,
    inside: str | None = None,
    **fields: Unpack[CheckpointFields],
) -> Outcome:
    """Place a checkpoint after or inside a step; the outcome holds its id, the next letter that is free."""
    return once(row, place_in, version=version, key=key, after=after, inside=inside, fields=fields)


def edit(row: Plan, *, checkpoint: str, version: int, key: str, **fields: Unpack[CheckpointFields]) -> Outcome:
    """Change what a checkpoint saves, how long that takes, or how often it is done in a batch."""
    return once(row, _edit, version=version, key=key, checkpoint=checkpoint, fields=fields)


def move(
    row: Plan, *, checkpoint: str, version: int, key: str, after: str | None = None, inside: str | None = None
) -> Outcome:
    """Move a checkpoint after or inside a step; where that is no batch, it is not saved every so many items."""
    return once(row, _move, version=version, key=key, checkpoint=checkpoint, after=after, inside=inside)


def remove(row: Plan, *, checkpoint: str, version: int, key: str) -> Outcome:
    """Remove a checkpoint; its answers come back with it."""
    return once(row, _remove, version=version, key=key, checkpoint=checkpoint)


def restore(row: Plan, *, checkpoint: str, version: int, key: str) -> Outcome:
    """Bring a removed checkpoint back; PlanError if its step is removed."""
    return once(row, _restore, version=version, key=key, checkpoint=checkpoint)


def answer(row: Plan, *, checkpoint: str, answers: Mapping[Question, AnswerFields], version: int, key: str) -> Outcome:
    """Answer some of the five questions about a checkpoint, or change the answers."""
    return once(row, _answer, version=version, key=key, checkpoint=checkpoint, answers=answers)


def place_in(draft: Draft, *, after: str | None, inside: str | None, fields: dict[str, Any]) -> Outcome:
    """Place a checkpoint in a draft, with its five questions open."""
    rows = draft.rows
    row = Checkpoint(plan=rows.plan, slug=_free_letter(rows), position=end_of(rows.checkpoints))
    draft.add(row)
    for question in Question:
        draft.add(Answer(checkpoint=row, question=question.value))
    _put(draft, row, after=after, inside=inside)
    draft.write(row, **fields)
    return Outcome(id=row.slug)


def _put(draft: Draft, row: Checkpoint, **place: str | None) -> None:
    """Set the place of a checkpoint; Gone or NotInPlan if there is no such step."""
    for slug in place.values():
        if slug is not None:
            draft.step(slug)
    draft.set(row, **place)


def _edit(draft: Draft, *, checkpoint: str, fields: dict[str, Any]) -> Outcome:
    draft.set(draft.checkpoint(checkpoint), **fields)
    return Outcome(id=checkpoint)


def _move(draft: Draft, *, checkpoint: str, after: str | None, inside: str | None) -> Outcome:
    row = draft.checkpoint(checkpoint)
    _put(draft, row, after=after, inside=inside)
    place = draft.rows.read(row, "after")
    if place is None or draft.step(place, removed_too=True).items == 1:
        draft.write(row, every_items=None)
    return Outcome(id=checkpoint)


def _remove(draft: Draft, *, checkpoint: str) -> Outcome:
    draft.write(draft.checkpoint(checkpoint, removed_too=True), removed=True)
    return Outcome(id=checkpoint)


def _restore(draft: Draft, *, checkpoint: str) -> Outcome:
    bring_back(draft, draft.checkpoint(checkpoint, removed_too=True))
    return Outcome(id=checkpoint)


def _answer(draft: Draft, *, checkpoint: str, answers: Mapping[Question, AnswerFields]) -> Outcome:
    row = draft.checkpoint(checkpoint)
    stored = {one.question: one for one in draft.rows.answers if one.checkpoint_id == row.id}
    for question, fields in answers.items():
        draft.set(stored[question], **fields)
    return Outcome(id=checkpoint)


def _free_letter(rows: Rows) -> str:
    """Return the first letter that no checkpoint has had, and that none is called by."""
    called = letters_for(checkpoint.slug for checkpoint in rows.kept_checkpoints()).values()
    taken = {*called, *(checkpoint.slug for checkpoint in rows.checkpoints)}
    return next(letter for letter in letters() if letter not in taken)
