"""Charts as SVG that carries no colour of its own: class names say what a shape means, and a table says the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 520, 200
_LEFT, _RIGHT, _TOP, _FOOT = 40, 510, 46, 170
_GAP = 2
_MOST_TICKS = 6
_NAMESPACE = "http://www.w3.org/2000/svg"
_MARK_LINES = (12, 28)
_GRID_LEFT, _GRID_TOP = 92, 28
_HIGHEST = 44
_MOST_NAMED = 5
MOST_FIGURES = 8
"""In more columns than this, figures do not fit into the tiles."""
DARKEST = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The numbers of a chart: one row a shape, in the order in which they are drawn."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar of a histogram: `counted` things from the end of the bar before it to `upper`, which `name` says."""

    upper: float
    name: str
    counted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A vertical at a value that the text names; a prediction is drawn apart from what was measured."""

    at: float
    text: str
    is_prediction: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """How often a value fell into each of some ranges that begin at 0 and lie side by side.

    `key` makes the ids of the drawing unique on a page; `ticks` are the words at the left edge of each bar and, last,
    at the right edge of all. At most two marks; one beyond the last bar stands at its edge.
    """

    key: str
    title: str
    description: str
    bars: tuple[Bar, ...]
    ticks: tuple[str, ...]
    head: tuple[str, str]
    marks: tuple[Mark, ...] = ()

    @property
    def table(self) -> Table:
        """The same numbers as a table."""
        return Table(head=self.head, rows=tuple((bar.name, f"{bar.counted:,}") for bar in self.bars))

    @property
    def svg(self) -> str:
        """The drawing: markup with every text escaped, 520 by 200 units, as wide as its place."""
        shapes = [*self._grid(), *self._bars(), *self._axis(), *self._marks()]
        return _framed(self.key, self.title, self.description, shapes, height=HEIGHT)

    @property
    def _step(self) -> float:
        return (_RIGHT - _LEFT) / max(len(self.bars), 1)

    @property
    def _most(self) -> int:
        return max((bar.counted for bar in self.bars), default=0)

    def _y(self, counted: float) -> float:
        return _FOOT - (_FOOT - _TOP) * counted / (self._most or 1)

    def _grid(self) -> list[str]:
        lines = sorted({self._most, self._most // 2} - {0})
        return [
            f'<path class="chart-grid" d="M{_LEFT} {self._y(line):.1f}H{_RIGHT}" />'
            + _text(_LEFT - 6, self._y(line) + 4.5, f"{line:,}", anchor="end")
            for line in lines
        ]

    def _bars(self) -> list[str]:
        drawn = [(at, bar) for at, bar in enumerate(self.bars) if bar.counted]
        return [
            f'<rect class="chart-bar" x="{_LEFT + at * self._step + _GAP / 2:.1f}" y="{self._y(bar.counted):.1f}" '
            f'width="{self._step - _GAP:.1f}" height="{_FOOT - self._y(bar.counted):.1f}" />'
            for at, bar in drawn
        ]

    def _axis(self) -> list[str]:
        every = -(-len(self.ticks) // _MOST_TICKS)
        ticks = [
            _text(_LEFT + at * self._step, _FOOT + 20, word, anchor="middle" if at < len(self.bars) else "end")
            for at, word in enumerate(self.ticks)
            if at % every == 0
        ]
        return [f'<path class="chart-axis" d="M{_LEFT} {_FOOT}H{_RIGHT}" />', *ticks]

    def _marks(self) -> list[str]:
        shapes = []
        for mark, y in zip(self.marks, _MARK_LINES, strict=False):
            x = self._x(mark.at)
            kind = " is-prediction" if mark.is_prediction else ""
            shapes.append(f'<path class="chart-mark{kind}" d="M{x:.1f} {y + 4}V{_FOOT}" />')
            on_the_left = x > WIDTH / 2
            shapes.append(
                _text(x - 6 if on_the_left else x + 6, y + 8, mark.text, anchor=_side(on_the_left), bold=True)
            )
        return shapes

    def _x(self, value: float) -> float:
        """Return where a value lies, each bar being as wide as every other."""
        lower = 0.0
        for at, bar in enumerate(self.bars):
            if value <= bar.upper:
                return _LEFT + self._step * (at + (value - lower) / ((bar.upper - lower) or 1))
            lower = bar.upper
        return _RIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One place of a grid: its figure, and how dark it is, from 0 to `DARKEST`; a crossed one has no figure to rank."""

    text: str
    level: int
    is_crossed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Tiles in rows and columns, `down` and `across` naming them.

    Few columns have their figures in the tiles. In many there is no place for them: a square in each tile grows with
    its level, so that neither depends on telling shades apart.
    """

    key: str
    title: str
    description: str
    down: tuple[str, ...]
    across: tuple[str, ...]
    down_title: str
    across_title: str
    tiles: tuple[tuple[Tile, ...], ...]

    @property
    def svg(self) -> str:
        """The drawing: markup with every text escaped, 520 units wide, as wide as its place."""
        shapes = [*self._titles(), *self._columns(), *self._rows()]
        for row, tiles in enumerate(self.tiles):
            for column, tile in enumerate(tiles):
                shapes += self._tile(tile, x=_GRID_LEFT + column * self._width, y=_GRID_TOP + row * self._height)
        return _framed(self.key, self.title, self.description, shapes, height=self._foot + 44)

    @property
    def _width(self) -> float:
        return (WIDTH - _GRID_LEFT) / len(self.across)

    @property
    def _height(self) -> float:
        return min(max(self._width * 0.62, 20), _HIGHEST)

    @property
    def _foot(self) -> float:
        return _GRID_TOP + self._height * len(self.down)

    @property
    def _has_figures(self) -> bool:
        return len(self.across) <= MOST_FIGURES

    def _titles(self) -> list[str]:
        return [
            _text(0, 14, self.down_title, anchor="start", bold=True),
            _text(WIDTH, self._foot + 40, self.across_title, anchor="end", bold=True),
        ]

    def _columns(self) -> list[str]:
        every = 1 if self._has_figures else -(-len(self.across) // _MOST_NAMED)
        return [
            _text(_GRID_LEFT + (at + 0.5) * self._width, self._foot + 19, name, anchor="middle")
            for at, name in enumerate(self.across)
            if at % every == 0
        ]

    def _rows(self) -> list[str]:
        return [
            _text(_GRID_LEFT - 8, _GRID_TOP + (at + 0.5) * self._height + 4.5, name, anchor="end")
            for at, name in enumerate(self.down)
        ]

    def _tile(self, tile: Tile, *, x: float, y: float) -> list[str]:
        width, height = self._width - _GAP, self._height - _GAP
        kind = "is-crossed" if tile.is_crossed else f"is-level-{tile.level}"
        shape = f'<rect class="tile {kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" />'
        middle = x + width / 2, y + height / 2
        if self._has_figures:
            figure = _text(middle[0], middle[1] + 4.5, tile.text, anchor="middle", kind=f"tile-figure {kind}")
            return [shape, figure]
        return [shape, _mark(tile, *middle, most=min(width, height) * 0.7)]


def _mark(tile: Tile, x: float, y: float, *, most: float) -> str:
    """Return a square that grows with the level of its tile, or a cross."""
    half = most / 2 if tile.is_crossed else most * (tile.level + 1) / (DARKEST + 1) / 2
    if tile.is_crossed:
        arms = f"M{x - half:.1f} {y - half:.1f}L{x + half:.1f} {y + half:.1f}"
        return f'<path class="tile-cross" d="{arms}M{x - half:.1f} {y + half:.1f}L{x + half:.1f} {y - half:.1f}" />'
    place = f'x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}"'
    return f'<rect class="tile-mark is-level-{tile.level}" {place} />'


def _framed(key: str, title: str, description: str, shapes: list[str], *, height: float) -> str:
    """Return shapes as one drawing with its name and its description."""
    names = f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(description)}</desc>'
    labelled = f'role="img" aria-labelledby="{key}-title" aria-describedby="{key}-desc"'
    size = f'class="chart" viewBox="0 0 {WIDTH} {height:.0f}"'
    return f'<svg xmlns="{_NAMESPACE}" {size} {labelled}>{names}{"".join(shapes)}</svg>'


def _side(on_the_left: bool) -> str:
    return "end" if on_the_left else "start"


def _text(x: float, y: float, words: str, *, anchor: str, bold: bool = False, kind: str = "") -> str:
    kind = kind or ("chart-name" if bold else "")
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
