"""Plan documents gone wrong, from a seeded generator: one value, one key, one byte at a time."""

from __future__ import annotations

import copy
import json
import math
from typing import TYPE_CHECKING, Any

from planner.core.files.planschema import PLAN
from planner.core.files.record import Record
from planner.core.files.shapes import Choice, ListOf, OrNull

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NUMBERS = (0, 1, 2, -1, 2.0, 2.5, -0.0, 0.0004, 1e-308, 1e308, 10**18, 10**30, math.nan, math.inf, -math.inf)
TEXTS = (
    "",
    " ",
    "x",
    "s1",
    "v1",
    "\n",
    "\r",
    "\0",
    "\x1b[31m",
    "\x85",
    "\ud800",
    "\ufeff",
    "\uffff",
    "e\u0301",
    "\u0301" * 40,
)
ODD_VALUES: tuple[Any, ...] = (None, True, False, *NUMBERS, *TEXTS, [], {}, [[]], [None], {"a": 1}, ["s1", "s1"], [{}])
ODD_BYTES = (b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"NaN", b"-Infinity", b"1e999")
ODD_TEXTS = (b"9" * 5_000, b"[" * 2_000, b"{", b"}", b"]", b",", b":", b'"', b"\\", b"-", b".", b"e", b"true", b"null")


def words() -> list[str]:
    """Return every key and every word of the format."""
    return sorted(set(_words_of(PLAN)))


def _words_of(shape: object) -> Iterator[str]:
    match shape:
        case Record():
            for key in shape.keys:
                yield key.name
                yield from _words_of(key.shape)
        case ListOf() | OrNull():
            yield from _words_of(shape.shape)
        case Choice():
            yield from (word.value for word in shape.among)


WORDS = words()


def random_value(rng: random.Random, depth: int = 3) -> Any:
    """Return any JSON value, odd ones and words of the format preferred."""
    if depth == 0 or rng.random() < 0.5:
        return copy.deepcopy(rng.choice((*ODD_VALUES, rng.choice(WORDS), rng.choice(WORDS))))
    if rng.random() < 0.4:
        return [random_value(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return {rng.choice(WORDS): random_value(rng, depth - 1) for _ in range(rng.randint(0, 4))}


def mutated(rng: random.Random, text: str) -> Any:
    """Return the document in the text with one to three changes."""
    changed = json.loads(text)
    for _ in range(rng.randint(1, 3)):
        _change(rng, rng.choice(list(_containers(changed))))
    return changed


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _containers(inner)


def _change(rng: random.Random, container: Any) -> None:
    if isinstance(container, dict):
        _change_object(rng, container)
    else:
        _change_list(rng, container)


def _change_object(rng: random.Random, container: dict[str, Any]) -> None:
    key = rng.choice(list(container) or ["id"])
    match rng.randrange(5):
        case 0:
            container.pop(key, None)
        case 1:
            container[_misspelt(rng, key)] = container.pop(key, None)
        case 2:
            container[rng.choice(WORDS)] = random_value(rng)
        case _:
            container[key] = random_value(rng, 1)


def _misspelt(rng: random.Random, key: str) -> str:
    at = rng.randint(0, len(key))
    return key[:at] + rng.choice(("", "x", "_", "\n", "\ud800")) + key[at + 1 :]


def _change_list(rng: random.Random, container: list[Any]) -> None:
    at = rng.randint(0, len(container))
    match rng.randrange(3):
        case 0:
            container.insert(at, random_value(rng))
        case 1:
            container.extend(copy.deepcopy(container[:at]))
        case _:
            container[at : at + 1] = [random_value(rng, 1)]


def mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return the file with one to three places cut out, doubled, or overwritten by something odd."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(data))
        end = at + rng.choice((0, 1, 1, 2, 8, 100))
        middle = rng.choice((b"", data[at:end] * 2, rng.choice(ODD_BYTES), rng.choice(ODD_TEXTS), rng.randbytes(1)))
        data = data[:at] + middle + data[end:]
    return data
