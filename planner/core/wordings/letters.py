"""What checkpoints are called: A, B, C along the run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count

from planner.core.plan import Checkpoint, Plan

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_LETTER = re.compile(r"[a-zA-Z]\d*")


def letters() -> Iterator[str]:
    """Yield a … z, a2 … z2, and so on."""
    for time in count(1):
        yield from (f"{letter}{time if time > 1 else ''}" for letter in _ALPHABET)


def letters_for(ids: Iterable[str]) -> dict[str, str]:
    """Return a letter for each id: its own if it is one, else the next that none of them has."""
    ids = list(ids)
    own: dict[str, str] = {}
    for one in ids:
        if _LETTER.fullmatch(one) and one.lower() not in own.values():
            own[one] = one.lower()
    free = (letter for letter in letters() if letter not in own.values())
    return {one: own[one] if one in own else next(free) for one in ids}


def checkpoint_word(plan: Plan, checkpoint_id: str) -> str:
    """Return what a checkpoint is called in short, such as A or B2; KeyError if there is none with this id.

    In the file it may have any id; on a page those that are words take the letters that are free, along the run.
    """
    along = sorted(plan.checkpoints, key=lambda one: _place(plan, one))
    return _letters_along(tuple([one.id for one in along]))[checkpoint_id].upper()


@lru_cache(maxsize=512)
def _letters_along(ids: tuple[str, ...]) -> dict[str, str]:
    return letters_for(ids)


def _place(plan: Plan, checkpoint: Checkpoint) -> tuple[int, bool]:
    return plan.index_of(checkpoint.step_id), checkpoint.inside is None
