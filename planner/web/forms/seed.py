"""The seed of the interruptions: the same number gives the same ones."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.services.simulations import MAX_SEED
from planner.services.trials import FIRST_SEED

_SEED = "A seed is a whole number, for example 1."


class SeedField(forms.IntegerField):
    """A whole number from 0 to MAX_SEED; `options` are those of every field, such as `help_text`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label="Seed of the interruptions",
            min_value=0,
            max_value=MAX_SEED,
            initial=FIRST_SEED,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            error_messages={"required": _SEED, "invalid": _SEED},
            **options,
        )
