"""Forms that act once: a hidden key tells a repeated request, a hidden version what the person had before them."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from planner.core.errors import PlanError

LOST = "This form has lost its hidden fields. Load the page again, then send it again."


class KeyForm(forms.Form):
    """A form that acts once: `key` is what its hidden field was rendered with."""

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages={"required": LOST, "invalid": LOST})

    file_keys: ClassVar[dict[str, str]] = {}
    """Fields by what the plan file calls them, where that differs."""

    def once(self) -> str:
        """Return the key as the services take it."""
        return str(self.cleaned_data["key"])

    def refuse(self, error: PlanError) -> None:
        """Show what no plan can hold beside the field that it is about, or above them all."""
        name = error.path.rpartition(".")[2].partition("[")[0]
        field = self.file_keys.get(name, name)
        self.add_error(field if field in self.fields else None, f"What is possible: {error.problem}.")

    def general_errors(self) -> list[str]:
        """Return what is wrong and not about a field that people see."""
        hidden = [error for field in self.hidden_fields() for error in field.errors]
        return [str(error) for error in [*self.non_field_errors(), *hidden]]

    def mistakes(self) -> list[dict[str, str]]:
        """Return each visible field that cannot be taken: its id, its address on the page, and why."""
        return [
            {"id": field.id_for_label or field.auto_id, "href": f"#{field.auto_id}", "text": f"{field.label}: {error}"}
            for field in self.visible_fields()
            for error in field.errors
        ]


class EditForm(KeyForm):
    """A form that changes a plan; `version` is the plan's when the form was rendered.

    `only` names the fields that count, where the others may be out of date: after two people changed the same field.
    """

    version = forms.IntegerField(
        min_value=1,
        widget=forms.HiddenInput,
        error_messages={"required": LOST, "invalid": LOST, "min_value": LOST},
    )
    only = forms.CharField(required=False, widget=forms.HiddenInput)

    def values(self) -> dict[str, Any]:
        """Return what was filled in, by the names of the fields of the plan."""
        return {name: value for name, value in self.cleaned_data.items() if name not in EditForm.base_fields}

    def edit(self) -> dict[str, Any]:
        """Return what a service that edits a plan takes: what was filled in, the version and the key."""
        only = self.cleaned_data["only"].split()
        values = {name: value for name, value in self.values().items() if not only or name in only}
        return {**values, "version": self.cleaned_data["version"], "key": self.once()}
