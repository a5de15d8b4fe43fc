"""What people say to sweep a plan: two ranges in plain words, how fine, and how many runs in each place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms

from planner.core.times import to_ms
from planner.core.trying.sweep import spread
from planner.services.sweeps import Sweep
from planner.web.forms.duration import DurationField
from planner.web.forms.once import EditForm
from planner.web.forms.seed import SeedField
from planner.web.forms.test import RUNS
from planner.web.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = (5, 8, 12, 20)
_BOTH = "Write both times, or leave both empty."
_ORDER = "The second time is not shorter than the first."
_NEITHER = "Write at least one of the two ranges."
_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranges:
    """Two ranges that are worth a look, by a name; ms, None where that does not happen."""

    key: str
    name: str
    about: str
    restarts: tuple[int, int] | None
    limits: tuple[int, int] | None

    @property
    def initial(self) -> dict[str, int | None]:
        """Return what the form shows."""
        return _ends("restart", self.restarts or (None,)) | _ends("limit", self.limits or (None,))


def _ends(name: str, times_ms: Sequence[int | None]) -> dict[str, int | None]:
    return {f"{name}_from": times_ms[0], f"{name}_to": times_ms[-1]}


def initial_of(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what the form shows of a sweep that has been asked for, by the arguments of its job."""
    restarts, limits = (
        [None if seconds is None else to_ms(seconds) for seconds in asked[name]] for name in ("restarts", "limits")
    )
    size = next((size for size in SIZES if size >= max(len(restarts), len(limits))), SIZES[-1])
    return (
        _ends("restart", restarts)
        | _ends("limit", limits)
        | {"size": size, "runs": asked["runs"], "seed": asked["seed"]}
    )


PRESETS = (
    Ranges(
        key="wide",
        name="From one end to the other",
        about="restarts every 5 minutes to 5 hours, sessions of 1 to 60 minutes",
        restarts=(5 * _MINUTE, 5 * _HOUR),
        limits=(_MINUTE, _HOUR),
    ),
    Ranges(
        key="functions",
        name="Functions in a cloud",
        about="restarts are rare, sessions end after 5 minutes to 2 hours",
        restarts=(6 * _HOUR, 7 * _DAY),
        limits=(5 * _MINUTE, 2 * _HOUR),
    ),
    Ranges(
        key="busy",
        name="A busy machine",
        about="restarts every 10 minutes to 12 hours, no limit",
        restarts=(10 * _MINUTE, 12 * _HOUR),
        limits=None,
    ),
    Ranges(
        key="office",
        name="A working day",
        about="stopped every hour to every day, sessions of 1 to 8 hours",
        restarts=(_HOUR, _DAY),
        limits=(_HOUR, 8 * _HOUR),
    ),
)


class SweepForm(EditForm):
    """A grid of assumptions; a range that is left empty is a source of interruption that is not there."""

    restart_from = DurationField(label="Restarts come about every", required=False, least_ms=1)
    restart_to = DurationField(label="up to about every", required=False, least_ms=1)
    limit_from = DurationField(label="A session ends after", required=False, least_ms=1)
    limit_to = DurationField(label="up to after", required=False, least_ms=1)
    size = forms.TypedChoiceField(
        label="How fine",
        coerce=int,
        choices=[(size, f"{size} by {size}: {size * size} places") for size in SIZES],
        initial=SIZES[0],
    )
    runs = forms.TypedChoiceField(
        label="How many runs in each place",
        coerce=int,
        choices=[(runs, counted(runs, "run")) for runs in RUNS],
        initial=RUNS[0],
    )
    seed = SeedField()

    def clean(self) -> dict[str, Any]:
        """Demand whole ranges, and one of them."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        ends = [(said.get(f"{name}_from"), said.get(f"{name}_to")) for name in ("restart", "limit")]
        for name, (first, last) in zip(("restart_to", "limit_to"), ends, strict=True):
            if (first is None) != (last is None) and not self.errors:
                self.add_error(name, _BOTH)
            elif first is not None and last is not None and last < first:
                self.add_error(name, _ORDER)
        if not self.errors and ends == [(None, None)] * 2:
            self.add_error("restart_from", _NEITHER)
        return said

    def wanted(self) -> Sweep:
        """Return what `services.sweeps.ask` takes."""
        said = self.cleaned_data
        return Sweep(
            restarts_ms=self._spread("restart"), limits_ms=self._spread("limit"), runs=said["runs"], seed=said["seed"]
        )

    def _spread(self, name: str) -> tuple[int | None, ...]:
        first, last = (self.cleaned_data[f"{name}_{end}"] for end in ("from", "to"))
        return (None,) if first is None or last is None else spread(first, last, self.cleaned_data["size"])
