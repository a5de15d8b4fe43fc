"""View models that were made for a plan before, used again where they would come out the same."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    Seen = tuple[object, object]

Made = TypeVar("Made")

MOST_PLANS = 200


class Memo:
    """What was made last for each place of one page, beside what it was made of.

    It cannot go out of date: what a view model is made of is compared each time. Where the parts of a plan are the very
    same values as before, which the bridge sees to, that takes no time.
    """

    def __init__(self) -> None:
        self._seen: dict[Hashable, Seen] = {}

    def made(self, place: Hashable, of: object, make: Callable[[], Made]) -> Made:
        """Return what `make` returns, or what it returned at this place before if that was made of the same."""
        known = self._seen.get(place)
        if known is None or known[0] != of:
            known = self._seen[place] = (of, make())
        return cast("Made", known[1])


MEMOS: OrderedDict[str, Memo] = OrderedDict()


def memo_for(address: str) -> Memo:
    """Return the memo of the page at an address."""
    memo = MEMOS.pop(address, None) or Memo()
    MEMOS[address] = memo
    while len(MEMOS) > MOST_PLANS:
        MEMOS.popitem(last=False)
    return memo
