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
        names = f'<title id="{self.key}-title">{escape(self.title)}</title>'
        names += f'<desc id="{self.key}-desc">{escape(self.description)}</desc>'
        labelled = f'role="img" aria-labelledby="{self.key}-title" aria-describedby="{self.key}-desc"'
        size = f'class="chart" viewBox="0 0 {WIDTH} {HEIGHT}"'
        return f'<svg xmlns="{_NAMESPACE}" {size} {labelled}>{names}{"".join(shapes)}</svg>'

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


def _side(on_the_left: bool) -> str:
    return "end" if on_the_left else "start"


def _text(x: float, y: float, words: str, *, anchor: str, bold: bool = False) -> str:
    kind = ' class="chart-name"' if bold else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
