"""The words of the page stand for every set of guards that a plan can hold."""

from itertools import chain, combinations

import pytest

from planner.core.plan import Step
from planner.core.vocabulary import GateWhen, Guard, KeySource, Kind
from planner.web.forms.duration import write_duration
from planner.web.forms.guards import GuardForm
from tests.services.stored import new_key

SETS = list(chain.from_iterable(combinations(Guard, size) for size in range(len(Guard) + 1)))


@pytest.mark.parametrize("gate_when", list(GateWhen))
@pytest.mark.parametrize("guards", SETS, ids=lambda guards: "+".join(guards) or "none")
def test_a_form_sent_as_it_came_holds_the_same_guards(guards: tuple[Guard, ...], gate_when: GateWhen) -> None:
    step = Step(
        id="pay",
        kind=Kind.ACTION,
        guards=guards,
        gate_when=gate_when,
        gate_ms=90_000,
        key_source=KeySource.DERIVED,
        key_retention_ms=86_400_000,
    )
    shown = GuardForm.initial_of(step)
    times = {name: write_duration(shown[name]) for name in ("gate_ms", "key_retention_ms")}
    form = GuardForm({**shown, **times, "version": 1, "key": new_key()})
    assert form.is_valid(), form.errors
    said = form.values()
    assert set(said.pop("guards")) == set(guards)
    assert said == {
        "key_source": KeySource.DERIVED,
        "key_retention_ms": 86_400_000,
        "gate_when": gate_when,
        "gate_ms": 90_000,
    }


@pytest.mark.parametrize(
    ("guards", "record"),
    [
        ((), "none"),
        ((Guard.LOOKUP,), "none"),
        ((Guard.ACTION_RECORD,), "after"),
        ((Guard.INTENT_RECORD,), "before"),
        ((Guard.ACTION_RECORD, Guard.INTENT_RECORD), "open"),
        ((Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.LOOKUP), "looked_up"),
        ((Guard.ACTION_RECORD, Guard.LOOKUP), "after"),
    ],
    ids=str,
)
def test_the_record_that_says_most_is_shown(guards: tuple[Guard, ...], record: str) -> None:
    assert GuardForm.initial_of(Step(id="pay", kind=Kind.ACTION, guards=guards))["record"] == record


def test_a_person_who_decides_unclear_ones_is_asked_only_when_resuming() -> None:
    form = GuardForm(
        {"record": "decided", "gate_when": "always", "gate_ms": "5 min", "version": 1, "key": new_key()},
    )
    assert form.is_valid(), form.errors
    assert form.values()["gate_when"] is GateWhen.ON_RESUME
    assert set(form.values()["guards"]) == {Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.HUMAN_GATE}
