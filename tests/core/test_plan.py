"""A plan cannot be built wrong, and knows its steps, its places and its times."""

from collections.abc import Callable

import pytest

from planner.core.errors import PlanError
from planner.core.plan import (
    Answer,
    Answers,
    Checkpoint,
    Identity,
    Interruptions,
    Plan,
    Resume,
    Step,
    Storage,
    Variable,
)
from planner.core.sketch import sketch
from planner.core.vocabulary import Guard, IdentitySource, Kind, Question, Reply, ResumeCheck

ACTION = Kind.ACTION
SECONDS = "a number of seconds from 0 to 1,000,000,000"
SOME_SECONDS = "a number of seconds from 0.001 to 1,000,000,000"
TOO_LONG_MS = 1_000_000_000_001

IMPOSSIBLE: dict[str, Callable[[], object]] = {
    "title: a plan needs a title": lambda: Plan(title=" "),
    "steps: at most 500 steps": lambda: Plan(title="Run", steps=tuple(Step(id=f"s{n}") for n in range(501))),
    "steps: at most 1,000,000 units in all; this plan has 1,100,000": lambda: Plan(
        title="Run", steps=tuple(Step(id=f"s{n}", items=100_000) for n in range(11))
    ),
    "steps: at most 10,000,000,000 seconds of work in all": lambda: Plan(
        title="Run", steps=(Step(id="s", items=100_000, duration_ms=100_000_000),)
    ),
    "steps[1].id: “s” is there already; each at most once": lambda: Plan(
        title="Run", steps=(Step(id="s"), Step(id="s"))
    ),
    "checkpoints[1].id: “c” is there already; each at most once": lambda: Plan(
        title="Run", steps=(Step(id="s"),), checkpoints=(Checkpoint(id="c", after="s"), Checkpoint(id="c", after="s"))
    ),
    "state[1].name: “v” is there already; each at most once": lambda: Plan(
        title="Run", state=(Variable(name="v"), Variable(name="v"))
    ),
    "checkpoints[0].after: no step has the id “z”": lambda: Plan(
        title="Run", checkpoints=(Checkpoint(id="c", after="z"),)
    ),
    "checkpoints[0].inside: no step has the id “z”": lambda: Plan(
        title="Run", checkpoints=(Checkpoint(id="c", inside="z"),)
    ),
    "checkpoints[0].every_items: only a checkpoint after a batch (a step with items > 1) has this": lambda: Plan(
        title="Run", steps=(Step(id="s"),), checkpoints=(Checkpoint(id="c", after="s", every_items=1),)
    ),
    "id: one or more letters a–z, digits, “-” or “_”": lambda: Step(id="ä"),
    f"seconds: {SOME_SECONDS}": lambda: Step(id="s", duration_ms=0),
    "items: a whole number from 1 to 100,000": lambda: Step(id="s", items=0),
    "needs[0]: a variable needs a name": lambda: Step(id="s", needs=("",)),
    "produces[1]: “v” is there already; each at most once": lambda: Step(id="s", produces=("v", "v")),
    "effect_at: a number from 0 to 1": lambda: Step(id="s", kind=ACTION, effect_at=1.01),
    "guards: each guard at most once": lambda: Step(id="s", kind=ACTION, guards=(Guard.LOOKUP, Guard.LOOKUP)),
    f"key_retention_seconds: {SECONDS}": lambda: Step(id="s", kind=ACTION, key_retention_ms=-1),
    f"gate_seconds: {SECONDS}": lambda: Step(id="s", kind=ACTION, gate_ms=TOO_LONG_MS),
    "idempotent: only a step of kind “action” has this": lambda: Step(id="s", idempotent=False),
    "key_retention_seconds: only a step of kind “action” has this": lambda: Step(id="s", key_retention_ms=5),
    "question_stored: only a step of kind “gate” has this": lambda: Step(id="s", kind=ACTION, question_stored=True),
    "after: exactly one of “after” and “inside” names a step": lambda: Checkpoint(id="c", after="s", inside="s"),
    "every_items: a whole number from 1 to 100,000": lambda: Checkpoint(id="c", after="s", every_items=0),
    "every_items: only a checkpoint “after” has this": lambda: Checkpoint(id="c", inside="s", every_items=2),
    "snapshot[1]: “v” is there already; each at most once": lambda: Checkpoint(id="c", after="s", snapshot=("v", "v")),
    f"save_seconds: {SECONDS}": lambda: Checkpoint(id="c", after="s", save_ms=-1),
    "name: a variable needs a name": lambda: Variable(name="\t"),
    f"keeps_seconds: {SECONDS}": lambda: Storage(keeps_ms=-1),
    "checks: each check at most once": lambda: Resume(checks=(ResumeCheck.LOCK, ResumeCheck.LOCK)),
    f"seconds: {SECONDS}": lambda: Resume(recovery_ms=-1),
    f"restart_every_seconds: {SOME_SECONDS}": lambda: Interruptions(restart_every_ms=0),
    f"limit_downtime_seconds: {SECONDS}": lambda: Interruptions(limit_downtime_ms=-1),
    "exactly: a whole number from 0 to 1,000": lambda: Interruptions(exactly=1_001),
    "exactly: excludes the other sources of interruption": lambda: Interruptions(exactly=0, session_limit_ms=1),
}


@pytest.mark.parametrize(("words", "build"), IMPOSSIBLE.items(), ids=range(len(IMPOSSIBLE)))
def test_what_is_impossible_cannot_be_built(words: str, build: Callable[[], object]) -> None:
    with pytest.raises(PlanError) as caught:
        build()
    assert str(caught.value) == words


def test_an_error_seen_from_further_out_has_the_longer_path() -> None:
    error = PlanError("seconds", "too long").within("[2]").within("steps")
    assert (error.path, error.problem, str(error)) == ("steps[2].seconds", "too long", "steps[2].seconds: too long")


def test_the_effect_of_an_action_is_placed_by_its_share_rounded_half_up() -> None:
    steps = [
        Step(id="s", kind=ACTION, duration_ms=d, effect_at=e) for d, e in ((1_000, 0.25), (3, 0.5), (10, 0.0), (7, 1.0))
    ]
    assert [step.before_effect_ms for step in steps] == [250, 2, 0, 7]


def test_a_gate_asks_at_its_start_and_other_kinds_are_halved() -> None:
    kinds = (Kind.GATE, Kind.READ, Kind.INTERNAL)
    assert [Step(id="s", kind=kind, duration_ms=1_001).before_effect_ms for kind in kinds] == [0, 501, 501]


def test_a_plan_finds_its_steps_by_id() -> None:
    first, second = Step(id="a"), Step(id="b")
    plan = Plan(title="Run", steps=(first, second))
    assert (plan.step("b"), plan.index_of("b")) == (second, 1)
    with pytest.raises(KeyError):
        plan.step("c")


def test_a_variable_that_is_not_listed_is_storable_and_not_sensitive() -> None:
    listed = Variable(name="v", storable=False)
    plan = Plan(title="Run", state=(listed,))
    assert (plan.variable("v"), plan.variable("w")) == (listed, Variable(name="w", storable=True, sensitive=False))


def test_a_checkpoint_stands_at_the_step_that_it_is_after_or_inside() -> None:
    assert [Checkpoint(id="c", after="s").step_id, Checkpoint(id="c", inside="t").step_id] == ["s", "t"]


def test_answers_are_found_by_their_question() -> None:
    answers = Answers(repeatable=Answer(answer=Reply.NO, reason="It pays."))
    assert [answers.to(question) for question in Question] == [
        Answer(),
        Answer(),
        Answer(),
        answers.repeatable,
        Answer(),
    ]


def test_a_run_is_found_again_unless_its_identity_dies_with_the_process() -> None:
    survives = {source: Identity(source=source).survives for source in (*IdentitySource, None)}
    assert survives == {
        IdentitySource.BUSINESS_KEY: True,
        IdentitySource.STORED_ID: True,
        IdentitySource.NEW_EACH_START: False,
        IdentitySource.PROCESS: False,
        None: True,
    }


def test_a_resume_makes_the_checks_that_it_lists_and_all_when_not_answered() -> None:
    assert [Resume().does(ResumeCheck.LOCK), Resume(checks=()).does(ResumeCheck.LOCK)] == [True, False]
    assert Resume(checks=(ResumeCheck.LOCK,)).does(ResumeCheck.LOCK)


def test_the_longest_downtime_is_that_of_the_sources_that_are_there() -> None:
    restarts = Interruptions(restart_every_ms=1, restart_downtime_ms=5, close_downtime_ms=9)
    both = Interruptions(restart_every_ms=1, restart_downtime_ms=5, close_every_ms=1, close_downtime_ms=9)
    counted = Interruptions(exactly=1, downtime_ms=7)
    longest = [one.longest_downtime_ms for one in (Interruptions(limit_downtime_ms=3), restarts, both, counted)]
    assert longest == [0, 5, 9, 7]


def test_a_checkpoint_after_a_step_is_known_by_the_step() -> None:
    plan = sketch("Read\n|\nDraft\n(|)\nPay !")
    assert [plan.is_saved_after(step.id) for step in plan.steps] == [True, False, False]
