"""One run as a picture with its moments, and what the run believes beside what is true at the chosen one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from planner.core.run import Chosen, Drawn
from planner.core.simulate import Simulator
from planner.core.strikes import Strikes
from planner.core.telling.scene import What
from planner.core.timeline import compile_plan
from planner.core.times import to_seconds
from planner.core.trace import trace
from planner.core.vocabulary import Kind
from planner.web.contexts.saw import Sawtooth
from planner.web.contexts.scenes import Teller, tries_in_words
from planner.web.quantities import about, counted, ordinal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planner.core.plan import Plan
    from planner.core.telling.scene import Scene, Trace, Try
    from planner.core.timeline import Timeline
    from planner.core.trying.trial import ToldRun

MOST_WALKED = 300_000
"""So many micro-operations of one run are told within a request: a second or so."""
MOST_TRIES = 12
MOST_MOMENTS = 240
"""More than these are not shown: the tries in the middle, then what lies behind so many moments of one."""
_HARM = (What.ACTED_AGAIN, What.MISSED, What.DONE_OTHERWISE)


@dataclass(frozen=True, slots=True)
class Played:
    """A run that has been told; `query` is how its address names it, `name` what people call it."""

    timeline: Timeline
    told: Trace
    query: dict[str, str]
    name: str


def played_run(plan: Plan, *, run: int, seed: int) -> Played | None:
    """Play run number `run` of a plan under a seed; None if it is too long to be told."""
    simulator = Simulator(plan, seed=seed)
    stops = int(simulator.simulate(range(run, run + 1)).by_run["interruptions"][0])
    if _is_too_long(simulator.timeline, stops):
        return None
    told = trace(simulator.timeline, Drawn(Strikes(plan.interruptions, seed), run))
    return Played(simulator.timeline, told, {"run": str(run)}, f"Run {run}")


def played_cuts(plan: Plan, cuts_ms: Sequence[int]) -> Played | None:
    """Play a run that is cut so many milliseconds into each session; None if it is too long to be told."""
    timeline = compile_plan(plan)
    if _is_too_long(timeline, len(cuts_ms)):
        return None
    told = trace(timeline, Chosen(cuts_ms, plan.interruptions.longest_downtime_ms))
    seconds = ",".join(str(to_seconds(cut)) for cut in cuts_ms)
    return Played(timeline, told, {"cut": seconds}, "One run")


def _is_too_long(timeline: Timeline, stops: int) -> bool:
    return len(timeline.ops) * (stops + 1) > MOST_WALKED


def player(played: Played, *, moment: int | None, href: str) -> dict[str, Any]:
    """Return the picture and the chosen moment; `moment` counts from 1, and None is the one that tells most."""
    return _Player(played, href).context(moment)


class _Player:
    def __init__(self, played: Played, href: str) -> None:
        self._played = played
        self._plan = played.timeline.plan
        self._href = href
        self._numbers = _shown(len(played.told.tries))
        self._tries = tuple(played.told.tries[number - 1] for number in self._numbers)
        self._teller = Teller(self._plan)
        self._moments = [(place, scene) for place, one in enumerate(self._tries) for scene in one.scenes][:MOST_MOMENTS]

    def context(self, moment: int | None) -> dict[str, Any]:
        chosen = moment if moment is not None and 1 <= moment <= len(self._moments) else self._most_telling()
        place, scene = self._moments[chosen - 1]
        tries = tries_in_words(len(self._played.told.tries))
        saw = Sawtooth(self._played.timeline, self._tries, self._numbers)
        return {
            "run": self._played.query.get("run", ""),
            "query": self._played.query,
            "href": self._href,
            "saw": saw.drawn(caption=f"{self._played.name}, {tries}", now=(place, scene)),
            "now": self._now(chosen),
            "belief": self._belief(chosen),
            "moments": self._list(chosen),
            "left_out": self._left_out(),
            "result": self._result(),
        }

    def _most_telling(self) -> int:
        """Return the first moment of harm, else the first stop, else the last moment."""
        kinds = [scene.what for _, scene in self._moments]
        harm = next((at for at, what in enumerate(kinds, 1) if what in _HARM), None)
        stop = next((at for at, what in enumerate(kinds, 1) if what.name.startswith("STOPPED")), None)
        return harm or stop or len(kinds)

    def _now(self, chosen: int) -> dict[str, Any]:
        place, scene = self._moments[chosen - 1]
        told = self._teller.told(scene, start=self._tries[place].start)
        last = len(self._moments)
        return {
            "kicker": f"Moment {chosen} of {last} · {ordinal(self._numbers[place])} try, {about(scene.at_ms)} into it",
            "told": told,
            "before": self._address(chosen - 1) if chosen > 1 else "",
            "after": self._address(chosen + 1) if chosen < last else "",
        }

    def _address(self, moment: int) -> str:
        return f"{self._href}?{urlencode({**self._played.query, 'moment': moment}, safe=',')}"

    def _belief(self, chosen: int) -> dict[str, Any] | None:
        """Return the table of belief and truth behind a moment; None where nothing acts outside."""
        actions = [step for step in self._plan.steps if step.kind is Kind.ACTION]
        if not actions:
            return None
        ledgers = [ledger for one in self._tries for ledger in one.ledgers()]
        _, believed, true = ledgers[chosen - 1]
        return {
            "caption": "What the run believes, and what is true",
            "rows": [
                {
                    "name": step.name or step.id,
                    "believes": f"{believed[step.id]:,}",
                    "true": f"{true[step.id]:,}",
                    "differs": believed[step.id] != true[step.id],
                }
                for step in actions
            ],
        }

    def _list(self, chosen: int) -> dict[str, Any]:
        numbered = list(enumerate(self._moments, 1))
        return {
            "count": len(self._moments),
            "href": self._href,
            "query": self._played.query,
            "tries": [
                {
                    "name": f"{ordinal(number)} try",
                    "items": [self._item(value, scene, one, chosen) for value, (at, scene) in numbered if at == place],
                }
                for place, (number, one) in enumerate(zip(self._numbers, self._tries, strict=True))
            ],
        }

    def _item(self, value: int, scene: Scene, one: Try, chosen: int) -> dict[str, Any]:
        told = self._teller.told(scene, start=one.start)
        return {"value": value, "text": told.line, "tone": told.tone, "glyph": told.glyph, "chosen": value == chosen}

    def _left_out(self) -> str:
        hidden = len(self._played.told.tries) - len(self._tries)
        if hidden:
            return f"{counted(hidden, 'try', 'tries')} between the first and the last are not shown."
        scenes = sum(len(one.scenes) for one in self._tries)
        return f"{counted(scenes - MOST_MOMENTS, 'later moment')} are not shown." if scenes > MOST_MOMENTS else ""

    def _result(self) -> str:
        result = self._played.told.result
        stops = counted(result.interruptions, "interruption")
        ended = "finished" if result.finished else "never finished"
        return f"{stops}; {about(result.lost_ms)} of work repeated or lost; {ended} after {about(result.wall_ms)}."


def _shown(tries: int) -> tuple[int, ...]:
    """Return the numbers of the tries that are shown, from 1: all of them, or the first and the last ones."""
    if tries <= MOST_TRIES:
        return tuple(range(1, tries + 1))
    half = MOST_TRIES // 2
    return (*range(1, half + 1), *range(tries - half + 1, tries + 1))


def runs_to_open(telling: Sequence[ToldRun], *, opened: int) -> list[dict[str, Any]]:
    """Return the runs that one can choose by what happened in them, the opened one among them."""
    known = [
        {"value": run.run, "text": f"{run.run} · {_in_short(run)}", "chosen": run.run == opened} for run in telling
    ]
    if any(one["chosen"] for one in known):
        return known
    return [{"value": opened, "text": str(opened), "chosen": True}, *known]


def _in_short(run: ToldRun) -> str:
    if run.duplicates:
        return f"{counted(run.duplicates, 'action')} twice"
    if run.missed:
        return f"{counted(run.missed, 'action')} left out"
    return f"{about(run.lost_ms)} repeated"
