"""Sharing out reviews: among whom, or which to whom."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.services.classes.queue import PAGE


class _PlainForm(forms.Form):
    """A form of a list: what is wrong stands above the list."""

    def mistakes(self) -> tuple[str, ...]:
        """Return what is wrong, a sentence each."""
        return tuple(str(error) for errors in self.errors.values() for error in errors)


class NumbersField(forms.MultipleChoiceField):
    """Ticked boxes whose values are whole numbers."""

    def clean(self, value: Any) -> Any:
        """Return the numbers."""
        return [int(one) for one in super().clean(value)]

    def valid_value(self, value: str) -> bool:
        """Take every whole number; whether it names somebody is for the service to say."""
        return value.isascii() and value.isdigit() and len(value) < 12


class HandInsField(forms.Field):
    """Ticked boxes whose values name hand-ins."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> Any:
        """Return the names as UUIDs."""
        super().clean(value)
        one = forms.UUIDField(error_messages={"invalid": "Load the page again, then tick the hand-ins once more."})
        return [one.clean(each) for each in value[:PAGE]]


class DivideForm(_PlainForm):
    """Among whom the reviews are shared out."""

    among = NumbersField(error_messages={"required": "Tick those who are to review."})


class AssignForm(_PlainForm):
    """Which hand-ins go to whom; nobody, if that is left open."""

    submissions = HandInsField(error_messages={"required": "Tick the hand-ins first."})
    to = forms.IntegerField(required=False, error_messages={"invalid": "Choose who is to review them."})

    def wanted(self) -> dict[str, Any]:
        """Return what `assigning.assign` takes."""
        return {"submissions": self.cleaned_data["submissions"], "to": self.cleaned_data["to"]}
