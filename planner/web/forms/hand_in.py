"""What people say when they hand a plan in."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.web.forms.fields import TEXT
from planner.web.forms.once import EditForm

CONFIRM = (
    "I have read what I hand in. It holds no real company secrets, no client personal data and no other information "
    "that I may not share."
)


class HandInForm(EditForm):
    """The statement that goes with a hand-in."""

    confirmed = forms.BooleanField(
        label=CONFIRM,
        error_messages={"required": "Read the plan for secrets and personal data, then confirm that there are none."},
    )

    def wanted(self) -> dict[str, Any]:
        """Return what `services.submissions.hand_in` takes."""
        return {"version": self.cleaned_data["version"], "key": self.once()}


class ExplainForm(EditForm):
    """Why a suggestion was taken."""

    taken = forms.IntegerField(min_value=2, widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Why does it help here?",
        max_length=TEXT,
        error_messages={"required": "Say why it helps, in your own words."},
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def edit(self) -> dict[str, Any]:
        """Return what `services.suggestions.explain` takes; which suggestion it is never changes."""
        return {**super().edit(), "taken": self.cleaned_data["taken"]}
