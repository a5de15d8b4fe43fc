"""What people answer to the questions of the worked example."""

from __future__ import annotations

from django import forms

from planner.services.walkthrough import MOST_CHARACTERS
from planner.web.forms.once import KeyForm


class ExplainExampleForm(KeyForm):
    """An answer in one's own words; `before` is the one that the form was made with."""

    before = forms.CharField(required=False, strip=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    text = forms.CharField(
        label="Your answer",
        max_length=MOST_CHARACTERS,
        error_messages={"required": "Write one or two sentences. Then a model answer stands beside yours."},
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def said(self) -> dict[str, str]:
        """Return what `services.walkthrough.answer` takes."""
        return {"text": self.cleaned_data["text"], "before": self.cleaned_data["before"]}
