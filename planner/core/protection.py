"""Which guards keep a resumed run from acting again, given what it finds and checks (MODEL.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from planner.core.plan import Plan, Step
from planner.core.vocabulary import GateWhen, Guard, Kind, ResumeCheck


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """What stands between one step and a repeat of its effect; a guard that does not act is absent here.

    An idempotency key is not among them: the run acts again, and the receiver recognises it (`machine.py`).
    """

    records: bool = False
    """DONE units are skipped: guard `action_record`, or a gate whose question is stored."""
    intents: bool = False
    """Guard `intent_record`: a unit whose INTENT is on record is not begun again."""
    looks_up: bool = False
    """A unit whose EFFECT happened is found done: guard `lookup`, or a gate whose question is stored."""
    asks: bool = False
    """Guard `human_gate`: a person sees whether the EFFECT happened."""
    asks_always: bool = False

    @property
    def leaves_doubt(self) -> bool:
        """Whether a begun unit is never begun again, so that its EFFECT can be missed."""
        return self.intents and not self.looks_up and not self.asks

    @property
    def skips_done(self) -> bool:
        """Whether a DONE unit costs a resumed run nothing."""
        return self.records or self.leaves_doubt

    @property
    def repeats_done(self) -> bool:
        """Whether a DONE unit is performed again, EFFECT included."""
        return not (self.records or self.intents or self.looks_up or self.asks)

    @property
    def repeats_open(self) -> bool:
        """Whether a unit that had its EFFECT but was not DONE is performed again."""
        return not (self.intents or self.looks_up or self.asks)

    @property
    def asks_on_arrival(self) -> bool:
        """Whether the person is asked at the first unit walked, not only at the first that is in doubt."""
        return self.asks and not self.records and not self.looks_up


def protection_of(plan: Plan, step: Step) -> Protection:
    """Return what protects a step of this plan when a run of it resumes."""
    found = plan.identity.survives
    if step.kind is Kind.GATE:
        stored = step.question_stored and found
        return Protection(records=stored, looks_up=stored)
    reads_records = found and plan.resume.does(ResumeCheck.ACTION_RECORDS)
    return Protection(
        records=Guard.ACTION_RECORD in step.guards and reads_records,
        intents=Guard.INTENT_RECORD in step.guards and reads_records,
        looks_up=Guard.LOOKUP in step.guards and plan.resume.does(ResumeCheck.IN_DOUBT_ACTIONS),
        asks=Guard.HUMAN_GATE in step.guards,
        asks_always=Guard.HUMAN_GATE in step.guards and step.gate_when is GateWhen.ALWAYS,
    )
