"""What a report says first: what one interruption costs, what can happen twice, and what stands open, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.exploring.event import Event, Mishap
from planner.core.finding import Severity
from planner.core.plan import Step
from planner.core.reporting.facts import Facts
from planner.core.reporting.remarks import Remarks
from planner.core.vocabulary import Kind
from planner.core.wordings.quantities import about, counted, of
from planner.core.wordings.wording import joined, sentence, step_name

_HARM = (Mishap.DUPLICATES, Mishap.MISSED)


def conclusion(facts: Facts, remarks: Remarks) -> str:
    """Return the sentence."""
    if not facts.plan.steps:
        return "The plan has no step yet, so there is nothing that an interruption could stop."
    rest = joined(list(_open_points(facts, remarks)))
    said = "; ".join(part for part in (_lost(facts), _repeated(facts), rest) if part)
    return f"{sentence(said)}."


def _lost(facts: Facts) -> str:
    if Event(Mishap.UNFINISHED) in facts.exploration.possible:
        return "an interruption can end the run for good"
    longest_ms = max(segment.longest_ms for segment in facts.segments)
    return f"one interruption repeats at most {about(longest_ms)} of work"


def _repeated(facts: Facts) -> str:
    actions = [step for step in facts.plan.steps if step.kind is Kind.ACTION]
    seen = [step for step in actions if facts.runs_with_twice(step.id)]
    runs = counted(facts.summary.runs, "test run")
    if not actions:
        return "nothing that the run does changes the outside world"
    if seen:
        return _seen_twice(facts, seen)
    if all(facts.is_excluded(mishap, step.id) for step in actions for mishap in _HARM):
        return "no action can happen twice or be left out with up to two interruptions in this model"
    left_out = [step_name(step) for step in actions if facts.summary.by_step[step.id].missed]
    if left_out:
        return f"in {runs} no action happened twice, but {left_out[0]} was left out"
    return f"in {runs} no action happened twice or was left out{_although(facts, actions)}"


def _seen_twice(facts: Facts, seen: list[Step]) -> str:
    """Return how often the actions happened twice that did, the one that did most often first."""
    most, *others = sorted(seen, key=lambda step: -facts.runs_with_twice(step.id))
    said = f"{step_name(most)} happened twice in {of(facts.runs_with_twice(most.id), facts.interrupted)}"
    said += " interrupted test runs"
    if len(others) == 1:
        return f"{said}, {step_name(others[0])} in {facts.runs_with_twice(others[0].id):,}"
    return f"{said}, {len(others)} more actions in fewer" if others else said


def _although(facts: Facts, actions: list[Step]) -> str:
    able = [step for step in actions if any(facts.fewest(mishap, step.id) for mishap in _HARM)]
    return f", although {step_name(able[0])} can" if able else ""


def _open_points(facts: Facts, remarks: Remarks) -> Iterator[str]:
    grave = [finding for finding in facts.findings if finding.severity is Severity.FIX]
    accepted = sum(remarks.acceptance_of(finding) is not None for finding in facts.findings)
    still_open = sum(remarks.acceptance_of(finding) is None for finding in grave)
    if still_open:
        yield f"{counted(still_open, 'point')} to fix {'stands' if still_open == 1 else 'stand'} open"
    if accepted:
        yield f"{counted(accepted, 'risk')} {'is' if accepted == 1 else 'are'} accepted"
