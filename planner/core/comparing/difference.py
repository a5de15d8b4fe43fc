"""What changed from one plan to the next, in words: what came, went and moved, and which fields read otherwise."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Checkpoint, Plan, Step
from planner.core.wordings import reading
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.reading import Field, ListField, Part
from planner.core.wordings.wording import quoted, sentence, step_name
from planner.core.wordings.words import RESUME_CHECKS


class Turn(StrEnum):
    """In which way something is different."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is different: what, and where it reads otherwise, how it read `before` and `after`.

    `about` is a place in the later plan, or in the earlier one for what was removed.
    """

    turn: Turn
    about: Place
    what: str
    before: str = ""
    after: str = ""


def difference(before: Plan, after: Plan) -> tuple[Difference, ...]:
    """Return what is different: the steps in order, the checkpoints, the state, then the plan as a whole.

    Steps, checkpoints and variables are the same if their ids (a variable's name) are. The order in which a list is
    written counts for steps and for what a resume checks, and for nothing else.
    """
    return (
        *_steps(before, after),
        *_checkpoints(before, after),
        *_state(before, after),
        *_fields(before, after, reading.PLAN, "", THE_PLAN),
        *_lists(before, after, reading.PLAN_LISTS, "a resume", THE_PLAN),
        *_order_of_checks(before, after),
    )


def _steps(before: Plan, after: Plan) -> Iterator[Difference]:
    old, new = ({step.id: step for step in plan.steps} for plan in (before, after))
    moved = _moved([before.index_of(one) for one in new if one in old])
    for step in before.steps:
        if step.id not in new:
            yield _found(Turn.REMOVED, Place(step=step.id), _step(before, step))
    for step in after.steps:
        about, name = Place(step=step.id), _step(after, step)
        if step.id not in old:
            yield _found(Turn.ADDED, about, name)
            continue
        at = before.index_of(step.id)
        if at in moved:
            yield Difference(
                turn=Turn.MOVED, about=about, what=name, before=f"step {at + 1}", after=name.partition(",")[0]
            )
        yield from _fields(old[step.id], step, reading.STEP, name, about)
        yield from _lists(old[step.id], step, reading.STEP_LISTS, name, about)


def _moved(places: Sequence[int]) -> set[int]:
    """Return the fewest old places that have to move for all to be in order: those off a longest rising sequence."""
    ends: list[int] = []
    lengths = []
    for place in places:
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        lengths.append(length)
    staying, wanted = set(), len(ends) - 1
    for place, length in zip(reversed(places), reversed(lengths), strict=True):
        if length == wanted:
            staying.add(place)
            wanted -= 1
    return set(places) - staying


def _checkpoints(before: Plan, after: Plan) -> Iterator[Difference]:
    old, new = ({one.id: one for one in plan.checkpoints} for plan in (before, after))
    for one in before.checkpoints:
        if one.id not in new:
            yield _found(Turn.REMOVED, Place(checkpoint=one.id), f"{_name(before, one)}, {_stands(before, one)}")
    for one in after.checkpoints:
        about = Place(checkpoint=one.id)
        if one.id not in old:
            yield _found(Turn.ADDED, about, f"{_name(after, one)}, {_stands(after, one)}")
            continue
        earlier = old[one.id]
        if (one.after, one.inside) != (earlier.after, earlier.inside):
            places = {"before": _stands(before, earlier), "after": _stands(after, one)}
            yield Difference(turn=Turn.MOVED, about=about, what=_name(after, one), **places)
        yield from _fields(earlier, one, reading.CHECKPOINT, _name(after, one), about)
        yield from _lists(earlier, one, reading.CHECKPOINT_LISTS, _name(after, one), about)


def _state(before: Plan, after: Plan) -> Iterator[Difference]:
    old, new = ({one.name: one for one in plan.state} for plan in (before, after))
    for name in old:
        if name not in new:
            yield _found(Turn.REMOVED, THE_PLAN, f"The description of {quoted(name)}")
    for name, variable in new.items():
        if name in old:
            yield from _fields(old[name], variable, reading.VARIABLE, quoted(name), THE_PLAN)
        else:
            yield _found(Turn.ADDED, THE_PLAN, f"The description of {quoted(name)}")


def _order_of_checks(before: Plan, after: Plan) -> Iterator[Difference]:
    old, new = before.resume.checks or (), after.resume.checks or ()
    if old != new and set(old) == set(new):
        lists = [" ".join(RESUME_CHECKS[check] for check in checks) for checks in (old, new)]
        what = "The order in which a resume checks"
        yield Difference(turn=Turn.CHANGED, about=THE_PLAN, what=what, before=lists[0], after=lists[1])


def _fields(before: Part, after: Part, fields: Sequence[Field], name: str, about: Place) -> Iterator[Difference]:
    for field in fields:
        old, new = field.read(before), field.read(after)
        if old != new:
            what = f"{name}: {field.label}" if name else sentence(field.label)
            yield Difference(turn=Turn.CHANGED, about=about, what=what, before=field.say(old), after=field.say(new))


def _lists(before: Part, after: Part, lists: Sequence[ListField], name: str, about: Place) -> Iterator[Difference]:
    lower = f"{name[:1].lower()}{name[1:]}"
    for one in lists:
        old, new = one.read(before), one.read(after)
        for turn, items, others in ((Turn.REMOVED, old, new), (Turn.ADDED, new, old)):
            for item in items:
                if item not in others:
                    yield _found(turn, about, f"{sentence(one.say(item))}, {one.joint} {lower}")


def _found(turn: Turn, about: Place, what: str) -> Difference:
    return Difference(turn=turn, about=about, what=what)


def _step(plan: Plan, step: Step) -> str:
    return f"Step {plan.index_of(step.id) + 1}, {step_name(step)}"


def _name(plan: Plan, checkpoint: Checkpoint) -> str:
    return f"Checkpoint {checkpoint_word(plan, checkpoint.id)}"


def _stands(plan: Plan, checkpoint: Checkpoint) -> str:
    side = "inside" if checkpoint.inside is not None else "after"
    name = _step(plan, plan.step(checkpoint.step_id))
    return f"{side} {name[:1].lower()}{name[1:]}"
