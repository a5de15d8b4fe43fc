"""What people say when they test a plan."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.services.simulations import MAX_SEED
from planner.services.trials import FIRST_SEED, MAX_DIRECT_RUNS, new_seed
from planner.web.forms.once import EditForm
from planner.web.quantities import counted

RUNS = (200, 1_000, MAX_DIRECT_RUNS)


class RunForm(EditForm):
    """How many test runs, and which interruptions: those of a seed, or new ones."""

    runs = forms.TypedChoiceField(
        label="How many test runs",
        coerce=int,
        choices=[(runs, counted(runs, "run")) for runs in RUNS],
        initial=RUNS[0],
    )
    seed = forms.IntegerField(
        label="Seed of the interruptions",
        help_text="The same seed gives the same interruptions, here and on the command line.",
        min_value=0,
        max_value=MAX_SEED,
        initial=FIRST_SEED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "required": "A seed is a whole number, for example 1.",
            "invalid": "A seed is a whole number, for example 1.",
        },
    )
    new = forms.BooleanField(required=False)

    def wanted(self) -> dict[str, Any]:
        """Return what `services.trials.run` takes."""
        said = self.cleaned_data
        seed = new_seed() if said["new"] else said["seed"]
        return {"version": said["version"], "key": self.once(), "runs": said["runs"], "seed": seed}
