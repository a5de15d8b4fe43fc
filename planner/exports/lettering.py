"""How wide words are in a drawing, near enough to break them into lines that fit."""

from __future__ import annotations

import unicodedata

_NARROW, _WIDE = frozenset("ijlftrI.,:;'’‘|!()[]1 -"), frozenset("mwMW@%—…")
_NARROW_EM, _USUAL_EM, _WIDE_EM, _FULL_EM = 0.34, 0.59, 0.9, 1.05


def width_em(text: str) -> float:
    """Return about how wide a text is, in sizes of its font."""
    return sum(_character_em(character) for character in text)


def _character_em(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return _FULL_EM
    if character in _WIDE or (character.isupper() and character not in _NARROW):
        return _WIDE_EM if character in _WIDE else 0.7
    return _NARROW_EM if character in _NARROW else _USUAL_EM


def lines_of(text: str, *, most_em: float, most_lines: int) -> tuple[str, ...]:
    """Break a text into lines; what does not fit into the last one ends in “…”."""
    lines: list[str] = []
    rest = text.split()
    while rest and len(lines) < most_lines:
        count = _words_that_fit(rest, most_em)
        lines.append(_shortened(" ".join(rest[:count]), most_em))
        rest = rest[count:]
    if rest:
        lines[-1] = _shortened(f"{lines[-1].removesuffix('…')} {rest[0]}…", most_em, always=True)
    return tuple(lines)


def _words_that_fit(words: list[str], most_em: float) -> int:
    count = 1
    while count < len(words) and width_em(" ".join(words[: count + 1])) <= most_em:
        count += 1
    return count


def _shortened(text: str, most_em: float, *, always: bool = False) -> str:
    """Return a text that fits, with “…” in place of its end; `always`: its end is missing in any case."""
    if width_em(text) <= most_em and not always:
        return text
    kept = text.removesuffix("…")
    while kept and width_em(f"{kept}…") > most_em:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
