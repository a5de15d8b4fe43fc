"""What an instructor says to put a whole class under other assumptions."""

from __future__ import annotations

from typing import Any

from planner.core.plan import Interruptions
from planner.services.classes.cohort import Assumptions
from planner.web.forms.exercise import ClassInterruptionsForm
from planner.web.forms.seed import SeedField


class CohortForm(ClassInterruptionsForm):
    """What interrupts every plan of the class, and the seed under which all of them meet it."""

    seed = SeedField(help_text="All plans meet the same interruptions, and the same seed gives the same ones.")

    def assumptions(self) -> dict[str, Any]:
        """Return what `class_jobs.start` takes; PlanError for interruptions that no plan can have."""
        said = self.fields_said()
        seed = said.pop("seed")
        return Assumptions(interruptions=Interruptions(**said), seed=seed).document()
