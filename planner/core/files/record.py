"""Objects of a plan file: keys with a shape and a meaning, held as the attributes of a dataclass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from planner.core.errors import PlanError, require, shown
from planner.core.files.shapes import Shape, described, listed, read_within

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object in the file; `attribute` names it in the core where that differs."""

    name: str
    shape: Shape
    meaning: str
    attribute: str = ""

    @property
    def held_as(self) -> str:
        """The name of the attribute that holds the value."""
        return self.attribute or self.name

    def default_in(self, of: type[Any]) -> Any:
        """Return the default, as the file has it; MISSING where there is none."""
        default = _defaults(of)[self.held_as]
        return MISSING if default is MISSING else self.shape.write(default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Generic[T]):
    """An object with known keys, a dataclass in the core, whose defaults are the defaults of the file.

    `rules` is what the schema says besides of keys that depend on each other; the core demands it by itself.
    """

    of: type[T]
    keys: tuple[Key, ...]
    rules: Mapping[str, object] = field(default_factory=dict)

    def read(self, found: object) -> T:
        if not isinstance(found, dict):
            raise PlanError("", f"an object, not {described(found)}")
        self._refuse_unknown_keys(found)
        for key in self.required():
            require(key.name in found, key.name, f"required and missing: {key.meaning}")
        present = (key for key in self.keys if key.name in found)
        return self.of(**{key.held_as: read_within(key.shape, found[key.name], key.name) for key in present})

    def write(self, value: T) -> dict[str, Any]:
        defaults = _defaults(self.of)
        held = ((key, getattr(value, key.held_as)) for key in self.keys)
        return {key.name: key.shape.write(one) for key, one in held if one != defaults[key.held_as]}

    def schema(self) -> dict[str, Any]:
        required = [key.name for key in self.required()]
        return {
            "type": "object",
            "properties": {key.name: self._schema_of(key) for key in self.keys},
            **({"required": required} if required else {}),
            "additionalProperties": False,
            **self.rules,
        }

    def required(self) -> list[Key]:
        """Return the keys without a default."""
        defaults = _defaults(self.of)
        return [key for key in self.keys if defaults[key.held_as] is MISSING]

    def _schema_of(self, key: Key) -> dict[str, Any]:
        default = key.default_in(self.of)
        known = {} if default is MISSING else {"default": default}
        return {**key.shape.schema(), "description": key.meaning, **known}

    def _refuse_unknown_keys(self, found: Mapping[object, object]) -> None:
        names = [key.name for key in self.keys]
        unknown = next((name for name in found if name not in names), None)
        if unknown is not None:
            place = shown(unknown) if isinstance(unknown, str) else described(unknown)
            near = get_close_matches(place, names, n=1)
            right = f"did you mean “{near[0]}”?" if near else f"here can be {listed(names)}"
            raise PlanError(place, f"an unknown key; {right}")


def _defaults(of: type[Any]) -> Mapping[str, Any]:
    """Return the default of each attribute of a dataclass, MISSING where it has none."""
    return {attribute.name: attribute.default for attribute in fields(of)}
