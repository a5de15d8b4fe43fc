"""The shapes of values in a plan file: each reads, writes and describes itself as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from planner.core.errors import PlanError, require, shown
from planner.core.files.text import clean_text
from planner.core.times import MAX_SECONDS, to_ms, to_seconds

MAX_SHOWN_NUMBER = 10**15


class Shape(Protocol):
    """One kind of value, in JSON and in the core."""

    def read(self, found: object) -> Any:
        """Return the core value of a JSON value; PlanError with a path relative to it."""

    def write(self, value: Any) -> object:
        """Return the JSON value of a core value."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12); it refuses nothing that `read` accepts."""


def read_within(shape: Shape, found: object, place: str) -> Any:
    """Read the value at a place; a PlanError that the parser left there in its stead is raised."""
    try:
        if isinstance(found, PlanError):
            raise found
        return shape.read(found)
    except PlanError as error:
        raise error.within(place) from None


def described(found: object) -> str:
    """Return a JSON value as an error message names it."""
    match found:
        case None:
            return "null"
        case bool():
            return "true" if found else "false"
        case str():
            return f"the text “{shown(found)}”"
        case int() if abs(found) >= MAX_SHOWN_NUMBER:
            return "a number that large"
        case int() | float():
            return f"{found}"
        case list():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return f"a value of type {type(found).__name__}"


def _number(found: object, *, least: float, most: float, wanted: str) -> int | float:
    if isinstance(found, int | float) and not isinstance(found, bool) and least <= found <= most:
        return found
    raise PlanError("", f"{wanted}, not {described(found)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text; `pattern` only tells the schema what the core demands of it besides."""

    pattern: str | None = None

    def read(self, found: object) -> str:
        if not isinstance(found, str):
            raise PlanError("", f"a text, not {described(found)}")
        return clean_text(found)

    def write(self, value: str) -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": self.pattern} if self.pattern else {"type": "string"}


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, found: object) -> bool:
        if not isinstance(found, bool):
            raise PlanError("", f"true or false, not {described(found)}")
        return found

    def write(self, value: bool) -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A whole number; 2.0 is one too, as JSON Schema has it."""

    least: int
    most: int

    def read(self, found: object) -> int:
        wanted = f"a whole number from {self.least} to {self.most:,}"
        number = _number(found, least=self.least, most=self.most, wanted=wanted)
        require(number == int(number), "", f"{wanted}, not {described(found)}")
        return int(number)

    def write(self, value: int) -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Share:
    """A number from 0 to 1."""

    def read(self, found: object) -> float:
        return float(_number(found, least=0, most=1, wanted="a number from 0 to 1"))

    def write(self, value: float) -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": 0, "maximum": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """A time: seconds in the file, whole milliseconds in the core, rounded half up."""

    least_ms: int = 0

    def read(self, found: object) -> int:
        wanted = f"a number of seconds from {self.least_ms / 1_000:g} to {MAX_SECONDS:,}"
        time_ms = to_ms(_number(found, least=0, most=MAX_SECONDS, wanted=wanted))
        require(time_ms >= self.least_ms, "", f"{wanted}, not {described(found)}")
        return time_ms

    def write(self, value: int) -> object:
        return to_seconds(value)

    def schema(self) -> dict[str, Any]:
        least = "exclusiveMinimum" if self.least_ms else "minimum"
        return {"type": "number", least: 0, "maximum": MAX_SECONDS}


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of a closed list."""

    among: type[StrEnum]

    def read(self, found: object) -> StrEnum:
        words = [word.value for word in self.among]
        if isinstance(found, str) and found in words:
            return self.among(found)
        raise PlanError("", f"{listed(words)}, not {described(found)}")

    def write(self, value: StrEnum) -> object:
        return value.value

    def schema(self) -> dict[str, Any]:
        return {"enum": [word.value for word in self.among]}


def listed(words: Sequence[str]) -> str:
    """Return two or more words as a message lists them."""
    *first, last = (f"“{word}”" for word in words)
    return f"{', '.join(first)} or {last}"


@dataclass(frozen=True, slots=True)
class OrNull:
    """A value that may be null: not answered, or absent."""

    shape: Shape

    def read(self, found: object) -> Any:
        return None if found is None else self.shape.read(found)

    def write(self, value: Any) -> object:
        return None if value is None else self.shape.write(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf:
    """A list, a tuple in the core; `unique` and `most` only tell the schema what the core demands besides."""

    shape: Shape
    unique: bool = False
    most: int | None = None

    def read(self, found: object) -> tuple[Any, ...]:
        if not isinstance(found, list):
            raise PlanError("", f"a list, not {described(found)}")
        return tuple(read_within(self.shape, one, f"[{at}]") for at, one in enumerate(found))

    def write(self, value: tuple[Any, ...]) -> object:
        return [self.shape.write(one) for one in value]

    def schema(self) -> dict[str, Any]:
        unique = {"uniqueItems": True} if self.unique else {}
        most = {"maxItems": self.most} if self.most else {}
        return {"type": "array", "items": self.shape.schema(), **unique, **most}
