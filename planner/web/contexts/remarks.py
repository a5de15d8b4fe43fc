"""One line with a glyph, words and perhaps a link: what is said beside a step, a checkpoint or a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """One line; `tone` is fix, think, passed or note."""

    tone: str
    text: str
    href: str = ""
    link: str = ""
