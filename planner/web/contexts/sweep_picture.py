"""A sweep as one picture: which place of the grid is how dark, what stands in it, and the numbers beneath."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.charts import Grid, Tile
from planner.core.times import to_ms
from planner.core.wordings.wording import duration
from planner.web.quantities import about, counted, mean, of

if TYPE_CHECKING:
    from planner.services.sweeps import Swept

Cell = dict[str, Any]
NONE = "none"
MOST_OPEN = 64
"""A table of more places is closed at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One thing to colour by; `limits` are the upper ends of all levels but the darkest, which `levels` name.

    `good` says of how many places what they have in common: those up to the level `good_level`.
    """

    key: str
    name: str
    title: str
    limits: tuple[float, ...]
    levels: tuple[str, ...]
    good: str
    good_level: int
    value: Callable[[Cell], float]
    figure: Callable[[float], str]
    told: Callable[[Cell], tuple[str, str]]
    """The quantity itself and its standard error, "" where it is exact."""

    def level(self, cell: Cell) -> int:
        """Return how dark a place is."""
        value = self.value(cell)
        return sum(value > limit for limit in self.limits)


def _times(value: float) -> str:
    return f"{value:.2f}×" if value < 1.995 else f"{value:.1f}×" if value < 9.95 else f"{value:,.0f}×"


def _share(value: float) -> str:
    return "<1%" if 0 < value < 0.01 else f"{value:,.0%}"


def _count(value: float) -> str:
    return "0" if value == 0 else "<0.001" if value < 0.001 else mean(value)


def _seconds(name: str) -> Callable[[Cell], tuple[str, str]]:
    def told(cell: Cell) -> tuple[str, str]:
        error = about(cell["error"][name] * 1_000) if name in cell["error"] else ""
        return about(cell["mean"][name] * 1_000), error

    return told


def _duplicates(cell: Cell) -> tuple[str, str]:
    return "", mean(cell["error"]["duplicates"]) if "duplicates" in cell["error"] else ""


MEASURES = (
    Measure(
        key="time",
        name="Time to finish",
        title="Time to finish, against a run that nothing interrupts",
        limits=(1.1, 1.5, 2, 4),
        levels=("up to 1.1 times as long", "up to 1.5", "up to 2", "up to 4", "longer"),
        good="a run takes at most twice as long as one that nothing interrupts",
        good_level=2,
        value=lambda cell: float(cell["mean"]["wall"]) / cell["ideal"],
        figure=_times,
        told=_seconds("wall"),
    ),
    Measure(
        key="twice",
        name="Actions that happen twice",
        title="Actions that happen twice, in one run on average",
        limits=(0, 0.1, 0.5, 1),
        levels=("none counted", "up to 0.1 in a run", "up to 0.5", "up to 1", "more"),
        good="no action was counted twice",
        good_level=0,
        value=lambda cell: float(cell["mean"]["duplicates"]),
        figure=_count,
        told=_duplicates,
    ),
    Measure(
        key="lost",
        name="Work done again",
        title="Work done again or thrown away, as a share of the run’s own work",
        limits=(0.05, 0.25, 0.5, 1),
        levels=("up to 5%", "up to 25%", "up to 50%", "up to 100%", "more than the run itself"),
        good="at most a quarter of the work is done again",
        good_level=1,
        value=lambda cell: float(cell["mean"]["lost"]) / cell["ideal"],
        figure=_share,
        told=_seconds("lost"),
    ),
)


def measure(key: str) -> Measure:
    """Return what to colour by; the first where the key is none."""
    return next((one for one in MEASURES if one.key == key), MEASURES[0])


def picture(swept: Swept, chosen: Measure) -> dict[str, Any]:
    """Return the drawing of a sweep that is done, the table beneath and what both come to; rare restarts are above."""
    asked, rows = swept.job.arguments, list(reversed(swept.job.result or []))
    cells = [cell for row in rows for cell in row]
    across = tuple(_named(limit) for limit in asked["limits"])
    down = tuple(_named(restart) for restart in reversed(asked["restarts"]))
    told = _conclusion(cells, chosen)
    return {
        "svg": _grid(rows, chosen, told, down=down, across=across).svg,
        "title": chosen.title,
        "told": told,
        "levels": list(enumerate(chosen.levels)),
        "is_crossed": any(cell["finished"] < 1 for cell in cells),
        "across": across,
        "rows": list(_table(rows, chosen, down)),
        "is_large": len(cells) > MOST_OPEN,
        "runs": counted(asked["runs"], "run"),
        "seed": asked["seed"],
        "basis": _basis(cells, runs=asked["runs"], seed=asked["seed"]),
        "ideal": about(cells[0]["ideal"] * 1_000),
    }


def _grid(
    rows: list[list[Cell]], chosen: Measure, told: str, *, down: tuple[str, ...], across: tuple[str, ...]
) -> Grid:
    return Grid(
        key="sweep-grid",
        title=chosen.title,
        description=told,
        down=down,
        across=across,
        down_title="A restart about every",
        across_title="A session ends after",
        tiles=tuple(tuple(_tile(cell, chosen) for cell in row) for row in rows),
    )


def _table(rows: list[list[Cell]], chosen: Measure, down: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for name, row in zip(down, rows, strict=True):
        yield {"name": name, "cells": [_told(cell, chosen) for cell in row]}


def _named(seconds: float | None) -> str:
    return NONE if seconds is None else duration(to_ms(seconds))


def _tile(cell: Cell, chosen: Measure) -> Tile:
    if cell["finished"] < 1:
        share = cell["finished"]
        return Tile(text=f"{_share(share)} end" if share else "no end", level=0, is_crossed=True)
    return Tile(text=chosen.figure(chosen.value(cell)), level=chosen.level(cell))


def _told(cell: Cell, chosen: Measure) -> dict[str, str]:
    """Return what stands in the table for one place: the figure, and what it is made of."""
    if cell["never"]:
        return {"figure": "no end", "more": "no session gets further"}
    if cell["finished"] < 1:
        return {"figure": f"{of(round(cell['finished'] * cell['runs']), cell['runs'])} end", "more": ""}
    quantity, error = chosen.told(cell)
    known = f"± {error}" if error else "exact"
    return {"figure": chosen.figure(chosen.value(cell)), "more": f"{quantity}, {known}" if quantity else known}


def _conclusion(cells: list[Cell], chosen: Measure) -> str:
    ended = [cell for cell in cells if cell["finished"] == 1]
    good = sum(chosen.level(cell) <= chosen.good_level for cell in ended)
    open_ended = len(cells) - len(ended)
    rest = f"; in {open_ended:,} not every run ends" if open_ended else ""
    where = f"In {of(good, len(cells)) if good else f'none of {len(cells):,}'} places"
    return f"{where} {chosen.good}{rest}."


def _basis(cells: list[Cell], *, runs: int, seed: int) -> list[str]:
    """Return how many places rest on what."""
    never = sum(cell["never"] for cell in cells)
    measured = sum(cell["runs"] > 0 for cell in cells)
    parts = (
        (len(cells) - never - measured, "worked out exactly, since there is a closed form"),
        (measured, f"with {counted(runs, 'run')} each under seed {seed}, in part exact where no ± stands"),
        (never, "by reasoning: no session lasts long enough to get further, so no run ends"),
    )
    return [f"{counted(number, 'place')} {words}" for number, words in parts if number]
