"""The check: finds the rule modules by name, runs them over a plan and sorts what they found."""

from __future__ import annotations

import pkgutil
from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from planner.core import rules
from planner.core.finding import Finding, Place
from planner.core.plan import Plan
from planner.core.rule import Rule, Spotter, spots_nothing
from planner.core.timeline import Timeline, compile_plan

Position = tuple[int, int, int]


class RuleModule(Protocol):
    """A module of `planner.core.rules`; its docstring is the rule's manual page."""

    __name__: str
    RULE: Rule

    def check(self, plan: Plan, timeline: Timeline, /, *more: Spotter) -> Iterable[Finding]:
        """Yield what the rule finds; `more` is a Spotter for a rule that reads text."""
        ...


@cache
def rule_modules() -> tuple[RuleModule, ...]:
    """Return every rule module, by its code."""
    names = (module.name for module in pkgutil.iter_modules(rules.__path__, f"{rules.__name__}."))
    modules = (cast(RuleModule, import_module(name)) for name in names)
    return tuple(sorted(modules, key=lambda module: module.RULE.code))


def check_plan(
    plan: Plan,
    *,
    timeline: Timeline | None = None,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    spot: Spotter = spots_nothing,
) -> tuple[Finding, ...]:
    """Return what the rules find, in plan order, then by code.

    Plan order: the plan as a whole, then each step followed by its checkpoints, those inside it before those after it.
    `select` and `ignore` are rule codes; nothing selected means every rule. `timeline`, if given, is the plan's own.
    `spot` names what looks private in a text: without it W105 finds nothing.
    """
    timeline = timeline or compile_plan(plan)
    chosen = [module for module in rule_modules() if _runs(module.RULE.code, select, ignore)]
    return in_plan_order(plan, (finding for module in chosen for finding in _found(module, plan, timeline, spot)))


def in_plan_order(plan: Plan, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in plan order, then by code."""
    positions = _positions(plan)
    return tuple(sorted(found, key=lambda finding: (positions[finding.about], finding.code)))


@cache
def codes_without_judgements() -> frozenset[str]:
    """Return the codes of the rules that find the same in a plan without the learner's marks and answers."""
    return frozenset(module.RULE.code for module in rule_modules() if not module.RULE.reads_judgements)


def _found(module: RuleModule, plan: Plan, timeline: Timeline, spot: Spotter) -> Iterable[Finding]:
    return module.check(plan, timeline, spot) if module.RULE.reads_text else module.check(plan, timeline)


def _runs(code: str, select: Collection[str], ignore: Collection[str]) -> bool:
    return code not in ignore and (not select or code in select)


def _positions(plan: Plan) -> dict[Place, Position]:
    positions: dict[Place, Position] = {Place(): (-1, 0, 0)}
    for at, step in enumerate(plan.steps):
        positions[Place(step=step.id)] = (at, 0, 0)
    for index, checkpoint in enumerate(plan.checkpoints):
        side = 1 if checkpoint.inside is not None else 2
        positions[Place(checkpoint=checkpoint.id)] = (plan.index_of(checkpoint.step_id), side, index)
    return positions
