"""Results: what the test runs came to, of how many, beside the same runs unprotected, and what was explored."""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.exact import Exact
from planner.core.explore import Exploration, Worst
from planner.core.exploring.event import Event, Mishap
from planner.core.plan import Plan, Step
from planner.core.reporting.blocks import Cell, Listing, Prose, Section, Table, Tone
from planner.core.reporting.facts import Facts
from planner.core.summary import Summary
from planner.core.vocabulary import Kind
from planner.core.wordings.quantities import about, counted, mean, of
from planner.core.wordings.wording import joined, sentence, step_name

_HEAD = ("What was measured", "Without checkpoints and guards", "This plan")
_WIDTHS = (44, 28, 28)
_MEANS = (
    ("lost", "Work done again, on average"),
    ("wall", "Time from start to end, on average"),
)
_COUNTS = (
    ("missed", "Actions left out, a run"),
    ("reasks", "Questions asked again, a run"),
    ("divergences", "Results that came out different after use, a run"),
    ("inconsistent", "Resumes from inside a step, a run"),
)
_ABLE = {
    Mishap.DUPLICATES: ("can happen twice", "at worst {} too many"),
    Mishap.MISSED: ("can be left out", "at worst {} missing"),
    Mishap.REASKS: ("can be asked again", "at worst {} too often"),
    Mishap.DIVERGENCES: ("can come out different after an action has used it", "at worst {}"),
    Mishap.INCONSISTENT: ("A run can go on from inside a step", "at worst {}"),
    Mishap.UNFINISHED: ("A run can end unfinished", ""),
}
_NEVER = {
    Mishap.DUPLICATES: "an action happens twice",
    Mishap.MISSED: "an action is left out",
    Mishap.REASKS: "a question is asked again",
    Mishap.DIVERGENCES: "a result comes out different after use",
    Mishap.UNFINISHED: "a run ends unfinished",
}


def results_section(facts: Facts) -> Section:
    """Return the section."""
    summary = facts.summary
    title = f"Results of {counted(summary.runs, 'test run')}"
    if not facts.plan.steps:
        return Section(key="results", title=title, blocks=(Prose("Nothing was run: there is no step yet."),))
    parts = (Section(key="explored", title="What one or two interruptions can do", blocks=_explored(facts)),)
    return Section(key="results", title=title, blocks=(_compared(facts),), parts=parts)


def _compared(facts: Facts) -> Table:
    rows = tuple(_rows(facts))
    return Table(name="This plan beside the same steps unprotected", head=_HEAD, rows=rows, widths=_WIDTHS)


def _rows(facts: Facts) -> Iterator[tuple[Cell, ...]]:
    pair = (facts.unprotected, facts.summary)
    yield Cell("Runs that were interrupted"), *(Cell(of(_interrupted(one), one.runs)) for one in pair)
    yield Cell("Runs that finished"), *(Cell(of(round(one.finished * one.runs), one.runs)) for one in pair)
    for step in facts.plan.steps:
        if step.kind is Kind.ACTION and not step.idempotent:
            yield Cell(f"{step_name(step)} happened twice"), *(_twice(one, step) for one in pair)
    yield Cell("Work done again, half of all runs at most"), *(_lost(one, 50) for one in pair)
    yield Cell("Work done again, 99 of 100 runs at most"), *(_lost(one, 99) for one in pair)
    for key, name in _MEANS:
        yield (
            Cell(name),
            _mean(facts.unprotected, facts.unprotected_expected, key),
            _mean(facts.summary, facts.expected, key),
        )
    for key, name in _COUNTS:
        if any(one.mean[key] for one in pair):
            yield Cell(name), *(Cell(mean(one.mean[key])) for one in pair)


def _mean(summary: Summary, expected: Exact, key: str) -> Cell:
    """Return a mean time of the test runs, and the one to expect over ever more runs where it is known."""
    known = expected.mean.get(key)
    notes = () if known is None else (f"{about(known * 1_000)} to be expected",)
    return Cell(about(summary.mean[key] * 1_000), notes)


def _interrupted(summary: Summary) -> int:
    return round(summary.interrupted * summary.runs)


def _twice(summary: Summary, step: Step) -> Cell:
    twice = round(summary.by_step[step.id].runs_with_duplicates * summary.runs)
    words = f"{of(twice, _interrupted(summary))} interrupted runs"
    return Cell(words, tone=Tone.FIX if twice else Tone.PLAIN)


def _lost(summary: Summary, percent: int) -> Cell:
    return Cell(about(summary.percentile["lost"][percent] * 1_000))


def _explored(facts: Facts) -> tuple[Prose | Listing, ...]:
    explored = facts.exploration
    able = [_possible(facts.plan, event, worst) for event, worst in explored.possible.items()]
    prose = Prose(f"{_how_far(explored)} {_excluded(facts)}".strip())
    return (prose, Listing(tuple(able))) if able else (prose,)


def _how_far(explored: Exploration) -> str:
    schedules = counted(explored.schedules, "schedule")
    if explored.exhausted and explored.schedules == 1:
        return "The only schedule of up to two interruptions was followed to the end of the run."
    if explored.exhausted:
        return f"All {schedules} of up to two interruptions, at any moment, were followed to the end of the run."
    were = "was" if explored.schedules == 1 else "were"
    return f"{schedules} of up to two interruptions {were} followed; there are more, so that nothing is excluded."


def _excluded(facts: Facts) -> str:
    """Return what cannot happen; only what the plan has a step for is worth a word."""
    if not facts.exploration.exhausted:
        return ""
    possible = {event.mishap for event in facts.exploration.possible}
    never = [_NEVER[mishap] for mishap in _worth_a_word(facts.plan) if mishap not in possible]
    return f"It cannot happen with up to two interruptions in this model that {joined(never, 'or')}." if never else ""


def _worth_a_word(plan: Plan) -> Iterator[Mishap]:
    kinds = {step.kind for step in plan.steps}
    if Kind.ACTION in kinds:
        yield from (Mishap.DUPLICATES, Mishap.MISSED)
    if Kind.GATE in kinds:
        yield Mishap.REASKS
    if any(not step.deterministic for step in plan.steps):
        yield Mishap.DIVERGENCES
    yield Mishap.UNFINISHED


def _possible(plan: Plan, event: Event, worst: Worst) -> str:
    able, how_often = _ABLE[event.mishap]
    subject = f"{step_name(plan.step(event.step))} {able}" if event.step else able
    stops = joined([about(ms) for ms in worst.witness], "and again after")
    count = f": {how_often.format(f'{worst.count:,}')}" if how_often else ""
    return f"{sentence(subject)}{count}. Seen when it is stopped after {stops}."
