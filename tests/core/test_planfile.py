"""Plan files: what is read, what is refused and in which words, and that writing loses nothing."""

from typing import Any

import pytest
from hypothesis import given

from planner.core.files.planschema import schema
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
    Variable,
)
from planner.core.planfile import MAX_BYTES, document_from_plan, plan_from_document, read_plan, write_plan
from planner.core.vocabulary import Guard, IdentitySource, Kind, Loads, Reply, ResumeCheck
from tests.core.documents import file, plan_documents, raw
from tests.core.strategies import plans

DOCUMENTS = plan_documents()


def test_a_file_becomes_the_plan_that_it_describes() -> None:
    text = file(
        goal="Pay once.",
        identity={"source": "business_key"},
        state=[{"name": "rows", "sensitive": True}],
        steps=[
            {"id": "read", "kind": "read", "seconds": 1.5, "produces": ["rows"]},
            {"id": "pay", "kind": "action", "items": 3, "needs": ["rows"], "guards": ["lookup"], "effect_at": 1,
             "key_retention_seconds": 60, "idempotent": None, "replay_risk": {"repeats": True}},
        ],
        checkpoints=[{"id": "a", "after": "pay", "every_items": 2, "snapshot": ["rows"], "save_seconds": 0,
                      "answers": {"complete": {"answer": "yes", "reason": "All of it."}}}],
        resume={"loads": "latest", "checks": ["lock", "identity"], "seconds": 10},
        interruptions={"exactly": 2, "downtime_seconds": 30},
    )  # fmt: skip
    assert read_plan(text) == Plan(
        title="Run",
        goal="Pay once.",
        identity=Identity(source=IdentitySource.BUSINESS_KEY),
        state=(Variable(name="rows", sensitive=True),),
        steps=(
            Step(id="read", kind=Kind.READ, duration_ms=1_500, produces=("rows",)),
            Step(
                id="pay",
                kind=Kind.ACTION,
                items=3,
                needs=("rows",),
                guards=(Guard.LOOKUP,),
                effect_at=1.0,
                key_retention_ms=60_000,
                replay_risk=ReplayRisk(repeats=True),
            ),
        ),
        checkpoints=(
            Checkpoint(
                id="a",
                after="pay",
                every_items=2,
                snapshot=("rows",),
                save_ms=0,
                answers=Answers(complete=Answer(answer=Reply.YES, reason="All of it.")),
            ),
        ),
        resume=Resume(loads=Loads.LATEST, checks=(ResumeCheck.LOCK, ResumeCheck.IDENTITY), recovery_ms=10_000),
        interruptions=Interruptions(exactly=2, downtime_ms=30_000),
    )


def test_bytes_and_text_are_read_alike() -> None:
    text = file(goal="Überweisung → 書く")
    assert read_plan(text.encode()) == read_plan(text)


def test_a_plan_without_interruptions_has_a_restart_every_hour_and_an_empty_object_has_none() -> None:
    assert read_plan(file()).interruptions == Interruptions(restart_every_ms=3_600_000)
    assert read_plan(file(interruptions={})).interruptions == Interruptions()


def test_null_means_not_answered_or_absent() -> None:
    answered = file(
        identity={"source": None, "single_runner": None},
        storage={"keeps_seconds": None},
        steps=[{"id": "s", "kind": "action", "idempotent": None, "consequence": None, "key_source": None,
                "key_retention_seconds": None, "replay_risk": None}],
        checkpoints=[{"id": "c", "after": "s", "inside": None, "every_items": None,
                      "answers": {"complete": {"answer": None}}}],
        resume={"loads": None, "checks": None, "if_unclear": None},
        interruptions={"restart_every_seconds": None, "exactly": None},
    )  # fmt: skip
    left_out = file(steps=[{"id": "s", "kind": "action"}], checkpoints=[{"id": "c", "after": "s"}], interruptions={})
    assert read_plan(answered) == read_plan(left_out)


def test_text_is_kept_in_composed_form_so_that_names_match_however_they_were_typed() -> None:
    text = file(
        steps=[{"id": "s", "produces": ["Pru\u0308fung"]}],
        checkpoints=[{"id": "c", "after": "s", "snapshot": ["Prüfung"]}],
    )
    plan = read_plan(text)
    assert plan.steps[0].produces == plan.checkpoints[0].snapshot == ("Pr\u00fcfung",)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    assert read_plan(raw('"steps": [{"id": "s", "items": 2.0}]')).steps[0].items == 2


def test_seconds_are_held_to_the_millisecond_rounded_half_up() -> None:
    steps = [{"id": "a", "seconds": 0.0005}, {"id": "b", "seconds": 1.0004999}, {"id": "c", "seconds": 2.0015}]
    assert [step.duration_ms for step in read_plan(file(steps=steps)).steps] == [1, 1_000, 2_002]


@given(plans())
def test_a_plan_written_and_read_again_is_the_same_plan(plan: Plan) -> None:
    assert read_plan(write_plan(plan)) == plan


@pytest.mark.parametrize("name", DOCUMENTS)
def test_an_exported_plan_says_what_the_imported_one_said(name: str) -> None:
    document = DOCUMENTS[name]
    exported = document_from_plan(plan_from_document(document))
    assert filled(exported, schema()) == filled(document, schema())


def filled(value: Any, shape: dict[str, Any]) -> Any:
    """Return a value with every key that the schema knows, its default where it was left out."""
    if "anyOf" in shape:
        return None if value is None else filled(value, shape["anyOf"][0])
    if shape.get("type") == "array":
        return [filled(one, shape["items"]) for one in value]
    if shape.get("type") != "object":
        return value
    known: dict[str, dict[str, Any]] = shape["properties"]
    return {**value, **{key: filled(value.get(key, of.get("default")), of) for key, of in known.items()}}


def test_a_written_plan_leaves_out_what_equals_its_default() -> None:
    plan = Plan(title="Run", steps=(Step(id="s", duration_ms=1_500),), interruptions=Interruptions())
    assert write_plan(plan) == (
        '{\n "format": "checkpoint-plan/1",\n "title": "Run",\n "steps": [\n  {\n   "id": "s",\n'
        '   "seconds": 1.5\n  }\n ],\n "interruptions": {}\n}\n'
    )


def test_a_plan_that_would_be_too_long_indented_is_written_on_one_line() -> None:
    names = tuple(f"{number}" for number in range(110_000))
    plan = Plan(title="Run", steps=(Step(id="s", needs=names),))
    written = write_plan(plan)
    assert (len(written) <= MAX_BYTES, written.count("\n"), read_plan(written)) == (True, 0, plan)
