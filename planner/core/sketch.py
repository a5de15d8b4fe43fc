"""Plans drawn as text: one step a line, `|` a checkpoint; for the rules' manual pages and for tests.

    Read the donations < 2min -> donations
    Draft letters ~ 25min
    | holds donations, draft-letters
    Approve the letters ?
    Send letters ! x48 4s [record, intent, lookup]
    |/10 2s
    Report
    loads: latest

A step is its name, then marks in any order:

    <  reads            !   acts on the outside world, not idempotent
    ~  differs          !=  acts, idempotent          !?  acts, not said whether idempotent
       each time        ?   a person decides          ?=  the same, question and answer stored outside the run
    x48  a batch        4s  its time (ms, s, min, h, d)         @0.5  where its effect falls
    <- a, b   what it needs: unless written, what the step before it produces
    -> a, b   what it produces: unless written, one variable named by its id, and nothing for the last step
    [ … ]     `record`, `intent`, `lookup`, `ask`, `ask on resume`, `key`, `stored key`, `derived key`, `new key`;
              `kept 24h` (the key), `waits 5min` (for the person); `unconfirmed`;
              `marked as repeating`, `marked as not repeating`; `nuisance`, `costly`, `irreversible`

A checkpoint stands on a line of its own: `|` after the step above, `(|)` inside it, `|/10` after every tenth item too;
then its save time, `holds a, b` (unless written: all that is live), and `answered yes no unsure - yes`: the five
questions in their order, `-` for no answer. `nothing` stands for an empty list.

What holds for the plan as a whole is `key: value`; what is not written is as a careful person would have it:

    state: token (not storable), donors (sensitive)     identity: business_key      runner: lock
    loads: latest_valid      checks: identity, lock     recovery: 10s               keeps: 30d
    interrupted: restart 1h (down 1min), close 4h (down 12h), limit 20min, exactly 2
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from planner.core.dataflow import dataflow_of
from planner.core.errors import PlanError
from planner.core.plan import Checkpoint, Identity, Interruptions, Plan, Resume, Step, Storage, Variable
from planner.core.vocabulary import IdentitySource, Loads, ResumeCheck, SingleRunner
from planner.core.wordings.sketchline import DrawnCheckpoint, DrawnStep, checkpoint_line, milliseconds, step_line, words

_CAREFUL = Plan(
    title="Sketch",
    identity=Identity(source=IdentitySource.BUSINESS_KEY, single_runner=SingleRunner.LOCK),
    resume=Resume(loads=Loads.LATEST_VALID, checks=tuple(ResumeCheck)),
)
_SOURCES = {
    "restart": ("restart_every_ms", "restart_downtime_ms"),
    "close": ("close_every_ms", "close_downtime_ms"),
    "limit": ("session_limit_ms", "limit_downtime_ms"),
    "exactly": ("exactly", "downtime_ms"),
}


def sketch(drawing: str) -> Plan:
    """Return the plan that is drawn; PlanError names the line that is no part of a sketch."""
    plan = _CAREFUL
    steps: list[DrawnStep] = []
    places: list[tuple[int, DrawnCheckpoint]] = []
    for number, line in enumerate(drawing.splitlines(), start=1):
        text = line.strip()
        try:
            if text.startswith(("|", "(|)")):
                places.append((len(steps) - 1, checkpoint_line(text)))
            elif (key := text.partition(":")[0]) in _SETTINGS:
                plan = _SETTINGS[key](plan, text.removeprefix(f"{key}:").strip())
            elif text:
                steps.append(step_line(text))
        except (KeyError, ValueError) as error:
            raise PlanError(f"line {number}", f"“{text}” is not part of a sketch: {error}") from None
    return _placed(replace(plan, steps=_named_and_joined(steps)), places)


def _named_and_joined(drawn: list[DrawnStep]) -> tuple[Step, ...]:
    """Give each step an id, and each what it needs and produces where that is not written."""
    steps: list[Step] = []
    for number, (step, needs, produces) in enumerate(drawn, start=1):
        own = _free(_slug(step.name) or f"step-{number}", {other.id for other in steps})
        before = steps[-1].produces if steps else ()
        after = (own,) if number < len(drawn) else ()
        steps.append(
            replace(
                step,
                id=own,
                needs=before if needs is None else needs,
                produces=after if produces is None else produces,
            )
        )
    return tuple(steps)


def _placed(plan: Plan, places: list[tuple[int, DrawnCheckpoint]]) -> Plan:
    live = dataflow_of(plan).live
    checkpoints: list[Checkpoint] = []
    for at, (checkpoint, inside, holds) in places:
        if at < 0:
            raise PlanError("line 1", "a checkpoint stands below the step that it belongs to")
        step = plan.steps[at]
        all_live = live[at] if inside else live[at + 1] | (live[at] if checkpoint.every_items else frozenset())
        checkpoints.append(
            replace(
                checkpoint,
                id=_free(f"{'in' if inside else 'after'}-{step.id}", {other.id for other in checkpoints}),
                after=None if inside else step.id,
                inside=step.id if inside else None,
                snapshot=tuple(sorted(all_live)) if holds is None else holds,
            )
        )
    return replace(plan, checkpoints=tuple(checkpoints))


def _slug(name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in name.lower())
    return "-".join(kept.split())


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _with_state(plan: Plan, value: str) -> Plan:
    listed = []
    for entry in words(value):
        name, _, traits = entry.removesuffix(")").partition("(")
        storable, sensitive = "not storable" not in traits, "sensitive" in traits
        listed.append(Variable(name=name.strip(), storable=storable, sensitive=sensitive))
    return replace(plan, state=tuple(listed))


def _with_identity(plan: Plan, value: str) -> Plan:
    source = None if value == "-" else IdentitySource(value)
    return replace(plan, identity=replace(plan.identity, source=source))


def _with_runner(plan: Plan, value: str) -> Plan:
    runner = None if value == "-" else SingleRunner(value)
    return replace(plan, identity=replace(plan.identity, single_runner=runner))


def _with_loads(plan: Plan, value: str) -> Plan:
    return replace(plan, resume=replace(plan.resume, loads=None if value == "-" else Loads(value)))


def _with_checks(plan: Plan, value: str) -> Plan:
    checks = None if value == "-" else tuple(ResumeCheck(word) for word in words(value))
    return replace(plan, resume=replace(plan.resume, checks=checks))


def _with_recovery(plan: Plan, value: str) -> Plan:
    return replace(plan, resume=replace(plan.resume, recovery_ms=milliseconds(value)))


def _with_keeps(plan: Plan, value: str) -> Plan:
    return replace(plan, storage=Storage(keeps_ms=milliseconds(value)))


def _with_interruptions(plan: Plan, value: str) -> Plan:
    given: dict[str, int] = {}
    for entry in words(value):
        source, _, rest = entry.removesuffix(")").partition(" ")
        every, _, downtime = rest.partition("(down ")
        every_key, downtime_key = _SOURCES[source]
        given[every_key] = int(every) if source == "exactly" else milliseconds(every)
        given[downtime_key] = milliseconds(downtime) if downtime else 0
    return replace(plan, interruptions=Interruptions(**given))


_SETTINGS: dict[str, Callable[[Plan, str], Plan]] = {
    "state": _with_state,
    "identity": _with_identity,
    "runner": _with_runner,
    "loads": _with_loads,
    "checks": _with_checks,
    "recovery": _with_recovery,
    "keeps": _with_keeps,
    "interrupted": _with_interruptions,
}
