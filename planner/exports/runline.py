"""The run line of a report as SVG: classes say what a shape means, the glyphs are those of the page's sprite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil

from planner.core.reporting.blocks import Bar, Picture, Station, Way
from planner.exports.lettering import lines_of, width_em

WIDTH = 860
_MOST_A_ROW, _WIDEST = 9, 140
_NAME_PX, _LABEL_PX, _FLAG_PX = 11.5, 11.5, 11
_NAME_LINES, _LABEL_LINES = 3, 3
_NUMBER_Y, _NAME_Y, _LEADING = 12, 28, 14
_BAR_TOP, _LINE_Y, _BAR_FOOT = 66, 98, 116
_WAY_Y, _LABEL_Y = 130, 147
_GLYPH, _FLAG = 26, 17
_GAP = 22


@dataclass(frozen=True, slots=True)
class _Row:
    """The steps at index `first` to `last`, drawn in one row whose upper edge is at `top`."""

    first: int
    last: int
    top: float
    column: float

    def left_of(self, step: int) -> float:
        return (step - self.first) * self.column

    def middle_of(self, step: int) -> float:
        return self.left_of(step) + self.column / 2


@dataclass(frozen=True, slots=True)
class _Piece:
    """The part of a way that lies in one row; the longest piece of a way carries its words."""

    way: Way
    row: _Row
    lines: tuple[str, ...]

    @property
    def left(self) -> float:
        return self.row.left_of(max(self.way.first, self.row.first)) + 5

    @property
    def right(self) -> float:
        return self.row.left_of(min(self.way.last, self.row.last) + 1) - 5


def drawing(picture: Picture, *, key: str = "run", within: str = "") -> str:
    """Return the picture as one SVG element with its name and description; `within` is markup that it shall hold.

    The glyphs must be symbols of the same document: those of the sprite in the page, or in `within`.
    """
    rows, pieces = _layout(picture)
    named = f'role="img" aria-labelledby="{key}-name" aria-describedby="{key}-said"'
    names = f'<title id="{key}-name">{escape(picture.name)}</title>'
    names += f'<desc id="{key}-said">{escape(picture.description)}</desc>'
    return _sheet(picture, rows, pieces, named, f"{names}{within}")


def drawings(picture: Picture, *, most_rows: int, within: str = "") -> tuple[str, ...]:
    """Return the picture as SVG elements of at most so many rows each, for sheets of paper; they have no names."""
    rows, pieces = _layout(picture)
    sheets = [rows[at : at + most_rows] for at in range(0, len(rows), most_rows)]
    return tuple(_sheet(picture, sheet, pieces, "", within) for sheet in sheets)


def _sheet(picture: Picture, rows: list[_Row], pieces: list[_Piece], attributes: str, within: str) -> str:
    own = [piece for piece in pieces if piece.row in rows]
    shapes = [*(_row(picture, row) for row in rows), *(_piece(piece) for piece in own)]
    height = _height(rows[-1], own) - rows[0].top
    view = f'viewBox="0 {rows[0].top:.0f} {WIDTH} {height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="run-picture" {view} {attributes}>'
    return f"{head}{within}{''.join(shapes)}</svg>"


def _layout(picture: Picture) -> tuple[list[_Row], list[_Piece]]:
    """Lay the steps out in rows of about the same length, each as high as its words need."""
    count = len(picture.stations)
    a_row = ceil(count / ceil(count / _MOST_A_ROW))
    rows: list[_Row] = []
    pieces: list[_Piece] = []
    top = 0.0
    for first in range(0, count, a_row):
        row = _Row(first, min(first + a_row, count) - 1, top, min(WIDTH / a_row, _WIDEST))
        own = [_cut(way, row, a_row) for way in picture.ways if way.first <= row.last and way.last >= row.first]
        rows.append(row)
        pieces += own
        top = _height(row, own) + _GAP
    return rows, pieces


def _cut(way: Way, row: _Row, a_row: int) -> _Piece:
    piece = _Piece(way, row, ())
    if row.first // a_row != _row_of_words(way, a_row):
        return piece
    room = max(piece.right - piece.left, row.column)
    return _Piece(way, row, lines_of(way.text, most_em=room / _LABEL_PX, most_lines=_LABEL_LINES))


def _row_of_words(way: Way, a_row: int) -> int:
    """Return the row that holds most steps of a way, the first of several."""
    rows = range(way.first // a_row, way.last // a_row + 1)
    return max(rows, key=lambda row: min(way.last, (row + 1) * a_row - 1) - max(way.first, row * a_row))


def _height(row: _Row, pieces: list[_Piece]) -> float:
    most = max((len(piece.lines) for piece in pieces if piece.row == row), default=0)
    return row.top + _LABEL_Y + _LEADING * max(most - 1, 0) + 8


def _row(picture: Picture, row: _Row) -> str:
    stations = picture.stations[row.first : row.last + 1]
    y = row.top + _LINE_Y
    ends = row.middle_of(row.first), row.middle_of(row.last)
    lead_in = 0 if row.first else ends[0]
    lead_out = row.left_of(row.last + 1) if row.last + 1 < len(picture.stations) else ends[1]
    line = f'<path class="run-line" d="M{lead_in:.1f} {y:.1f}H{lead_out:.1f}" />'
    return line + "".join([*_bars(picture.bars, row), *(_station(station, row) for station in stations)])


def _station(station: Station, row: _Row) -> str:
    x, top = row.middle_of(station.number - 1), row.top
    name = lines_of(station.name, most_em=(row.column - 8) / _NAME_PX, most_lines=_NAME_LINES)
    lines = [_text(x, top + _NAME_Y + at * _LEADING, line, kind="run-name") for at, line in enumerate(name)]
    number = _text(x, top + _NUMBER_Y, str(station.number), kind="run-number")
    place = f'x="{x - _GLYPH / 2:.1f}" y="{top + _LINE_Y - _GLYPH / 2:.1f}" width="{_GLYPH}" height="{_GLYPH}"'
    return f'{number}{"".join(lines)}<use href="#glyph-{station.glyph}" {place} />'


def _bars(bars: tuple[Bar, ...], row: _Row) -> Iterator[str]:
    """Draw the checkpoints of a row; those at one place share a bar and a flag."""
    places: dict[float, list[Bar]] = {}
    for bar in bars:
        if row.first <= bar.step <= row.last:
            x = row.left_of(bar.step) + row.column * (0.78 if bar.inside else 1)
            places.setdefault(x, []).append(bar)
    for x, together in places.items():
        yield _bar(x, row, together)


def _bar(x: float, row: _Row, together: list[Bar]) -> str:
    top = row.top + _BAR_TOP
    name = lines_of(" ".join(bar.name for bar in together), most_em=(row.column - 16) / _FLAG_PX, most_lines=1)[0]
    half = max(width_em(name) * _FLAG_PX + 9, _FLAG) / 2
    x = min(max(x, half), WIDTH - half)
    kind = "run-bar is-unused" if all(bar.unused for bar in together) else "run-bar"
    flag = f'<rect class="run-flag" x="{x - half:.1f}" y="{top:.1f}" width="{2 * half:.1f}" height="{_FLAG}" rx="3" />'
    post = f'<path class="run-post" d="M{x:.1f} {top + _FLAG:.1f}V{row.top + _BAR_FOOT:.1f}" />'
    return f'<g class="{kind}">{post}{flag}{_text(x, top + 12.5, name, kind="run-flag-name")}</g>'


def _piece(piece: _Piece) -> str:
    y, kind = piece.row.top + _WAY_Y, "run-way is-fix" if piece.way.repeats else "run-way"
    begins = piece.way.first >= piece.row.first
    head = f'<path class="run-head" d="M{piece.left:.1f} {y:.1f}m5 -4l-5 4l5 4" />' if begins else ""
    path = f'<path class="run-path" d="M{piece.left:.1f} {y:.1f}H{piece.right:.1f}" />'
    middle = (piece.left + piece.right) / 2
    words = [
        _text(middle, piece.row.top + _LABEL_Y + at * _LEADING, line, kind="run-label")
        for at, line in enumerate(piece.lines)
    ]
    return f'<g class="{kind}">{path}{head}{"".join(words)}</g>'


def _text(x: float, y: float, words: str, *, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(words)}</text>'
