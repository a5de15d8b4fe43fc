"""Hypothesis strategies over plans: what `random_plan` draws, made to shrink."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.core.random_plans import random_plan

if TYPE_CHECKING:
    from planner.core.plan import Plan


def plans(**shape: Any) -> st.SearchStrategy[Plan]:
    """Plans of every shape; `shape` is what `random_plan` takes."""
    return st.builds(partial(random_plan, **shape), st.randoms(use_true_random=False))
