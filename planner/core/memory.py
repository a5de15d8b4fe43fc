"""What outlives an interruption, and what is counted over the sessions of one run."""

from __future__ import annotations

from dataclasses import dataclass, field

INTENT, EFFECT, DONE, LEFT = 1, 2, 4, 8
"""What is known of a unit, as bits of its progress; LEFT: an intent record left it undone, and that is counted."""


@dataclass(slots=True)
class Tally:
    """What is counted over the sessions of one run; lists have one entry a step, times are ms."""

    duplicates: list[int]
    harmless: list[int]
    missed: list[int]
    reasks: list[int]
    divergences: list[int]
    skipped_ms: int = 0
    inconsistent: int = 0

    @classmethod
    def empty(cls, steps: int) -> Tally:
        """Return a tally of nothing."""
        return cls([0] * steps, [0] * steps, [0] * steps, [0] * steps, [0] * steps)


@dataclass(slots=True)
class Memory:
    """What outlives an interruption: the world outside, the records, the snapshots."""

    progress: bytearray
    """For each unit: its INTENT is on record, its EFFECT happened, it was DONE."""
    reached: int = 0
    """Mask of the steps of which a unit was reached."""
    acted_on: int = 0
    """Mask of the non-deterministic steps on whose results an action's EFFECT rests."""
    newest: int = -1
    newest_usable: int = -1
    oldest_usable: int = -1
    """Indexes into `timeline.saves`; -1: none."""
    accepted_ms: dict[int, int] = field(default_factory=dict)
    """For each unit whose key can expire: the wall time of the newest EFFECT that the receiver accepted."""
    stale: set[int] = field(default_factory=set)
    """Units whose derived key is another now than the one that the receiver accepted."""
    walked_ms: dict[int, int] = field(default_factory=dict)
    """For each unit that can be left in doubt: how much of it was walked."""
    wall_ms: int = 0

    def copy(self) -> Memory:
        """Return an independent copy."""
        return Memory(
            bytearray(self.progress),
            self.reached,
            self.acted_on,
            self.newest,
            self.newest_usable,
            self.oldest_usable,
            dict(self.accepted_ms),
            set(self.stale),
            dict(self.walked_ms),
            self.wall_ms,
        )
