"""What a request wants to have kept, as text: its fields and files, each as the check for private text will see it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from planner.core.check import check_plan
from planner.core.errors import PlanError
from planner.core.planfile import MAX_BYTES, read_plan
from planner.privacy import Private, sightings
from planner.services.draft import tidy_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from django.core.files.uploadedfile import UploadedFile
    from django.http import HttpRequest

    from planner.core.plan import Plan

NO_TEXT = frozenset(
    {"csrfmiddlewaretoken", "key", "version", "private", "private-from", "seen", "theirs", "newest", "whose"}
)
"""Hidden fields that no person types; a time of day to the microsecond can look like a telephone number."""
FILE_AS_TEXT = "text"
"""The field that brings the content of a file once more: a browser cannot be given a file."""
MOST_SHOWN = 100
"""So many pieces of one field are asked about; who says that all of these are made up is believed of the rest."""
AROUND = 60
"""So many characters on either side of a piece are shown with it."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of text that looks private, with what stands around it."""

    before: str
    piece: str
    after: str
    what: Private


@dataclass(frozen=True, slots=True)
class Posted:
    """One field of a request: its value as it came, and what in it looks private."""

    name: str
    value: str
    excerpts: tuple[Excerpt, ...]


def private_fields(request: HttpRequest) -> tuple[Posted, ...]:
    """Return the fields and files of a request in which something looks private, in their order."""
    fields = _values(request)
    return _with_excerpts(Posted(name, value, tuple(islice(_excerpts(value), MOST_SHOWN))) for name, value in fields)


def without(found: Iterable[Posted], pieces: Collection[str]) -> tuple[Posted, ...]:
    """Return what is left of private fields when these pieces do not count."""
    return _with_excerpts(
        replace(posted, excerpts=tuple(one for one in posted.excerpts if one.piece not in pieces)) for posted in found
    )


def _with_excerpts(found: Iterable[Posted]) -> tuple[Posted, ...]:
    return tuple(posted for posted in found if posted.excerpts)


def _values(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield fields and files as text; none that is longer than a plan file, which no view keeps."""
    for name, values in request.POST.lists():
        if name not in NO_TEXT:
            yield from ((name, value) for value in values if len(value) <= MAX_BYTES)
    for _, files in request.FILES.lists():
        yield from ((FILE_AS_TEXT, _content(file)) for file in files)


def _content(file: UploadedFile[bytes]) -> str:
    """Return a file as text; nothing of one that is too large or no text, which its view refuses."""
    if file.size is None or file.size > MAX_BYTES:
        return ""
    content: bytes = file.read()
    file.seek(0)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""


def _excerpts(value: str) -> Iterator[Excerpt]:
    """Yield what looks private in a value, each piece once."""
    known = set()
    for text in _texts(value):
        for seen in sightings(text):
            piece = text[seen.start : seen.end]
            if piece not in known:
                known.add(piece)
                yield Excerpt(_tail(text[: seen.start]), piece, _head(text[seen.end :]), seen.what)


def _texts(value: str) -> tuple[str, ...]:
    """Return a value and its lines as a plan would hold them, or the texts of the plan file that it is."""
    try:
        if value.lstrip().startswith("{"):
            return texts_of_plan(read_plan(value))
    except PlanError:
        pass  # Its view will say why it is no plan file; as text it may be private all the same.
    try:
        text = tidy_text(value)
    except PlanError:
        return ()
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(dict.fromkeys((text, *lines)))


def texts_of_plan(plan: Plan) -> tuple[str, ...]:
    """Return the texts of a plan that W105 reads, each once."""
    seen: dict[str, None] = {}

    def note(text: str) -> tuple[str, ...]:
        seen[text] = None
        return ()

    check_plan(plan, select={"W105"}, spot=note)
    return tuple(seen)


def _tail(text: str) -> str:
    return text if len(text) <= AROUND else f"…{text[-AROUND:]}"


def _head(text: str) -> str:
    return text if len(text) <= AROUND else f"{text[:AROUND]}…"
