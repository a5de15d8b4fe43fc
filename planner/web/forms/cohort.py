"""What an instructor says to put a whole class under other assumptions."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.core.plan import Interruptions
from planner.services.classes.cohort import Assumptions
from planner.services.simulations import MAX_SEED
from planner.services.trials import FIRST_SEED
from planner.web.forms.exercise import ClassInterruptionsForm

_SEED = "A seed is a whole number, for example 1."


class CohortForm(ClassInterruptionsForm):
    """What interrupts every plan of the class, and the seed under which all of them meet it."""

    seed = forms.IntegerField(
        label="Seed of the interruptions",
        help_text="All plans meet the same interruptions, and the same seed gives the same ones.",
        min_value=0,
        max_value=MAX_SEED,
        initial=FIRST_SEED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": _SEED, "invalid": _SEED},
    )

    def assumptions(self) -> dict[str, Any]:
        """Return what `class_jobs.start` takes; PlanError for interruptions that no plan can have."""
        said = self.fields_said()
        seed = said.pop("seed")
        return Assumptions(interruptions=Interruptions(**said), seed=seed).document()
