"""The newest hand-ins of a class, for a worker: shared out in parts, checked again, simulated anew, put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from planner.core.check import check_plan
from planner.core.fingerprint import rule_set
from planner.core.plan import Interruptions
from planner.core.planfile import read_plan
from planner.core.summary import summarise
from planner.core.timeline import compile_plan
from planner.core.trying.sweep import never_ends
from planner.exports import cohort
from planner.exports.cohort import MEANS, Line, State
from planner.models import Chunk, ClassWork, Submission
from planner.privacy import private_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from planner.core.plan import Plan
    from planner.core.timeline import Timeline
    from planner.models import Job

RUNS = 2_000
_KEPT = ("pk", "document", "findings", "test__result", "test__runs", "test__seed")

Part = list[list[Any]]
"""Hand-ins, each by its learner's number and its own key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumptions:
    """What the hand-ins are checked and simulated under, all alike."""

    interruptions: Interruptions
    seed: int
    runs: int = RUNS

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Assumptions:
        """Return what `document` has made."""
        return cls(**{**document, "interruptions": Interruptions(**document["interruptions"])})

    def document(self) -> dict[str, Any]:
        """Return the same as JSON keeps it."""
        return asdict(self)


def parts(exercise: int, *, size: int) -> list[Part]:
    """Return the newest hand-ins of an exercise by its key, in parts of at most so many; at least one part."""
    works = ClassWork.objects.filter(exercise=exercise).exclude(submission=None).order_by("number")
    hand_ins = [[number, str(pk)] for number, pk in works.values_list("number", "submission")]
    return [hand_ins[at : at + size] for at in range(0, len(hand_ins), size)] or [[]]


def codes_now(plan: Plan, *, timeline: Timeline | None = None) -> dict[str, int]:
    """Return how many findings today's rules have of each rule in a plan; `timeline`, if given, is the plan's own."""
    return _counted(one.code for one in check_plan(plan, timeline=timeline, spot=private_in))


def codes_then(findings: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many findings of each rule a plan was handed in with."""
    return _counted(str(entry["code"]) for entry in findings)


def _counted(codes: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(codes).items()))


def measured(hand_ins: Part, under: Assumptions) -> list[Line]:
    """Return hand-ins as they were and as they are, with one query; what was deleted meanwhile is left out."""
    found = Submission.objects.filter(pk__in=[pk for _, pk in hand_ins]).values_list(*_KEPT)
    rows = {str(pk): kept for pk, *kept in found}
    return [_line(number, *rows[pk], under=under) for number, pk in hand_ins if pk in rows]


def _line(number: int, document: str, findings: Any, result: Any, runs: int, seed: int, *, under: Assumptions) -> Line:
    means = {name: result["mean"][name] for name in MEANS if name in result["mean"]}
    then = State(codes=codes_then(findings), runs=runs, seed=seed, finished=result["finished"], means=means)
    return Line(number=number, then=then, now=_now(read_plan(document), under))


def _now(given: Plan, under: Assumptions) -> State:
    plan = replace(given, interruptions=under.interruptions)
    timeline = compile_plan(plan)
    codes = codes_now(plan, timeline=timeline)
    if never_ends(timeline):
        return State(codes=codes, runs=0, seed=under.seed, finished=0.0, means={})
    summary = summarise(plan, runs=under.runs, seed=under.seed)
    means = {name: summary.mean[name] for name in MEANS}
    return State(codes=codes, runs=under.runs, seed=under.seed, finished=summary.finished, means=means)


def together(results: Sequence[Sequence[Mapping[str, Any]]], *, under: Assumptions) -> dict[str, Any]:
    """Return what all hand-ins come to: how many, with which rules, how many of them each rule finds, and means."""
    lines = [_line_of(entry) for entries in results for entry in entries]
    codes = sorted({code for line in lines for state in (line.then, line.now) for code in state.codes})
    return {
        "measured": len(lines),
        "differing": sum(bool(line.new or line.gone) for line in lines),
        "rules": rule_set(),
        "assumptions": under.document(),
        "by_rule": {code: [sum(code in state.codes for state in states) for states in _sides(lines)] for code in codes},
        "ended": [sum(state.finished == 1 for state in states) for states in _sides(lines)],
        "twice": [sum(state.means.get("duplicates", 0) > 0 for state in states) for states in _sides(lines)],
        "means": {name: [_mean(states, name) for states in _sides(lines)] for name in MEANS},
    }


def _sides(lines: Sequence[Line]) -> tuple[list[State], list[State]]:
    return [line.then for line in lines], [line.now for line in lines]


def _mean(states: Sequence[State], name: str) -> float | None:
    """Return the mean over those plans whose runs all end; None where there is none."""
    values = [state.means[name] for state in states if state.finished == 1 and name in state.means]
    return sum(values) / len(values) if values else None


def _line_of(entry: Mapping[str, Any]) -> Line:
    return Line(number=entry["number"], then=State(**entry["then"]), now=State(**entry["now"]))


def file(job: Job) -> Iterator[bytes]:
    """Yield the CSV of a job that is done, one part in memory at a time."""
    return cohort.document(_lines(job))


def _lines(job: Job) -> Iterator[Line]:
    for pk in job.chunks.order_by("number").values_list("pk", flat=True):
        for entry in Chunk.objects.values_list("result", flat=True).get(pk=pk) or ():
            yield _line_of(entry)
