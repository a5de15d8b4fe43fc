"""Random plans of every shape that the format allows, from a seeded generator; short and with many ties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from planner.core.plan import (
    Answer,
    Answers,
    Checkpoint,
    Identity,
    Interruptions,
    Plan,
    ReplayRisk,
    Resume,
    Step,
    Storage,
    Variable,
)
from planner.core.vocabulary import (
    Consequence,
    GateWhen,
    Guard,
    IdentitySource,
    IfUnclear,
    KeySource,
    Kind,
    Loads,
    Question,
    Reply,
    ResumeCheck,
    SingleRunner,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Sequence

T = TypeVar("T")

SOURCES = ("restart", "close", "limit", "exactly")
"""The names of the sources of interruption, for the argument `interruptions`."""

GIVEN = "given"
NOWHERE = "nowhere"

DURATIONS_MS = (1_000, 1_000, 2_000, 3_000, 5_000, 10_000, 10_000, 20_000, 60_000, 500, 333, 1)
SAVES_MS = (1_000, 1_000, 0, 500, 2_000, 5_000, 10_000)
RECOVERIES_MS = (0, 0, 1_000, 2_000, 10_000)
DOWNTIMES_MS = (0, 0, 1_000, 5_000, 60_000, 3_600_000)
RETENTIONS_MS = (0, 1_000, 2_000, 5_000, 10_000, 11_000, 30_000, 60_000, 3_600_000)
EFFECTS = (0.0, 1.0, 0.5, 0.5, 0.25, 0.1, 0.333)
TEXTS = ("", "", "Draft the letters", "Send 48 letters", "Prüft “alles”\n\tzweimal", "書く")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the random plans may hold; `interruptions` names the sources that may occur."""

    max_items: int = 6
    finite_retention: bool = True
    interruptions: Collection[str] = SOURCES


def random_plan(
    rng: random.Random,
    *,
    steps: int | None = None,
    max_steps: int = 5,
    max_items: int = 6,
    finite_retention: bool = True,
    interruptions: Collection[str] = SOURCES,
) -> Plan:
    """Return a random plan of `steps` steps, or of up to `max_steps` (now and then of none)."""
    shape = Shape(max_items=max_items, finite_retention=finite_retention, interruptions=interruptions)
    count = steps if steps is not None else _random_count(rng, max_steps)
    own = tuple(random_step(rng, at, shape) for at in range(count))
    resume = random_resume(rng)
    return Plan(
        title=rng.choice(("Random", "Weekly run", "Überweisung")),
        goal=rng.choice(TEXTS),
        identity=random_identity(rng),
        storage=Storage(where=rng.choice(TEXTS), keeps_ms=rng.choice((None, None, 0, 5_000, 86_400_000))),
        state=random_state(rng, own),
        steps=own,
        checkpoints=random_checkpoints(rng, own),
        resume=resume,
        interruptions=random_interruptions(rng, _length_ms(own) + resume.recovery_ms, shape),
    )


def _random_count(rng: random.Random, most: int) -> int:
    return 0 if rng.random() < 0.02 else rng.randint(1, most)


def _subset(rng: random.Random, among: Sequence[T], share: float) -> tuple[T, ...]:
    return tuple(one for one in among if rng.random() < share)


def _length_ms(steps: Sequence[Step]) -> int:
    return sum(step.items * step.duration_ms for step in steps) or 1_000


def random_step(rng: random.Random, at: int, shape: Shape) -> Step:
    """Return the step at this place of the order, with id `s1`, `s2`, … and variables `v1`, `v2`, …"""
    kind = rng.choice((Kind.INTERNAL, Kind.READ, Kind.ACTION, Kind.ACTION, Kind.ACTION, Kind.GATE))
    batch = rng.random() < 0.4 and shape.max_items > 1
    return Step(
        id=f"s{at + 1}",
        name=rng.choice(TEXTS),
        kind=kind,
        duration_ms=rng.choice(DURATIONS_MS),
        items=rng.randint(2, shape.max_items) if batch else 1,
        deterministic=rng.random() < 0.7,
        needs=_random_needs(rng, at),
        produces=_random_products(rng, at),
        notes=rng.choice(TEXTS),
        replay_risk=_random_mark(rng),
        question_stored=kind is Kind.GATE and rng.random() < 0.5,
        **(_random_action(rng, shape) if kind is Kind.ACTION else {}),
    )


def _random_needs(rng: random.Random, at: int) -> tuple[str, ...]:
    earlier = _subset(rng, [f"v{before + 1}" for before in range(at)], 0.5)
    rarely = _subset(rng, [f"v{at + 1}", GIVEN, NOWHERE], 0.1)
    needs = [*earlier, *rarely]
    rng.shuffle(needs)
    return tuple(needs)


def _random_products(rng: random.Random, at: int) -> tuple[str, ...]:
    own = _subset(rng, [f"v{at + 1}"], 0.85)
    again = _subset(rng, [f"v{before + 1}" for before in range(at)] + [GIVEN], 0.12)
    return own + again


def _random_mark(rng: random.Random) -> ReplayRisk | None:
    if rng.random() < 0.5:
        return None
    return ReplayRisk(repeats=rng.choice((True, False, None)), prevention=rng.choice(TEXTS))


def _random_action(rng: random.Random, shape: Shape) -> dict[str, Any]:
    retentions = RETENTIONS_MS if shape.finite_retention else (None,)
    return {
        "idempotent": rng.choice((True, False, False, None)),
        "consequence": rng.choice((*Consequence, None)),
        "effect_at": rng.choice(EFFECTS),
        "confirmed": rng.random() < 0.8,
        "guards": _random_guards(rng),
        "key_source": rng.choice((*KeySource, None)),
        "key_retention_ms": rng.choice((None, rng.choice(retentions))),
        "gate_ms": rng.choice((0, 1_000, 5_000, 10_000, 300_000)),
        "gate_when": rng.choice(tuple(GateWhen)),
    }


def _random_guards(rng: random.Random) -> tuple[Guard, ...]:
    guards = list(_subset(rng, tuple(Guard), rng.choice((0.0, 0.2, 0.5))))
    rng.shuffle(guards)
    return tuple(guards)


def random_state(rng: random.Random, steps: Sequence[Step]) -> tuple[Variable, ...]:
    """Return some of the plan's variables, listed; a few cannot be stored, a few are sensitive."""
    names = dict.fromkeys(name for step in steps for name in (*step.produces, *step.needs) if name != NOWHERE)
    listed = _subset(rng, [*names, GIVEN] if GIVEN not in names else list(names), 0.5)
    return tuple(
        Variable(
            name=name,
            storable=rng.random() < 0.75,
            sensitive=rng.random() < 0.2,
            description=rng.choice(TEXTS),
        )
        for name in listed
    )


def random_checkpoints(rng: random.Random, steps: Sequence[Step]) -> tuple[Checkpoint, ...]:
    """Return checkpoints after, inside and among the items of the steps, now and then several at one position."""
    if not steps:
        return ()
    places = [rng.randrange(len(steps)) for _ in range(rng.randint(0, min(len(steps), 4) + 1))]
    return tuple(_random_checkpoint(rng, steps, at, f"c{number + 1}") for number, at in enumerate(places))


def _random_checkpoint(rng: random.Random, steps: Sequence[Step], at: int, checkpoint_id: str) -> Checkpoint:
    step = steps[at]
    is_inside = rng.random() < 0.2
    is_repeated = not is_inside and step.items > 1 and rng.random() < 0.6
    positions = (at, at + 1) if is_repeated else (at if is_inside else at + 1,)
    return Checkpoint(
        id=checkpoint_id,
        after=None if is_inside else step.id,
        inside=step.id if is_inside else None,
        every_items=rng.randint(1, step.items + 1) if is_repeated else None,
        snapshot=_random_snapshot(rng, sorted({name for place in positions for name in live_names(steps, place)})),
        save_ms=rng.choice(SAVES_MS),
        answers=_random_answers(rng),
    )


def live_names(steps: Sequence[Step], position: int) -> set[str]:
    """Return the variables live before the step at `position` (MODEL.md section 5), by its words and slowly."""
    produced = {name for step in steps[:position] for name in step.produces}
    return {name for name in produced if _is_needed_next(steps[position:], name)}


def _is_needed_next(later: Sequence[Step], name: str) -> bool:
    touching = (step for step in later if name in step.needs or name in step.produces)
    first = next(touching, None)
    return first is not None and name in first.needs


def _random_snapshot(rng: random.Random, live: Sequence[str]) -> tuple[str, ...]:
    held = list(live)
    if held and rng.random() < 0.2:
        held.remove(rng.choice(held))
    if rng.random() < 0.1:
        held += [name for name in ("v1", GIVEN) if name not in held]
    rng.shuffle(held)
    return tuple(held)


def _random_answers(rng: random.Random) -> Answers:
    if rng.random() < 0.5:
        return Answers()
    return Answers(**{question.value: _random_answer(rng) for question in Question})


def _random_answer(rng: random.Random) -> Answer:
    return Answer(answer=rng.choice((*Reply, None)), reason=rng.choice(TEXTS))


def random_identity(rng: random.Random) -> Identity:
    """Return what identifies the run; now and then something that a restart loses."""
    lasting = (IdentitySource.BUSINESS_KEY, IdentitySource.STORED_ID, None)
    lost = (IdentitySource.NEW_EACH_START, IdentitySource.PROCESS)
    return Identity(
        source=rng.choice(lost if rng.random() < 0.15 else lasting),
        description=rng.choice(TEXTS),
        single_runner=rng.choice((*SingleRunner, None)),
    )


def random_resume(rng: random.Random) -> Resume:
    """Return how the run resumes: mostly from the latest valid snapshot, mostly with its checks not answered."""
    return Resume(
        loads=rng.choice((None, Loads.LATEST_VALID, rng.choice(tuple(Loads)))),
        checks=_random_checks(rng),
        if_unclear=rng.choice((*IfUnclear, None)),
        recovery_ms=rng.choice(RECOVERIES_MS),
        notes=rng.choice(TEXTS),
    )


def _random_checks(rng: random.Random) -> tuple[ResumeCheck, ...] | None:
    if rng.random() < 0.5:
        return None
    checks = list(_subset(rng, tuple(ResumeCheck), rng.choice((0.0, 0.6, 1.0))))
    rng.shuffle(checks)
    return tuple(checks)


def random_interruptions(rng: random.Random, length_ms: int, shape: Shape) -> Interruptions:
    """Return any combination of the allowed sources, none of them too; the rates suit a run of `length_ms`."""
    if "exactly" in shape.interruptions and rng.random() < 0.25:
        return Interruptions(exactly=rng.randint(0, 3), downtime_ms=rng.choice(DOWNTIMES_MS))
    sources = {
        "restart": ("restart_every_ms", "restart_downtime_ms"),
        "close": ("close_every_ms", "close_downtime_ms"),
        "limit": ("session_limit_ms", "limit_downtime_ms"),
    }
    chosen = _subset(rng, [keys for name, keys in sources.items() if name in shape.interruptions], 0.5)
    every: dict[str, Any] = {key: _random_span_ms(rng, length_ms) for key, _ in chosen}
    return Interruptions(**every, **{key: rng.choice(DOWNTIMES_MS) for _, key in chosen})


def _random_span_ms(rng: random.Random, length_ms: int) -> int:
    span_ms = max(1, round(length_ms * rng.choice((0.3, 0.5, 1, 1, 2, 5))))
    return span_ms if span_ms < 1_000 else span_ms // 1_000 * 1_000
