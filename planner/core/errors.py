"""The one error of a plan that is impossible, and the demands that raise it."""

from __future__ import annotations

import re

from planner.core.times import MAX_SECONDS

SLUG = re.compile(r"[A-Za-z0-9_-]+")
MAX_SHOWN = 40


class PlanError(ValueError):
    """A value that no plan can have; `path` is its place in the plan file, such as `steps[2].seconds`."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem

    def within(self, place: str) -> PlanError:
        """Return the same error seen from one level further out."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return PlanError(f"{place}{joint}{self.path}", self.problem)


def shown(text: str, *, most: int = MAX_SHOWN) -> str:
    """Return a stranger's text as a message can hold it: on one line, printable, shortened to `most` characters."""
    start = "".join(character if character.isprintable() else "?" for character in text[:most])
    return f"{start}…" if len(text) > most else start


def require(condition: bool, path: str, problem: str) -> None:
    """Raise a PlanError unless the condition holds."""
    if not condition:
        raise PlanError(path, problem)


def require_slug(text: str) -> None:
    """Demand an id of letters, digits, “-” and “_”."""
    require(SLUG.fullmatch(text) is not None, "id", "one or more letters a–z, digits, “-” or “_”")


def require_time(milliseconds: int | None, path: str, *, least_ms: int = 0) -> None:
    """Demand a time within the limits; None passes."""
    if milliseconds is not None:
        fits = least_ms <= milliseconds <= MAX_SECONDS * 1_000
        require(fits, path, f"a number of seconds from {least_ms / 1000:g} to {MAX_SECONDS:,}")


def require_whole(number: int | None, path: str, *, least: int, most: int) -> None:
    """Demand a number within the limits; None passes."""
    fits = number is None or least <= number <= most
    require(fits, path, f"a whole number from {least} to {most:,}")


def require_names(names: tuple[str, ...], path: str) -> None:
    """Demand names that are not blank and stand once."""
    for at, name in enumerate(names):
        require(bool(name.strip()), f"{path}[{at}]", "a variable needs a name")
    require_unique(list(names), path)


def require_unique(names: list[str], path: str, key: str = "") -> None:
    """Demand that each name stands once; `key` is its key in the list of objects."""
    seen: set[str] = set()
    for at, name in enumerate(names):
        place = f"{path}[{at}].{key}" if key else f"{path}[{at}]"
        require(name not in seen, place, f"“{shown(name)}” is there already; each at most once")
        seen.add(name)
