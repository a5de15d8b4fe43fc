"""The kinds of background work, found by name: how a job is cut into chunks, worked off and put together again."""

import pkgutil
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from planner.jobs import kinds

Arguments = dict[str, Any]
"""Whole numbers, texts, lists and the like: what JSON holds."""


class Kind(Protocol):
    """A module of `planner.jobs.kinds`, named as the kind is.

    A chunk can be worked twice, by a worker that was taken for dead and by the next: `work` must therefore act on
    nothing but what it returns, or act under a key of its own.
    """

    def split(self, arguments: Arguments) -> Sequence[Arguments]:
        """Cut a job into the arguments of its chunks; at least one."""
        ...

    def work(self, arguments: Arguments) -> Any:
        """Do one chunk and return what it yields."""
        ...

    def join(self, arguments: Arguments, results: Sequence[Any]) -> Any:
        """Put the chunks' results, in order, together to the job's."""
        ...


@cache
def all_kinds() -> dict[str, Kind]:
    """Return every kind by its name."""
    names = [module.name for module in pkgutil.iter_modules(kinds.__path__)]
    return {name: cast(Kind, import_module(f"{kinds.__name__}.{name}")) for name in names}
