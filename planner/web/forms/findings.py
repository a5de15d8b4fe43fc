"""What people press at findings and after an edit: a suggestion taken up, an edit taken back."""

from __future__ import annotations

from django import forms

from planner.web.forms.once import LOST, EditForm


class ApplyForm(EditForm):
    """A suggestion of a rule about a step, a checkpoint or the plan."""

    code = forms.CharField(widget=forms.HiddenInput, error_messages={"required": LOST})
    step = forms.CharField(required=False, widget=forms.HiddenInput)
    checkpoint = forms.CharField(required=False, widget=forms.HiddenInput)
    change = forms.CharField(label="What will you do about it?", error_messages={"required": "Choose one of the ways."})


class UndoForm(EditForm):
    """The version whose changes are taken back."""

    of = forms.IntegerField(widget=forms.HiddenInput, error_messages={"required": LOST, "invalid": LOST})
