"""The steps of a plan, the learner's mark on each, and the lists that hang on a step."""

from django.db import models
from django.db.models import Q

from planner.core.vocabulary import Consequence, GateWhen, Guard, KeySource, Kind
from planner.models.part import Part
from planner.models.plan import Plan
from planner.models.words import holds_times, holds_word, optional_time_field, time_field, word_field

MAX_ITEMS = 100_000
GATE_MS = 300_000


class ReplayRisk(models.Model):
    """The learner's own mark on a step: would its effect repeat, and what prevents it; columns of the step."""

    risk_marked = models.BooleanField(default=False)
    risk_repeats = models.BooleanField(null=True, blank=True)
    risk_prevention = models.TextField(blank=True, default="")

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(risk_marked=True) | Q(risk_repeats__isnull=True, risk_prevention=""),
                name="step_says_nothing_unmarked",
            )
        ]


class Step(Part, ReplayRisk):
    """One step; `slug` is its id in the plan file and never changes."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="steps")
    slug = models.TextField()
    name = models.TextField(blank=True, default="")
    kind = word_field(Kind, default=Kind.INTERNAL.value)
    duration_ms = time_field(default=60_000)
    items = models.PositiveIntegerField(default=1)
    deterministic = models.BooleanField(default=True)
    notes = models.TextField(blank=True, default="")
    idempotent = models.BooleanField(null=True, blank=True)
    consequence = word_field(Consequence, blank=True)
    effect_at = models.FloatField(default=0.5)
    confirmed = models.BooleanField(default=True)
    key_source = word_field(KeySource, blank=True)
    key_retention_ms = optional_time_field()
    gate_ms = time_field(default=GATE_MS)
    gate_when = word_field(GateWhen, default=GateWhen.ALWAYS.value)
    question_stored = models.BooleanField(default=False)

    class Meta(Part.Meta):
        abstract = False
        constraints = [
            *ReplayRisk.Meta.constraints,
            models.UniqueConstraint(fields=["plan", "slug"], name="step_slug_once"),
            models.UniqueConstraint(fields=["plan", "position"], name="step_order"),
            models.CheckConstraint(condition=~Q(slug=""), name="step_has_slug"),
            models.CheckConstraint(condition=Q(items__range=(1, MAX_ITEMS)), name="step_items_within_limits"),
            models.CheckConstraint(condition=Q(effect_at__range=(0, 1)), name="step_effect_at_within_unit"),
            holds_times("duration_ms", name="step_duration_within_limits", least_ms=1),
            holds_times("key_retention_ms", "gate_ms", name="step_times_within_limits"),
            holds_word("kind", Kind, name="step_kind_known"),
            holds_word("consequence", Consequence, name="step_consequence_known", blank=True),
            holds_word("key_source", KeySource, name="step_key_source_known", blank=True),
            holds_word("gate_when", GateWhen, name="step_gate_when_known"),
            models.CheckConstraint(
                condition=Q(kind=Kind.ACTION.value)
                | Q(
                    idempotent__isnull=True,
                    consequence="",
                    effect_at=0.5,
                    confirmed=True,
                    key_source="",
                    key_retention_ms__isnull=True,
                    gate_ms=GATE_MS,
                    gate_when=GateWhen.ALWAYS.value,
                ),
                name="step_of_action_only",
            ),
            models.CheckConstraint(
                condition=Q(kind=Kind.GATE.value) | Q(question_stored=False), name="step_of_gate_only"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.slug


class StepVariable(models.Model):
    """A variable that a step needs or produces, by its name."""

    class Way(models.TextChoices):
        NEEDS = "needs"
        PRODUCES = "produces"

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="variables")
    way = models.CharField(max_length=8, choices=Way)
    name = models.TextField()
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["step", "way", "name"], name="step_variable_once"),
            models.UniqueConstraint(fields=["step", "way", "position"], name="step_variable_order"),
            models.CheckConstraint(condition=~Q(name=""), name="step_variable_has_name"),
            models.CheckConstraint(condition=Q(way__in=["needs", "produces"]), name="step_variable_way_known"),
        ]

    def __str__(self) -> str:
        return self.name


class PlannedGuard(models.Model):
    """One thing that keeps the effect of a step from being repeated."""

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="guards")
    kind = word_field(Guard)
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["step", "kind"], name="planned_guard_once"),
            models.UniqueConstraint(fields=["step", "position"], name="planned_guard_order"),
            holds_word("kind", Guard, name="planned_guard_known"),
        ]

    def __str__(self) -> str:
        return self.kind
