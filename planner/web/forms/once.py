"""Forms that act once: a hidden key tells a repeated request, a hidden version what the person had before them."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.core.errors import PlanError

LOST = "This form has lost its hidden fields. Load the page again, then send it again."


class KeyForm(forms.Form):
    """A form that acts once: `key` is what its hidden field was rendered with."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={"required": LOST, "invalid": LOST},
    )

    def once(self) -> str:
        """Return the key as the services take it."""
        return str(self.cleaned_data["key"])

    def refuse(self, error: PlanError) -> None:
        """Show what the plan itself cannot hold beside the field that it is about, or above them all."""
        field = error.path if error.path in self.fields else None
        self.add_error(field, forms.ValidationError(f"This takes {error.problem}."))


class EditForm(KeyForm):
    """A form that changes a plan; `version` is the plan's when the form was rendered."""

    version = forms.IntegerField(
        min_value=1,
        widget=forms.HiddenInput,
        error_messages={"required": LOST, "invalid": LOST, "min_value": LOST},
    )

    def edit(self) -> dict[str, Any]:
        """Return the version and the key, as every service that edits a plan takes them."""
        return {"version": self.cleaned_data["version"], "key": self.once()}
