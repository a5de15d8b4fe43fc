"""What people say of a variable: what a run carries along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from planner.web.forms.fields import text_field
from planner.web.forms.once import EditForm

if TYPE_CHECKING:
    from planner.core.plan import Variable

NAMELESS = "Give it a name, for example “donations”."


class NewVariableForm(EditForm):
    """The name of a variable that is there from the start."""

    name = text_field(required=True, error_messages={"required": NAMELESS})


class VariableForm(EditForm):
    """What is said of a variable."""

    variable = forms.CharField(widget=forms.HiddenInput, strip=False)
    storable = forms.BooleanField(label="It can be stored", required=False)
    sensitive = forms.BooleanField(label="It is sensitive: personal or confidential", required=False)
    description = text_field(label="What is it?")

    @staticmethod
    def initial_of(variable: Variable) -> dict[str, Any]:
        """Return what the form shows."""
        names = ("storable", "sensitive", "description")
        return {"variable": variable.name, **{name: getattr(variable, name) for name in names}}


class VariableNameForm(EditForm):
    """A variable and what it is called from now on."""

    variable = forms.CharField(widget=forms.HiddenInput, strip=False)
    name = text_field(label="What is it called?", required=True, error_messages={"required": NAMELESS})


class NamedVariableForm(EditForm):
    """A variable, to be removed or brought back."""

    variable = forms.CharField(widget=forms.HiddenInput, strip=False)
