"""The database refuses what must never be, whoever writes to it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from planner.bridge import store
from planner.core.sketch import sketch
from planner.models import (
    Acceptance,
    Answer,
    Checkpoint,
    Comment,
    Criterion,
    Edit,
    Exercise,
    Explanation,
    HandledRequest,
    Plan,
    PlannedCheck,
    PlannedGuard,
    Prediction,
    ReportLink,
    Review,
    Score,
    SimulationRun,
    SnapshotVariable,
    StateItem,
    Step,
    StepVariable,
    Submission,
    TakenSuggestion,
    User,
)
from tests.models import test_class_constraints as of_classes

pytestmark = pytest.mark.django_db

KEY = "6a1b5f0e-6f0b-4d7c-9d35-0a2c1f6e8b47"
TOO_LONG_MS = 1_000_000_000_001

DRAWING = """
    Read -> rows, total
    |
    Pay ! x9 [record, lookup]
    |/3 holds rows, total
    Ask ?
    state: rows, token
"""


@pytest.fixture
def plan() -> Plan:
    row = Plan(session_token="a browser")
    store(row, sketch(DRAWING))
    exercise = Exercise.objects.create(slug="own", title="Your own", is_default=True)
    Edit.objects.create(plan=row, version=2, key=KEY, part=row.pk, field="title", old="a", new="b")
    HandledRequest.objects.create(plan=row, key=KEY, digest="0", outcome={})
    SimulationRun.objects.create(plan=row, key=KEY, version=1, seed=1, runs=1, document={}, result={})
    Prediction.objects.create(plan=row, key=KEY, version=1, lost_ms=0, lost_sure="certain")
    Acceptance.objects.create(plan=row, code="R301", step="pay", reason="It is a nuisance.")
    TakenSuggestion.objects.create(plan=row, code="R301", step="pay", version=2, choice="Look it up.")
    now = timezone.now()
    ReportLink.objects.create(
        plan=row, key=KEY, digest="0" * 64, origin={}, created_at=now, expires_at=now + timedelta(days=1)
    )
    Explanation.objects.create(session_token="a browser", screen=1, text="Because.")
    criterion = Criterion.objects.create(exercise=exercise, position=1, name="Justified")
    review = Review.objects.create(submission=handed_in(row), reviewer=User.objects.create_user("reviewer"))
    Score.objects.create(review=review, criterion=criterion, points=2)
    Comment.objects.create(review=review, text="Well put.")
    return row


def handed_in(row: Plan, **values: Any) -> Submission:
    whole = {
        "number": 1,
        "key": KEY,
        "version": 1,
        "document": "{}",
        "findings": [],
        "acceptances": [],
        "suggestions": [],
        "predictions": [],
        "test": row.simulation_runs.latest("pk"),
        "model_version": "1",
        "rules_version": "1.30",
        "fingerprint": "7f3c",
        "model_shown": False,
    }
    return Submission.objects.create(plan=row, **{**whole, **values})


def refusal(write: Callable[[], object]) -> str:
    """What the database says, in small letters; nothing if it agrees."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        return str(error).lower()
    return ""


WRONG_VALUES: list[tuple[type[models.Model], dict[str, Any]]] = [
    (Plan, {"session_token": ""}),
    (Plan, {"title": ""}),
    (Plan, {"version": 0}),
    (Plan, {"identity_source": "luck"}),
    (Plan, {"identity_single_runner": "hope"}),
    (Plan, {"storage_keeps_ms": -1}),
    (Plan, {"storage_keeps_ms": TOO_LONG_MS}),
    (Plan, {"resume_loads": "any"}),
    (Plan, {"resume_if_unclear": "guess"}),
    (Plan, {"resume_recovery_ms": -1}),
    (Plan, {"interruptions_restart_every_ms": 0}),
    (Plan, {"interruptions_close_every_ms": TOO_LONG_MS}),
    (Plan, {"interruptions_limit_downtime_ms": -1}),
    (Plan, {"interruptions_exactly": 1_001}),
    (Plan, {"interruptions_exactly": 1}),
    (ReportLink, {"digest": "x"}),
    (ReportLink, {"digest": "A" * 64}),
    (ReportLink, {"expires_at": "2026-01-01T00:00:00Z"}),
    (Step, {"kind": "wait"}),
    (Step, {"kind": ""}),
    (Step, {"slug": ""}),
    (Step, {"duration_ms": 0}),
    (Step, {"duration_ms": TOO_LONG_MS}),
    (Step, {"items": 0}),
    (Step, {"items": 100_001}),
    (Step, {"effect_at": -0.1}),
    (Step, {"effect_at": 1.1}),
    (Step, {"consequence": "bad"}),
    (Step, {"key_source": "luck"}),
    (Step, {"key_retention_ms": -1}),
    (Step, {"gate_ms": -1}),
    (Step, {"gate_when": "sometimes"}),
    (Step, {"kind": "read", "idempotent": True}),
    (Step, {"kind": "gate", "confirmed": False}),
    (Step, {"kind": "action", "question_stored": True}),
    (Step, {"risk_marked": False, "risk_repeats": False}),
    (Step, {"risk_marked": False, "risk_prevention": "Look it up."}),
    (Step, {"position": -1}),
    (StepVariable, {"name": ""}),
    (StepVariable, {"way": "eats"}),
    (PlannedGuard, {"kind": "prayer"}),
    (PlannedCheck, {"kind": "weather"}),
    (StateItem, {"name": ""}),
    (Checkpoint, {"slug": ""}),
    (Checkpoint, {"after": None}),
    (Checkpoint, {"every_items": 0}),
    (Checkpoint, {"every_items": 100_001}),
    (Checkpoint, {"save_ms": -1}),
    (SnapshotVariable, {"name": ""}),
    (Answer, {"question": "pretty"}),
    (Answer, {"reply": "perhaps"}),
    (Exercise, {"title": ""}),
    (Exercise, {"slug": ""}),
    (Edit, {"version": 1}),
    (Edit, {"field": ""}),
    (SimulationRun, {"runs": 0}),
    (SimulationRun, {"runs": 10_000_001}),
    (SimulationRun, {"version": 0}),
    (SimulationRun, {"seed": -1}),
    (Prediction, {"version": 0}),
    (Prediction, {"step": "pay"}),
    (Prediction, {"repeats": "never"}),
    (Prediction, {"step": "pay", "repeats": "always", "repeats_sure": "certain"}),
    (Prediction, {"step": "pay", "repeats": "never", "repeats_sure": "maybe"}),
    (Prediction, {"lost_sure": ""}),
    (Prediction, {"lost_ms": -1}),
    (Acceptance, {"code": ""}),
    (Acceptance, {"reason": ""}),
    (Acceptance, {"checkpoint": "a"}),
    (TakenSuggestion, {"code": ""}),
    (TakenSuggestion, {"choice": ""}),
    (TakenSuggestion, {"checkpoint": "a"}),
    (TakenSuggestion, {"version": 1}),
    (Explanation, {"session_token": ""}),
    (Explanation, {"text": ""}),
    (Criterion, {"name": ""}),
    (Review, {"verdict": "great"}),
    (Review, {"verdict": "accepted"}),
    (Score, {"points": 4}),
    (Comment, {"text": ""}),
    (Comment, {"step": "pay", "checkpoint": "a"}),
]


@pytest.mark.parametrize(
    ("table", "values"), WRONG_VALUES, ids=[f"{table.__name__}-{'-'.join(values)}" for table, values in WRONG_VALUES]
)
def test_a_value_that_cannot_be_is_refusal(table: type[models.Model], values: dict[str, Any], plan: Plan) -> None:
    row = table._default_manager.first()
    assert row is not None
    assert "check" in refusal(lambda: table._default_manager.filter(pk=row.pk).update(**values))


ONCE: list[tuple[type[models.Model], tuple[str, ...]]] = [
    (ReportLink, ("plan", "key")),
    (ReportLink, ("digest",)),
    (Step, ("plan", "slug")),
    (Step, ("plan", "position")),
    (StepVariable, ("step", "way", "name")),
    (StepVariable, ("step", "way", "position")),
    (PlannedGuard, ("step", "kind")),
    (PlannedGuard, ("step", "position")),
    (PlannedCheck, ("plan", "kind")),
    (PlannedCheck, ("plan", "position")),
    (StateItem, ("plan", "name")),
    (StateItem, ("plan", "position")),
    (Checkpoint, ("plan", "slug")),
    (Checkpoint, ("plan", "position")),
    (SnapshotVariable, ("checkpoint", "name")),
    (SnapshotVariable, ("checkpoint", "position")),
    (Answer, ("checkpoint", "question")),
    (Exercise, ("slug",)),
    (Exercise, ("is_default",)),
    (Edit, ("plan", "version", "part", "field")),
    (HandledRequest, ("plan", "key")),
    (SimulationRun, ("plan", "key")),
    (Prediction, ("plan", "key")),
    (Acceptance, ("plan", "code", "step", "checkpoint")),
    (TakenSuggestion, ("plan", "version")),
    (Submission, ("plan", "number")),
    (Submission, ("plan", "key")),
    (Explanation, ("session_token", "screen")),
    (Criterion, ("exercise", "position")),
    (Review, ("submission", "reviewer")),
    (Score, ("review", "criterion")),
]

FRESH: dict[type[models.Model], dict[str, Any]] = {
    Step: {"slug": "fresh", "position": 10**12},
    StepVariable: {"name": "fresh", "position": 10**6},
    PlannedGuard: {"kind": "human_gate", "position": 10**6},
    PlannedCheck: {"kind": "code_version", "position": 10**6},
    StateItem: {"name": "fresh", "position": 10**12},
    Checkpoint: {"slug": "fresh", "position": 10**12},
    SnapshotVariable: {"name": "fresh", "position": 10**6},
    Exercise: {"slug": "fresh", "is_default": False},
    ReportLink: {"key": "0e6c1c5e-3b53-4a3c-9d5f-5a1e8d2f7c11", "digest": "1" * 64},
    Submission: {"number": 2, "key": "0e6c1c5e-3b53-4a3c-9d5f-5a1e8d2f7c11"},
}
"""Values that differ from every row's, so that a copy collides in the fields at hand alone."""


@pytest.mark.parametrize(
    ("table", "fields"), ONCE, ids=[f"{table.__name__}-{'-'.join(fields)}" for table, fields in ONCE]
)
def test_what_may_be_there_once_is_refused_twice(
    table: type[models.Model], fields: tuple[str, ...], plan: Plan
) -> None:
    PlannedCheck.objects.filter(kind="code_version").delete()
    row = table._default_manager.latest("pk")
    for name, value in FRESH.get(table, {}).items():
        if name not in fields:
            setattr(row, name, value)
    row.pk = None if isinstance(table._meta.pk, models.BigAutoField) else table._meta.pk.get_default()
    row._state.adding = True
    assert "unique" in refusal(row.save)


@pytest.mark.parametrize(
    "values",
    [
        {"number": 0},
        {"version": 0},
        {"document": ""},
        {"model_version": ""},
        {"rules_version": ""},
        {"fingerprint": ""},
    ],
    ids=str,
)
def test_a_hand_in_that_cannot_be_is_refused(values: dict[str, Any], plan: Plan) -> None:
    new = {"number": 2, "key": "0e6c1c5e-3b53-4a3c-9d5f-5a1e8d2f7c11"}
    assert "check" in refusal(lambda: handed_in(plan, **{**new, **values}))
    assert refusal(lambda: handed_in(plan, **new)) == ""


@pytest.mark.parametrize("field", [field.name for field in Submission._meta.concrete_fields])
def test_what_is_handed_in_never_changes(field: str, plan: Plan) -> None:
    row = plan.submissions.get()
    other = {"id": KEY, "plan": plan, "test": row.test, "handed_in_at": "2026-11-29T12:00:00Z"}
    value = other.get(field, getattr(row, field))
    assert "submission_stays" in refusal(lambda: Submission.objects.update(**{field: value}))


def test_a_test_that_was_handed_in_stays_as_long_as_the_hand_in(plan: Plan) -> None:
    with pytest.raises(models.RestrictedError):
        plan.simulation_runs.get().delete()


def test_a_plan_belongs_to_a_user_or_to_a_session_and_not_to_both(plan: Plan) -> None:
    user = User.objects.create_user("ann")
    assert refusal(lambda: Plan.objects.filter(pk=plan.pk).update(owner=user))
    assert not refusal(lambda: Plan.objects.filter(pk=plan.pk).update(owner=user, session_token=""))


def test_a_checkpoint_is_not_both_after_and_inside(plan: Plan) -> None:
    step = plan.steps.latest("position")
    assert refusal(lambda: plan.checkpoints.update(inside=step))
    assert refusal(lambda: plan.checkpoints.filter(every_items=3).update(inside=step, after=None))
    assert not refusal(lambda: plan.checkpoints.update(inside=step, after=None, every_items=None))


def test_a_removed_state_item_leaves_its_name_free(plan: Plan) -> None:
    plan.state_items.filter(name="rows").update(removed=True)
    assert not refusal(lambda: StateItem.objects.create(plan=plan, name="rows", position=1))
    assert refusal(lambda: plan.state_items.filter(name="rows").update(removed=False))


def test_a_review_outlives_the_account_of_its_reviewer(plan: Plan) -> None:
    User.objects.get(username="reviewer").delete()
    assert [(review.reviewer, review.scores.count()) for review in Review.objects.all()] == [(None, 1)]


def test_nothing_stays_behind_when_a_plan_goes(plan: Plan) -> None:
    plan.delete()
    tables = set(apps.get_app_config("planner").get_models()) - {Criterion, Exercise, Explanation, User}
    assert [table for table in tables if table._default_manager.exists()] == []


def test_the_plans_of_a_user_go_with_the_account() -> None:
    user = User.objects.create_user("ann")
    store(Plan(owner=user), sketch(DRAWING))
    user.delete()
    assert not Plan.objects.exists()


def test_every_table_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_models_name_every_constraint_that_is_tested() -> None:
    tested = {table for table, *_ in [*WRONG_VALUES, *ONCE, *of_classes.WRONG_VALUES, *of_classes.ONCE]}
    constrained = {table for table in apps.get_app_config("planner").get_models() if table._meta.constraints}
    assert constrained - tested == set()
