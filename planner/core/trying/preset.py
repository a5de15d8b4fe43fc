"""Interruptions that real places are known for: the limits that engines print, and what happens in an office."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner.core.plan import Interruptions

_SECOND, _MINUTE, _HOUR = 1_000, 60_000, 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One kind of interruption by its name; the other kinds stay as they are, unless they exclude each other."""

    key: str
    name: str
    about: str
    restart: tuple[int, int] | None = None
    close: tuple[int, int] | None = None
    limit: tuple[int, int] | None = None
    """About how often, or after how long, and for how long it then stands still; ms."""

    def applied(self, given: Interruptions) -> Interruptions:
        """Return the interruptions with this kind set."""
        changed = replace(given, exactly=None, downtime_ms=0)
        if self.restart:
            changed = replace(changed, restart_every_ms=self.restart[0], restart_downtime_ms=self.restart[1])
        if self.close:
            changed = replace(changed, close_every_ms=self.close[0], close_downtime_ms=self.close[1])
        if self.limit:
            changed = replace(changed, session_limit_ms=self.limit[0], limit_downtime_ms=self.limit[1])
        return changed


PRESETS = (
    Preset(
        key="hourly-restart",
        name="A restart about every hour",
        about="a busy machine, for a minute each time",
        restart=(_HOUR, _MINUTE),
    ),
    Preset(
        key="office-hours",
        name="The person leaves for the night",
        about="after about 8 hours, for 16",
        close=(8 * _HOUR, 16 * _HOUR),
    ),
    Preset(
        key="aws-lambda",
        name="AWS Lambda",
        about="an invocation ends after 15 minutes",
        limit=(15 * _MINUTE, 0),
    ),
    Preset(
        key="step-functions-express",
        name="Step Functions Express",
        about="an execution ends after 5 minutes",
        limit=(5 * _MINUTE, 0),
    ),
    Preset(
        key="azure-consumption",
        name="Azure Functions, Consumption plan",
        about="an execution ends after 10 minutes at most",
        limit=(10 * _MINUTE, 0),
    ),
    Preset(key="inngest", name="Inngest", about="a step ends after 2 hours", limit=(2 * _HOUR, 0)),
    Preset(
        key="hatchet",
        name="Hatchet",
        about="a task ends after 60 seconds unless told otherwise",
        limit=(60 * _SECOND, 0),
    ),
)
"""Limits as the engines' own documentation gives them; each counts for what the engine calls its unit."""


def preset(key: str) -> Preset:
    """Return a preset by its key; KeyError if there is none."""
    return {one.key: one for one in PRESETS}[key]
