"""How findings name things: steps in quotes, lists in words, times as people say them."""

from __future__ import annotations

from collections.abc import Sequence

from planner.core.plan import Checkpoint, Plan, Step
from planner.core.times import to_seconds

_MOST_NAMED = 4
_UNITS_MS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"))


def quoted(name: str) -> str:
    """Return a name in quotes, on one line."""
    return f"“{' '.join(name.split())}”"


def step_name(step: Step) -> str:
    """Return a step's name in quotes; its id where it has none."""
    return quoted(step.name) if step.name.strip() else quoted(step.id)


def checkpoint_name(plan: Plan, checkpoint: Checkpoint) -> str:
    """Return what a checkpoint is called: by the step that it stands at."""
    side = "inside" if checkpoint.inside is not None else "after"
    return f"the checkpoint {side} {step_name(plan.step(checkpoint.step_id))}"


def sentence(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Return names in quotes as a list in words: “a”, “b” and “c”."""
    return joined([quoted(name) for name in names])


def named_steps(steps: Sequence[Step]) -> str:
    """Return the names of steps as a list in words; of more than four, the first three and how many more."""
    if len(steps) > _MOST_NAMED:
        first = [step_name(step) for step in steps[: _MOST_NAMED - 1]]
        return joined([*first, f"{len(steps) - len(first)} more"])
    return joined([step_name(step) for step in steps])


def joined(parts: Sequence[str], last: str = "and") -> str:
    """Return parts as a list in words: a, b and c."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def duration(milliseconds: int) -> str:
    """Return a time in its two largest units: 2 d 12 h, 12 min 5 s, 0.5 s."""
    parts = []
    for unit_ms, unit in _UNITS_MS:
        count, milliseconds = divmod(milliseconds, unit_ms)
        if count:
            parts.append(f"{count} {unit}")
    if milliseconds or not parts:
        parts.append(f"{to_seconds(milliseconds):g} s")
    return " ".join(parts[:2])
