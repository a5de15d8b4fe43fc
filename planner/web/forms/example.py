"""What people answer to the questions of the worked example."""

from __future__ import annotations

from django import forms

from planner.services.walkthrough import MOST_CHARACTERS
from planner.web.forms.once import KeyForm


class ExplainExampleForm(KeyForm):
    """An answer in one's own words."""

    text = forms.CharField(
        label="Your answer",
        max_length=MOST_CHARACTERS,
        error_messages={"required": "Write one or two sentences. Then a model answer stands beside yours."},
        widget=forms.Textarea(attrs={"rows": 5}),
    )
