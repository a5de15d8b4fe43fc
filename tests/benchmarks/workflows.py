"""The workflows that the benchmarks measure: chains of any length, with no guard or with every kind of guard."""

from __future__ import annotations

from planner.core.plan import Checkpoint, Interruptions, Plan, Step
from planner.core.vocabulary import GateWhen, Guard, KeySource, Kind

KINDS = (Kind.READ, Kind.ACTION, Kind.INTERNAL, Kind.ACTION, Kind.GATE)
GUARDED: tuple[dict[str, object], ...] = (
    {"guards": (Guard.ACTION_RECORD,)},
    {"guards": (Guard.IDEMPOTENCY_KEY,), "key_source": KeySource.STORED},
    {"guards": (Guard.INTENT_RECORD,)},
    {"guards": (Guard.LOOKUP,)},
    {"guards": (Guard.HUMAN_GATE,), "gate_when": GateWhen.ON_RESUME},
    {"guards": (Guard.IDEMPOTENCY_KEY,), "key_source": KeySource.DERIVED},
    {"guards": (Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.LOOKUP)},
    {"guards": (Guard.IDEMPOTENCY_KEY,), "key_source": KeySource.STORED, "key_retention_ms": 120_000},
)


def chain(steps: int, *, guards: bool, interruptions: int, every: int = 10, items: int = 1) -> Plan:
    """Return a chain of one-minute units with a checkpoint after every so many steps.

    Restarts come as often as makes about so many interruptions in the time that an uninterrupted run takes.
    """
    unit_ms = 60_000
    kept = tuple(
        Checkpoint(id=f"c{at}", after=f"s{at}", snapshot=(f"v{at}",)) for at in range(every - 1, steps - 1, every)
    )
    return Plan(
        title="Chain",
        steps=tuple(_step(at, unit_ms, items=items, guards=guards) for at in range(steps)),
        checkpoints=kept,
        interruptions=Interruptions(
            restart_every_ms=steps * items * unit_ms // interruptions, restart_downtime_ms=1_000
        ),
    )


def _step(at: int, unit_ms: int, *, items: int, guards: bool) -> Step:
    kind = KINDS[at % len(KINDS)]
    guarded = GUARDED[at // 2 % len(GUARDED)] if guards and kind is Kind.ACTION else {}
    return Step(
        id=f"s{at}",
        kind=kind,
        duration_ms=unit_ms,
        items=items,
        deterministic=kind is not Kind.INTERNAL,
        needs=(f"v{at - 1}",) if at else (),
        produces=(f"v{at}",),
        **guarded,  # type: ignore[arg-type]
    )
