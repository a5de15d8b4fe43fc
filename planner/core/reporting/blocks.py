"""What a report is put together from: paragraphs, lists and tables of one-line texts, and sections of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_JOINERS = "\u200c\u200d"
"""Without these, some scripts and signs are written wrong; they turn no text around."""


def one_line(text: str) -> str:
    """Return a text without line breaks and without characters that are not seen.

    Characters that turn the direction of a text around would reach beyond its end, into ours.
    """
    spaced = " ".join(text.split())
    return spaced if spaced.isascii() and spaced.isprintable() else "".join(filter(_is_seen, spaced))


def _is_seen(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in _INVISIBLE


class Tone(StrEnum):
    """What a text means for the reader; always told by a word too."""

    PLAIN = "plain"
    FIX = "fix"
    THINK = "think"
    NOTE = "note"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one place of a table says, and in smaller letters below it, what belongs to it."""

    text: str
    notes: tuple[str, ...] = ()
    tone: Tone = Tone.PLAIN

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))
        object.__setattr__(self, "notes", _lines(self.notes))


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph; `lead` are its first words, which stand out."""

    text: str
    lead: str = ""
    tone: Tone = Tone.PLAIN

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))
        object.__setattr__(self, "lead", one_line(self.lead))


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of short texts."""

    items: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", _lines(self.items))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: `name` is for those who do not see it; each row begins with its own head. `widths` are shares."""

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    widths: tuple[int, ...]
    numbered: bool = False
    """Whether the first column holds numbers, and the second the heads of the rows."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_line(self.name))
        if any(len(row) != len(self.head) for row in self.rows) or len(self.widths) != len(self.head):
            raise ValueError(f"{self.name}: a row has one cell for each of {len(self.head)} heads")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Names and values, one pair a line."""

    name: str
    rows: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """One step of a picture: `glyph` is its drawing in the sprite, `said` what that drawing means."""

    number: int
    name: str
    glyph: str
    said: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_line(self.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A checkpoint across the line, behind or in the middle of the step at index `step`."""

    step: int
    name: str
    inside: bool
    unused: bool
    """Whether no run goes on from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """From the steps at index `first` to `last`, where a stopped run goes back to."""

    first: int
    last: int
    text: str
    repeats: bool
    """Whether something that an action does outside can happen twice on the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The run as a line of steps; `description` says the same in words."""

    name: str
    description: str
    stations: tuple[Station, ...]
    bars: tuple[Bar, ...]
    ways: tuple[Way, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "description", one_line(self.description))


Block = Prose | Listing | Table | Pairs | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a report under its own heading; `parts` are sections within it. `key` names its place in a page."""

    key: str
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", one_line(self.title))


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for line in map(one_line, texts) if line)
