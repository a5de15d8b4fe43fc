"""What people type to start a plan."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.web.forms.once import KeyForm


class NewPlanForm(KeyForm):
    """The name of a new plan."""

    title = forms.CharField(
        label="What is your workflow called?",
        max_length=200,
        error_messages={"required": "Give your workflow a name, for example “Weekly donor thank-you run”."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def start(self) -> dict[str, Any]:
        """Return what `services.plans.create` takes."""
        return {"title": self.cleaned_data["title"], "key": self.once()}
