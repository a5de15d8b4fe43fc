"""The moments of one try as they are written down: what goes on alike from item to item of a batch is told once."""

from __future__ import annotations

from dataclasses import replace

from planner.core.telling.scene import Ledger, Scene, Try, What

_OF_AN_ITEM = frozenset(
    {
        What.DONE,
        What.DONE_AGAIN,
        What.DONE_OTHERWISE,
        What.ACTED,
        What.ACTED_AGAIN,
        What.RECOGNISED,
        What.ASKED,
        What.ASKED_AGAIN,
        What.ANSWERED,
        What.ANSWERED_AGAIN,
        What.SKIPPED,
        What.FOUND_DONE,
        What.STILL_ASKED,
        What.LEFT,
        What.MISSED,
    }
)
_MOST_ALIKE = 6
"""An item has its own scene or two, and one for each checkpoint behind it; more than four of those stay apart."""


class Page:
    """The scenes of one try, while it goes on."""

    def __init__(self, start: str | None, believed: Ledger, true: Ledger) -> None:
        self._start, self._believed, self._true = start, believed, true
        self._scenes: list[Scene] = []

    def add(self, scene: Scene) -> None:
        """Write a scene down, and join it with those of the items before if all went alike."""
        self._scenes.append(scene)
        if scene.last_item:
            lengths = range(1, _MOST_ALIKE + 1)
            self._join(next((length for length in lengths if self._goes_on_alike(length)), 0))

    def _goes_on_alike(self, length: int) -> bool:
        """Whether the last so many scenes are all those of one item, and like the ones before them."""
        before, last = self._scenes[-2 * length : -length], self._scenes[-length:]
        return (
            last[0].what in _OF_AN_ITEM
            and [_kind(scene) for scene in before] == [_kind(scene) for scene in last]
            and all(len({scene.last_item for scene in part}) == 1 for part in (before, last))
        )

    def _join(self, length: int) -> None:
        if length:
            last = self._scenes[-length:]
            del self._scenes[-length:]
            self._scenes[-length:] = map(_joined, self._scenes[-length:], last)

    def closed(self) -> Try:
        """Return the try as it was written down."""
        return Try(start=self._start, believed=self._believed, true=self._true, scenes=tuple(self._scenes))


def _kind(scene: Scene) -> tuple[What, str | None, str | None]:
    return scene.what, scene.step, scene.checkpoint


def _joined(earlier: Scene, later: Scene) -> Scene:
    return replace(later, first_item=earlier.first_item) if later.what in _OF_AN_ITEM else later
