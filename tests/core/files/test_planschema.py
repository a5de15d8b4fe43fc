"""The JSON Schema: valid, described, true to every plan document there is, and refusing what it can."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from planner.core.errors import PlanError
from planner.core.files.planschema import schema
from planner.core.planfile import plan_from_document
from tests.core.documents import plan_documents

DOCUMENTS = plan_documents()
SCHEMA = Draft202012Validator(schema())


def plan(**keys: Any) -> dict[str, Any]:
    """Return a plan document with a title and these keys."""
    return {"format": "checkpoint-plan/1", "title": "Run", **keys}


def step(**keys: Any) -> dict[str, Any]:
    """Return a plan document of one step with these keys."""
    return plan(steps=[{"id": "s", **keys}])


def checkpoint(**keys: Any) -> dict[str, Any]:
    """Return a plan document with one checkpoint with these keys."""
    return plan(steps=[{"id": "s", "items": 3}], checkpoints=[{"id": "c", **keys}])


def test_the_schema_is_a_valid_schema_of_its_draft() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_plan_document_is_valid(name: str) -> None:
    assert list(SCHEMA.iter_errors(DOCUMENTS[name])) == []


REFUSED = [
    {"title": "Run"},
    {"format": "checkpoint-plan/1"},
    {"format": "checkpoint-plan/2", "title": "Run"},
    plan(title=" "),
    plan(goals="x"),
    plan(steps=[{"name": "Read"}]),
    plan(steps=[{"id": f"s{number}"} for number in range(501)]),
    plan(state=[{"storable": True}]),
    plan(storage={"keeps_seconds": -1}),
    plan(identity={"source": "uuid"}),
    plan(resume={"checks": ["lock", "lock"]}),
    plan(interruptions={"restart_every_seconds": 0}),
    plan(interruptions={"exactly": 1, "close_every_seconds": 60}),
    plan(interruptions={"exactly": 1_001}),
    step(id="a b"),
    step(seconds=0),
    step(seconds=1e10),
    step(items=2.5),
    step(items=0),
    step(items=True),
    step(deterministic=None),
    step(needs=["v", "v"]),
    step(needs=[""]),
    step(replay_risk={"repeats": "yes"}),
    step(kind="action", effect_at=1.1),
    step(kind="action", guards=["lock"]),
    step(kind="action", question_stored=True),
    step(kind="gate", guards=["lookup"]),
    step(idempotent=True),
    step(kind="read", effect_at=1),
    checkpoint(),
    checkpoint(after="s", inside="s"),
    checkpoint(after=None, inside=None),
    checkpoint(inside="s", every_items=2),
    checkpoint(after="s", every_items=0),
    checkpoint(after="s", answers={"complete": {"answer": "maybe"}}),
    checkpoint(after="s", answers={"sure": {}}),
]


@pytest.mark.parametrize("document", REFUSED, ids=range(len(REFUSED)))
def test_what_the_schema_can_say_it_refuses_and_so_does_the_reader(document: dict[str, Any]) -> None:
    assert not SCHEMA.is_valid(document)
    with pytest.raises(PlanError):
        plan_from_document(document)


ACCEPTED = [
    step(seconds=0.0005),
    step(items=2.0),
    step(guards=[], idempotent=None, gate_seconds=300.0001),
    checkpoint(after="s", inside=None, every_items=2),
    plan(interruptions={"exactly": None, "restart_every_seconds": 5}),
]


@pytest.mark.parametrize("document", ACCEPTED, ids=range(len(ACCEPTED)))
def test_on_the_edge_of_what_the_reader_accepts_the_schema_accepts_too(document: dict[str, Any]) -> None:
    plan_from_document(document)
    assert SCHEMA.is_valid(document)


def test_every_key_is_described() -> None:
    def undescribed(place: str, shape: dict[str, Any]) -> list[str]:
        inner = shape["anyOf"][0] if "anyOf" in shape else shape.get("items", shape)
        missing = [] if "description" in shape or "const" in shape else [place]
        return missing + [
            name for key, of in inner.get("properties", {}).items() for name in undescribed(f"{place}.{key}", of)
        ]

    assert undescribed("plan", schema()) == []
