"""The execution model once more, event by event in SimPy: a third oracle for the simulator, and its rival in speed.

Written apart from `planner.core.machine`: one process a run, one timeout a timed micro-operation, flags in plain lists.
It covers Poisson restarts, `loads` latest_valid and a run that can be found, which is what the benchmarks ask.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, field

import simpy

from planner.core.plan import Plan
from planner.core.timeline import Op, compile_plan
from planner.core.vocabulary import GateWhen, Guard, KeySource, Kind

Process = Generator[simpy.Event, None, None]


@dataclass(slots=True)
class Counts:
    """What all runs counted together."""

    runs: int = 0
    interruptions: int = 0
    busy_ms: int = 0
    duplicates: int = 0
    harmless: int = 0
    missed: int = 0
    reasks: int = 0
    divergences: int = 0
    wall_ms: float = 0


@dataclass(slots=True)
class Outside:
    """What the world and the records know in one run."""

    begun: set[int] = field(default_factory=set)
    acted: dict[int, float] = field(default_factory=dict)
    """Unit → when the receiver accepted its newest effect."""
    done: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    """Units whose inputs were made anew after their effect."""
    reached: set[int] = field(default_factory=set)
    acted_steps: set[int] = field(default_factory=set)


class SimpyModel:
    """One plan, ready to be run again and again."""

    def __init__(self, plan: Plan, seed: int) -> None:
        timeline = compile_plan(plan)
        self.plan = plan
        self.random = random.Random(seed)
        self.counts = Counts()
        self.steps = plan.steps
        self.step_of = timeline.unit_step.tolist()
        bounds = [*timeline.unit_first.tolist(), len(timeline.ops)]
        ops = list(zip(timeline.ops.tolist(), timeline.op_ms.tolist(), strict=True))
        self.units = [ops[bounds[at] : bounds[at + 1]] for at in range(len(bounds) - 1)]
        self.usable = {save.unit for save in timeline.saves if save.usable}
        self.sources = [
            {other for other in range(len(plan.steps)) if mask >> other & 1} for mask in timeline.flow.unstable
        ]

    def run(self, runs: int) -> Counts:
        """Run so many times and return the counts of all runs so far."""
        for _ in range(runs):
            env = simpy.Environment()
            env.process(self._run(env))
            env.run()
            self.counts.runs += 1
            self.counts.wall_ms += env.now
        return self.counts

    def _run(self, env: simpy.Environment) -> Process:
        outside = Outside()
        start = 0
        session = 0
        while True:
            begun = env.now
            cut = begun + self._draw()
            if session and self.plan.resume.recovery_ms:
                lasted = min(self.plan.resume.recovery_ms, cut - begun)
                yield env.timeout(lasted)
            state = {"start": start}
            if env.now < cut or not session:
                yield from self._session(env, cut, state, outside, known=set(outside.reached))
            self.counts.busy_ms += int(env.now - begun)
            if state.get("finished"):
                return
            start = state["start"]
            session += 1
            self.counts.interruptions += 1
            yield env.timeout(self.plan.interruptions.restart_downtime_ms)

    def _draw(self) -> int:
        mean = self.plan.interruptions.restart_every_ms or 1
        return max(int(self.random.expovariate(1 / mean) + 0.5), 1)

    def _session(
        self, env: simpy.Environment, cut: float, state: dict[str, int], outside: Outside, *, known: set[int]
    ) -> Process:
        asked: set[int] = set()
        for unit in range(state["start"], len(self.units)):
            at = self.step_of[unit]
            outside.reached.add(at)
            skip_to, wait = self._arrive(unit, at, outside, known, asked)
            if wait:
                asked.add(at)
                if env.now + wait > cut:
                    yield env.timeout(cut - env.now)
                    return
                yield env.timeout(wait)
            for op, ms in self.units[unit]:
                if op == Op.WAIT or (op < skip_to and op != Op.SAVE_AFTER):
                    continue
                if ms:
                    if env.now + ms > cut:
                        yield env.timeout(cut - env.now)
                        return
                    yield env.timeout(ms)
                self._happen(op, unit, at, env.now, outside, state)
        state["finished"] = 1

    def _arrive(self, unit: int, at: int, outside: Outside, known: set[int], asked: set[int]) -> tuple[int, int]:
        """Return the first kind of micro-operation to walk, and how long a person is asked before."""
        step = self.steps[at]
        if step.kind is Kind.GATE:
            if step.question_stored and unit in outside.acted:
                return (Op.SAVE_AFTER if unit in outside.done else Op.EFFECT + 1), 0
            return 0, 0
        guards = step.guards
        if not guards:
            return 0, 0
        if Guard.ACTION_RECORD in guards and unit in outside.done:
            return Op.SAVE_AFTER, 0
        acted = unit in outside.acted
        if Guard.LOOKUP in guards and acted:
            return Op.EFFECT + 1, 0
        if Guard.HUMAN_GATE in guards:
            due = at not in asked and (step.gate_when is GateWhen.ALWAYS or at in known)
            return (Op.EFFECT + 1 if acted else 0), (step.gate_ms if due else 0)
        if Guard.INTENT_RECORD in guards and Guard.LOOKUP not in guards and unit in outside.begun:
            if not acted and unit not in outside.left:
                self.counts.missed += 1
            outside.left.add(unit)
            return Op.SAVE_AFTER, 0
        return 0, 0

    def _happen(self, op: int, unit: int, at: int, now: float, outside: Outside, state: dict[str, int]) -> None:
        if op == Op.EFFECT:
            self._act(unit, at, now, outside)
        elif op == Op.INTENT:
            outside.begun.add(unit)
        elif op == Op.SAVE_AFTER and unit in self.usable:
            state["start"] = unit + 1
        elif op == Op.DONE:
            if unit in outside.done and not self.steps[at].deterministic:
                self.counts.divergences += at in outside.acted_steps
                outside.changed.update(other for other in outside.acted if at in self.sources[self.step_of[other]])
            outside.done.add(unit)

    def _act(self, unit: int, at: int, now: float, outside: Outside) -> None:
        step = self.steps[at]
        again = unit in outside.acted
        if step.kind is Kind.GATE:
            self.counts.reasks += again
            outside.acted[unit] = now
            return
        outside.acted_steps |= self.sources[at]
        if again and (step.idempotent or self._recognised(unit, at, now, outside)):
            self.counts.harmless += 1
            return
        self.counts.duplicates += again
        outside.acted[unit] = now
        outside.changed.discard(unit)

    def _recognised(self, unit: int, at: int, now: float, outside: Outside) -> bool:
        step = self.steps[at]
        if Guard.IDEMPOTENCY_KEY not in step.guards or step.key_source is KeySource.NEW_EACH_ATTEMPT:
            return False
        if step.key_source is KeySource.DERIVED and unit in outside.changed:
            return False
        return step.key_retention_ms is None or now - outside.acted[unit] <= step.key_retention_ms
