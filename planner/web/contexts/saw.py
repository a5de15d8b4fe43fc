"""The sawtooth: one run as a table whose columns are steps and whose rows are tries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.core.telling.scene import What
from planner.core.wordings.letters import checkpoint_word
from planner.web.contexts.scenes import checkpoint_name
from planner.web.glyphs import glyph_of
from planner.web.quantities import ordinal

if TYPE_CHECKING:
    from planner.core.plan import Checkpoint, Plan
    from planner.core.telling.scene import Scene, Try
    from planner.core.timeline import Timeline

_LONGEST_SHORT = 9
_STOPS = frozenset(what for what in What if what.name.startswith("STOPPED"))


@dataclass(frozen=True, slots=True)
class _State:
    """How a cell looks: its class, what is written in it, what is only heard, and a drawing unless it is the step's."""

    css: str
    word: str
    said: str
    glyph: str = ""


_DONE = _State("was-done", "", "done")
_KEPT = _State("was-kept", "", "kept")
_NOT_REACHED = _State("not-reached", "", "not reached")
_FOLDED = (
    (What.ACTED_AGAIN, _State("was-twice", "twice", "happened twice", "glyph-twice")),
    (What.MISSED, _State("was-twice", "left out", "left out")),
    (What.DONE_OTHERWISE, _State("was-twice", "differs", "came out different after it was used")),
    (What.FOUND_DONE, _State("was-found", "found", "found done, not repeated")),
    (What.SKIPPED, _State("was-found", "on record", "on record, not repeated")),
    (What.STILL_ASKED, _State("was-found", "asked", "still asked, not asked again")),
    (What.LEFT, _State("was-found", "left", "left as it was")),
    (What.RECOGNISED, _State("was-again", "no harm", "repeated without harm")),
    (What.ASKED_AGAIN, _State("was-again", "again", "asked again")),
    (What.ANSWERED_AGAIN, _State("was-again", "again", "asked again")),
    (What.DONE_AGAIN, _State("was-again", "again", "done again")),
)
"""What a cell shows if several things happened in it: the first of these, else that it was done."""


class Sawtooth:
    """Draws the tries of a run; `numbers` are those of the tries, from 1."""

    def __init__(self, timeline: Timeline, tries: tuple[Try, ...], numbers: tuple[int, ...]) -> None:
        self._plan = timeline.plan
        self._tries = tries
        self._numbers = numbers
        self._checkpoints = _by_step(self._plan)
        self._usable = {save.checkpoint for save in timeline.saves if save.usable}
        self._starts = [start_column(self._plan, one) for one in tries]
        self._ends = [_end_column(self._plan, one, start) for one, start in zip(tries, self._starts, strict=True)]

    def drawn(self, *, caption: str, now: tuple[int, Scene]) -> dict[str, Any]:
        """Return what partials/saw.html takes; `now` is the chosen moment and the place of its try in the list."""
        place, scene = now
        column = self.column_of(place, scene)
        return {
            "caption": caption,
            "steps": [self._head(at) for at in range(len(self._plan.steps))],
            "tries": [
                {
                    "ordinal": ordinal(number),
                    "from": f"from {checkpoint_name(self._plan, one.start).removeprefix('checkpoint ')}",
                    "later": at > place,
                    "cells": [self._cell(at, step, (place, column)) for step in range(len(self._plan.steps))],
                }
                for at, (number, one) in enumerate(zip(self._numbers, self._tries, strict=True))
            ],
        }

    def column_of(self, place: int, scene: Scene) -> int:
        """Return the column of a moment; what has no step of its own stands where its try begins or ends."""
        if scene.what is What.FINISHED:
            return len(self._plan.steps) - 1
        if scene.step is None or scene.what in (What.RESUMES, What.CANNOT_LOAD):
            return self._starts[place]
        return self._plan.index_of(scene.step)

    def _head(self, at: int) -> dict[str, Any]:
        step = self._plan.steps[at]
        flags = [checkpoint_word(self._plan, one.id) for _, one in self._checkpoints.get(at, [])]
        return {
            "number": at + 1,
            "name": step.name or step.id,
            "short": _short(step.name or step.id),
            "flag": " ".join(flags),
            "flag_name": " and ".join(flags),
            "broken": self._is_broken(at),
        }

    def _is_broken(self, at: int) -> bool:
        here = self._checkpoints.get(at, [])
        return bool(here) and all(index not in self._usable for index, _ in here)

    def _cell(self, place: int, at: int, now: tuple[int, int]) -> dict[str, Any]:
        scenes = [scene for scene in self._tries[place].scenes if self._is_in(place, scene, at)]
        state = self._state(place, at, scenes)
        stopped = at == self._ends[place]
        fall = self._fall(place, at)
        css = [state.css, *(["was-stopped", "falls"] if stopped else []), *self._place(place, at), fall]
        css += ["is-now"] if (place, at) == now else ["is-later"] if (place, at) > now else []
        return {
            "classes": " ".join(part for part in css if part),
            "glyph": "icon-bolt" if stopped else self._glyph(at, state),
            "also": self._glyph(at, state) if stopped and state.css == "was-twice" else "",
            "word": "stopped" if stopped and state.css != "was-twice" else state.word,
            "said": _joined(state.said, "stopped") if stopped else "" if state.word == state.said else state.said,
            "fall": bool(fall),
            "drop": stopped and place < len(self._tries) - 1,
        }

    def _is_in(self, place: int, scene: Scene, at: int) -> bool:
        return scene.step is not None and self.column_of(place, scene) == at

    def _state(self, place: int, at: int, scenes: list[Scene]) -> _State:
        happened = {scene.what for scene in scenes}
        for what, state in _FOLDED:
            if what in happened:
                return state
        if happened - _STOPS - {What.RESUMES, What.CANNOT_LOAD}:
            return _DONE
        if at < self._starts[place]:
            return _KEPT
        return _State("", "", "") if at == self._ends[place] else _NOT_REACHED

    def _glyph(self, at: int, state: _State) -> str:
        return "" if state in (_KEPT, _NOT_REACHED) else state.glyph or glyph_of(self._plan.steps[at])

    def _place(self, place: int, at: int) -> list[str]:
        css = []
        if at == self._starts[place]:
            css.append("run-starts" if self._numbers[place] == 1 else "try-starts")
        if at == len(self._plan.steps) - 1 and self._tries[place].scenes[-1].what is What.FINISHED:
            css.append("run-ends")
        if at in self._checkpoints:
            css += ["has-checkpoint", *(["is-broken"] if self._is_broken(at) else [])]
        return css

    def _fall(self, place: int, at: int) -> str:
        """Return which part of the dotted way back from the try before crosses a cell; nothing for none."""
        if place == 0 or self._numbers[place] != self._numbers[place - 1] + 1:
            return ""
        stop, start = self._ends[place - 1], self._starts[place]
        if stop is None or not start <= at <= stop:
            return ""
        if start == stop:
            return "fall-drops"
        return {start: "fall-lands", stop: "fall-turns"}.get(at, "fall-passes")


def start_column(plan: Plan, one: Try) -> int:
    """Return the column in which a try begins: behind the step of its checkpoint, or inside it."""
    first = one.scenes[0]
    if one.start is None or first.step is None:
        return 0
    at, step = plan.index_of(first.step), plan.step(first.step)
    inside = next(checkpoint for checkpoint in plan.checkpoints if checkpoint.id == one.start).inside is not None
    is_whole = not inside and first.last_item in (None, step.items - 1)
    return min(at + is_whole, len(plan.steps) - 1)


def _end_column(plan: Plan, one: Try, start: int) -> int | None:
    """Return the column in which a try was stopped; None if it was not."""
    last = one.scenes[-1]
    if last.what is What.GIVEN_UP:
        last = one.scenes[-2]
    if last.what not in _STOPS:
        return None
    return start if last.step is None else plan.index_of(last.step)


def _by_step(plan: Plan) -> dict[int, list[tuple[int, Checkpoint]]]:
    places: dict[int, list[tuple[int, Checkpoint]]] = {}
    for index, checkpoint in enumerate(plan.checkpoints):
        places.setdefault(plan.index_of(checkpoint.step_id), []).append((index, checkpoint))
    return places


def _short(name: str) -> str:
    first = name.split()[0] if name.split() else name
    return first if len(first) <= _LONGEST_SHORT else f"{first[: _LONGEST_SHORT - 1]}…"


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
