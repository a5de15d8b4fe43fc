"""What a service answers: what it did, or why it did nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a request did; the same request again is answered with the same outcome.

    `version` is the plan's after it, and what `services.undo.undo` takes. `id` is that of the step or checkpoint, or
    the name of the variable. A move tells the place, from 1, that the step had and has, and the number of steps.
    """

    version: int = 0
    changed: bool = True
    id: str = ""
    was: int | None = None
    place: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One field that this form and an edit since have both changed; values as JSON has them, "" for not answered."""

    part: str
    id: str
    field: str
    base: Any
    mine: Any
    theirs: Any


# These three say how things stand, and are answered with a page; nothing is in error.


class Conflict(Exception):  # noqa: N818
    """The same field was changed elsewhere since the form was made; nothing was saved.

    The form asks with both values, and comes back with this `version`, a new key, and no other fields than these and
    `changed`, which it has changed too: the rest may be out of date.
    """

    def __init__(self, differences: Sequence[Difference], *, version: int, changed: Sequence[str] = ()) -> None:
        super().__init__(", ".join(f"{one.part} {one.id}: {one.field}" for one in differences))
        self.differences = tuple(differences)
        self.version = version
        self.changed = tuple(changed)


class Gone(Exception):  # noqa: N818
    """What the form is about was removed elsewhere; nothing was saved, and it can be restored."""

    def __init__(self, part: str, part_id: str) -> None:
        super().__init__(f"{part} {part_id}")
        self.part = part
        self.id = part_id


class NotInPlan(LookupError):  # noqa: N818
    """What the form is about was never part of this plan."""

    def __init__(self, part: str, part_id: str) -> None:
        super().__init__(f"{part} {part_id}")
        self.part = part
        self.id = part_id
