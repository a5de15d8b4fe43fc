"""What strikes run i in its session k: a function of (seed, i, k) and nothing else (MODEL.md sections 3 and 9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.core.plan import Interruptions

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

NEVER = 1 << 62
"""A cut that no session lives to see, in milliseconds."""

ALL = slice(None)

_RESTART, _CLOSE, _EXACTLY = range(3)
_STREAMS = 4
"""Streams kept for each session, one a source: room for one more without moving the others."""
_BLOCK = 4
"""Words that Philox makes at once."""
_WORDS_A_SEEK = 700
"""How many words of a stream are made in the time that it takes to seek one."""


@dataclass(frozen=True, slots=True)
class Strikes:
    """The interruptions of a plan under one seed (0 to 2⁶⁴ − 1)."""

    interruptions: Interruptions
    seed: int

    def cuts(self, session: int, runs: range, picked: Ints | slice = ALL) -> tuple[Ints, Ints | int]:
        """Return when session `session` of each picked run is cut, and the downtime then, both in ms.

        `picked` are indexes into `runs`; the answers have one entry for each of them (the downtime one for all, where
        there is one source).

        A cut is counted from the session's start, recovery included; NEVER where nothing strikes. Source `exactly`
        is not here, since it depends on how long a session would take: see `shares`.
        """
        given = self.interruptions
        sources = (
            (_RESTART, given.restart_every_ms, given.restart_downtime_ms),
            (_CLOSE, given.close_every_ms, given.close_downtime_ms),
        )
        drawn = [
            (exponential_ms(uniforms(self.seed, session, source, runs, picked), mean_ms), downtime_ms)
            for source, mean_ms, downtime_ms in sources
            if mean_ms
        ]
        if given.session_limit_ms or not drawn:
            count = len(drawn[0][0] if drawn else np.empty(len(runs))[picked])
            limit = np.full(count, given.session_limit_ms or NEVER, np.int64)
            drawn.append((limit, given.limit_downtime_ms))
        return _earliest(drawn)

    def shares(self, session: int, runs: range, picked: Ints | slice = ALL) -> Floats:
        """Return, for source `exactly`, the share of each session's needed time at which it is cut, in [0, 1)."""
        return uniforms(self.seed, session, _EXACTLY, runs, picked)


def _earliest(drawn: list[tuple[Ints, int]]) -> tuple[Ints, Ints | int]:
    """Return the earliest of some sources' cuts, and its downtime; the first source wins a tie."""
    cut, downtime_ms = drawn[0]
    if len(drawn) == 1:
        return cut, downtime_ms
    downtime = np.full(len(cut), downtime_ms, np.int64)
    for other, other_ms in drawn[1:]:
        downtime = np.where(other < cut, other_ms, downtime)
        cut = np.minimum(cut, other)
    return cut, downtime


def uniforms(seed: int, session: int, source: int, runs: range, picked: Ints | slice = ALL) -> Floats:
    """Return one number in [0, 1) for each run: word i of the Philox stream that belongs to (seed, session, source)."""
    key = np.array([seed, session * _STREAMS + source], np.uint64)
    if not isinstance(picked, slice) and len(picked) * _WORDS_A_SEEK < len(runs):
        words = _sought(np.random.Philox(key=key), picked + runs.start)
    else:
        block, skipped = divmod(runs.start, _BLOCK)
        words = np.random.Philox(key=key, counter=block).random_raw(skipped + len(runs))[skipped:][picked]
    words >>= np.uint64(11)
    uniform = words.astype(np.float64)
    uniform *= 2.0**-53
    return uniform


def _sought(stream: np.random.Philox, places: Ints) -> NDArray[np.uint64]:
    """Return single words of a stream, without making those between them."""
    words, reached = np.empty(len(places), np.uint64), 0
    for at, place in enumerate(places.tolist()):
        block, word = divmod(place, _BLOCK)
        stream.advance(block - reached)
        words[at] = stream.random_raw(_BLOCK)[word]
        reached = block + 1
    return words


def exponential_ms(uniform: Floats, mean_ms: int) -> Ints:
    """Return exponential times by inverse transform, rounded half up to whole milliseconds, at least 1."""
    times = np.negative(uniform)
    np.log1p(times, out=times)
    times *= -mean_ms
    times += 0.5
    # None is negative, so that cutting off is rounding down.
    ms: Ints = times.astype(np.int64)
    return np.maximum(ms, 1, out=ms)


def exact_cut(share: Floats, needs_ms: Ints, recovery_ms: int) -> Ints:
    """Return where `exactly` cuts a session that needs so long after its recovery, in ms from the session's start.

    The cut falls before the session's end, so that it interrupts; a session that needs no time cannot be cut short.
    """
    inside = np.minimum(np.floor(share * needs_ms + 0.5).astype(np.int64), np.maximum(needs_ms - 1, 0))
    cut: Ints = np.maximum(recovery_ms + inside, 1)
    return cut
