"""Parts of a page that a browser may have already: each carries a short name for all that it shows."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.html import format_html_join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.http import HttpRequest
    from django.utils.safestring import SafeString

HEADER = "X-Seen"
"""What the browser has, as pairs of id and name: `step-mail:0c1f… step-chat:99ab…`."""


class Shown:
    """What one part of a page shows; its repr tells everything, and it never changes."""

    __slots__ = ("_seen",)

    _seen: str

    @property
    def seen(self) -> str:
        """The name of what this shows: the same as long as it shows the same."""
        if not hasattr(self, "_seen"):
            object.__setattr__(self, "_seen", name_of(self))
        return self._seen


class Listed(Protocol):
    """A part of a list: its id on the page, and the name of what it shows."""

    @property
    def html_id(self) -> str: ...

    @property
    def seen(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """A part of a page with an id of its own, the template that draws it, and what the template is given besides."""

    id: str
    seen: str
    template: str
    inside: str = ""
    """The id of the fragment that draws this one too."""
    step: Any = None
    stretch: Any = None
    checkpoint: Any = None


@dataclass(frozen=True, slots=True)
class Kept:
    """Stands in a list for neighbours that the browser has as they are: only their ids are sent, and they stay."""

    html_ids: tuple[str, ...]

    @property
    def stand_ins(self) -> SafeString:
        """An empty element for each: as they are details, so are these."""
        return format_html_join("\n", '<details id="{}" data-kept></details>', ((one,) for one in self.html_ids))


def name_of(*shown: object) -> str:
    """Return a short name for what is shown."""
    return hashlib.blake2s(repr(shown).encode(), digest_size=6).hexdigest()


def had_by(request: HttpRequest) -> dict[str, str] | None:
    """Return the names of what a browser has, by id; None where it does not say."""
    told = request.headers.get(HEADER)
    return None if told is None else dict(pair.split(":", 1) for pair in told.split() if ":" in pair)


def missing(fragments: Iterable[Fragment], had: dict[str, str]) -> Iterator[Fragment]:
    """Yield the fragments that a browser lacks, without those that another of them draws."""
    lacking = [fragment for fragment in fragments if had.get(fragment.id) != fragment.seen]
    drawn = {fragment.id for fragment in lacking}
    yield from (fragment for fragment in lacking if fragment.inside not in drawn)


def without_kept(parts: Iterable[Listed], had: dict[str, str]) -> Iterator[Listed | Kept]:
    """Yield the parts of a list, with stand-ins for those that a browser has already."""
    for is_kept, neighbours in groupby(parts, lambda part: had.get(part.html_id) == part.seen):
        if is_kept:
            yield Kept(tuple(part.html_id for part in neighbours))
        else:
            yield from neighbours
