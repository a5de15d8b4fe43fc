"""Tells one run moment by moment, while the machine walks it."""

from __future__ import annotations

from planner.core.machine import Deed, Machine, Moment
from planner.core.plan import MAX_SESSIONS
from planner.core.run import Result, Run, Schedule, Watcher
from planner.core.telling.books import Books
from planner.core.telling.page import Page
from planner.core.telling.scene import Scene, Trace, Try, What
from planner.core.timeline import Op, Save, Timeline
from planner.core.vocabulary import Kind

_ONCE_ANSWERED = {What.ASKED: What.ANSWERED, What.ASKED_AGAIN: What.ANSWERED_AGAIN}
_SAVES = (Op.SAVE_INSIDE, Op.SAVE_AFTER)


def trace(timeline: Timeline, schedule: Schedule) -> Trace:
    """Tell one run of a timeline under a schedule."""
    return _Teller(Machine(timeline), schedule).trace()


class _Teller(Watcher):
    """Watches a run and tells it: each moment at the next one, since only then it has been counted."""

    def __init__(self, machine: Machine, schedule: Schedule) -> None:
        self._machine = machine
        self._run = Run(machine, schedule, self)
        self._books = Books(machine)
        self._tries: list[Try] = []
        self._page = Page(None, {}, {})
        self._untold: Moment | None = None
        self._effect: What | None = None
        """What the effect of the unit under way was, while that is not told yet."""
        self._effect_ms = self._now_ms = 0
        self._acted_unit = self._last_unit = -1
        """The unit whose effect was the last one of this session, and the unit of its last moment."""
        self._newest: Save | None = None
        self._counted: dict[tuple[str, int], int] = {}

    def trace(self) -> Trace:
        """Run to the end, and return what was told on the way."""
        result = self._run.result()
        self._settle()
        self._end(result)
        return Trace(tries=(*self._tries, self._page.closed()), result=result)

    def begins(self, session: int, start: Save | None) -> None:
        """See Watcher."""
        self._turn_page(session, loaded=start, begins_at=start)
        self._acted_unit = self._last_unit = -1
        self._now_ms = 0
        if start is not None:
            self._tell(What.RESUMES, start.unit, save=start)
        else:
            self._page.add(Scene(at_ms=0, what=What.STARTS_OVER if session else What.STARTS))
        self._now_ms = self._machine.timeline.plan.resume.recovery_ms if session else 0

    def happened(self, moment: Moment, at_ms: int) -> None:
        """See Watcher."""
        self._settle()
        self._untold, self._now_ms = moment, at_ms

    def stopped(self, during: Moment | None, at_ms: int) -> None:
        """See Watcher."""
        self._settle()
        if during is None:
            self._page.add(Scene(at_ms=at_ms, what=What.STOPPED_RECOVERING))
        else:
            what = self._stop(during, walked_ms=at_ms - self._now_ms)
            self._tell_effect(during.unit)
            self._now_ms = at_ms
            self._tell(what, during.unit, save=self._save_of(during))
        self._now_ms = at_ms

    def _turn_page(self, session: int, *, loaded: Save | None, begins_at: Save | None) -> None:
        if session:
            self._tries.append(self._page.closed())
        self._books.open(loaded)
        self._page = Page(self._checkpoint_of(begins_at), *self._books.ledgers())

    def _stop(self, during: Moment, *, walked_ms: int) -> What:
        if during.kind is Op.WAIT:
            return What.STOPPED_ASKING_PERSON
        if during.kind in _SAVES:
            return What.STOPPED_SAVING
        if during.unit == self._acted_unit or during.deed is Deed.FIND_DONE:
            return What.STOPPED_UNANSWERED if self._is_gate(during.unit) else What.STOPPED_UNCONFIRMED
        begins = during.kind is Op.PRE and during.unit != self._last_unit and walked_ms == 0
        return What.STOPPED_BEFORE if begins else What.STOPPED_PART_WAY

    def _settle(self) -> None:
        """Tell the moment that has happened."""
        moment, self._untold = self._untold, None
        if moment is None:
            return
        self._last_unit = moment.unit
        if moment.kind is Op.WAIT:
            self._tell(What.PERSON_LOOKED, moment.unit)
        elif moment.kind is Op.EFFECT:
            self._note_effect(moment.unit)
        elif moment.kind is Op.DONE:
            self._tell_passing(moment)
        elif moment.kind in _SAVES:
            self._newest = self._save_of(moment)
            self._tell_effect(moment.unit)
            self._tell(What.SAVED, moment.unit, save=self._newest)

    def _note_effect(self, unit: int) -> None:
        self._acted_unit, self._effect_ms = unit, self._now_ms
        if self._is_gate(unit):
            self._effect = What.ASKED_AGAIN if self._gained("reasks", unit) else What.ASKED
        elif self._gained("harmless", unit):
            self._effect = What.RECOGNISED
        else:
            self._effect = What.ACTED_AGAIN if self._gained("duplicates", unit) else What.ACTED
            self._books.acted(unit)

    def _tell_effect(self, unit: int) -> None:
        """Tell an effect by itself, since something else comes before the unit is done."""
        if self._effect is not None:
            what, self._effect = self._effect, None
            self._tell(what, unit, at_ms=self._effect_ms)

    def _tell_passing(self, moment: Moment) -> None:
        done_before = self._books.passed(moment.unit, moment.deed)
        differs = self._gained("divergences", moment.unit)
        effect, self._effect = self._effect, None
        if effect is not None:
            self._tell(_ONCE_ANSWERED.get(effect, effect), moment.unit)
        if differs:
            self._tell(What.DONE_OTHERWISE, moment.unit)
        elif effect is None:
            self._tell(self._passing(moment, done_before), moment.unit)

    def _passing(self, moment: Moment, done_before: bool) -> What:
        if moment.deed is Deed.SKIP:
            return What.SKIPPED
        if moment.deed is Deed.LEAVE:
            return What.LEFT if self._books.has_acted(moment.unit) else What.MISSED
        if moment.deed is Deed.FIND_DONE:
            return What.STILL_ASKED if self._is_gate(moment.unit) else What.FOUND_DONE
        if self._is_gate(moment.unit):
            return What.ANSWERED
        return What.DONE_AGAIN if done_before else What.DONE

    def _end(self, result: Result) -> None:
        if result.finished:
            self._page.add(Scene(at_ms=self._now_ms, what=What.FINISHED))
        elif result.interruptions == MAX_SESSIONS:
            self._page.add(Scene(at_ms=self._now_ms, what=What.GIVEN_UP))
        elif self._newest is not None:
            self._turn_page(result.interruptions, loaded=None, begins_at=self._newest)
            self._now_ms = 0
            self._tell(What.CANNOT_LOAD, self._newest.unit, save=self._newest)

    def _gained(self, name: str, unit: int) -> bool:
        """Whether a count of the unit's step has grown since it was last asked for."""
        at = self._machine.unit_step[unit]
        now = getattr(self._run.tally, name)[at]
        before = self._counted.get((name, at), 0)
        self._counted[name, at] = now
        return bool(now > before)

    def _tell(self, what: What, unit: int, *, at_ms: int | None = None, save: Save | None = None) -> None:
        at = self._machine.unit_step[unit]
        step = self._machine.steps[at]
        item = unit - self._machine.timeline.first_unit[at] if step.items > 1 else None
        self._page.add(
            Scene(
                at_ms=self._now_ms if at_ms is None else at_ms,
                what=what,
                step=step.id,
                first_item=item,
                last_item=item,
                checkpoint=self._checkpoint_of(save),
                believed=self._books.believed[at],
                true=self._books.true[at],
            )
        )

    def _is_gate(self, unit: int) -> bool:
        return self._machine.steps[self._machine.unit_step[unit]].kind is Kind.GATE

    def _save_of(self, moment: Moment) -> Save | None:
        return self._machine.timeline.saves[self._machine.save_at[moment.op]] if moment.kind in _SAVES else None

    def _checkpoint_of(self, save: Save | None) -> str | None:
        return None if save is None else self._machine.timeline.plan.checkpoints[save.checkpoint].id
