"""The drawings of steps, taken from the sprite of the pages, for pictures outside of them."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

from django.template.loader import render_to_string

PREFIX = "glyph-"


@cache
def glyphs() -> str:
    """Return the symbols of all glyphs as SVG markup."""
    sprite = ElementTree.fromstring(render_to_string("partials/sprite.html"))  # noqa: S314 -- our own template
    symbols = [symbol for symbol in sprite if symbol.get("id", "").startswith(PREFIX)]
    return "".join(ElementTree.tostring(symbol, encoding="unicode") for symbol in symbols)
