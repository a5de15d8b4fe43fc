"""One drawn run with chosen interruptions, told in lines."""

from __future__ import annotations

from planner.core.run import Chosen
from planner.core.sketch import sketch
from planner.core.telling.scene import Scene, Trace
from planner.core.timeline import compile_plan
from planner.core.times import to_ms
from planner.core.trace import trace


def traced(drawing: str, *cuts: float) -> Trace:
    return trace(compile_plan(sketch(drawing)), Chosen([to_ms(cut) for cut in cuts], 0))


def told(drawing: str, *cuts: float) -> list[list[str]]:
    """Return each try as lines: time, what, step with its items (from 0), checkpoint, believed and true effects."""
    return [[line_of(scene) for scene in one.scenes] for one in traced(drawing, *cuts).tries]


def line_of(scene: Scene) -> str:
    items = "" if scene.last_item is None else f"[{scene.first_item}–{scene.last_item}]"
    effects = f"{scene.believed}/{scene.true}" if scene.believed or scene.true else None
    parts = (f"{scene.at_ms / 1_000:g}", scene.what, scene.step and scene.step + items, scene.checkpoint, effects)
    return " ".join(part for part in parts if part)
