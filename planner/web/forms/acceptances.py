"""What people say of a finding that they leave as it is."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from planner.core.finding import Place
from planner.web.forms.fields import TEXT
from planner.web.forms.once import LOST, EditForm


class FindingForm(EditForm):
    """A finding, by the code of its rule and its place."""

    said: ClassVar[tuple[str, ...]] = ()
    """The fields that a person fills in."""

    code = forms.CharField(widget=forms.HiddenInput, error_messages={"required": LOST})
    step = forms.CharField(required=False, widget=forms.HiddenInput)
    checkpoint = forms.CharField(required=False, widget=forms.HiddenInput)

    def edit(self) -> dict[str, Any]:
        """Return what the services take; which finding it is does not depend on what was changed elsewhere."""
        said = self.cleaned_data
        about = Place(step=said["step"] or None, checkpoint=said["checkpoint"] or None)
        named = {name: said[name] for name in self.said}
        return {"code": said["code"], "about": about, **named, "version": said["version"], "key": self.once()}


class AcceptForm(FindingForm):
    """Why a finding is left as it is."""

    said = ("reason",)

    @property
    def name(self) -> str:
        """What the page calls this form."""
        return name_of(self.data.get("code", ""), self.data.get("step", "") or self.data.get("checkpoint", ""))

    reason = forms.CharField(
        label="Why can this stay as it is?",
        max_length=TEXT,
        error_messages={"required": "Say why, in your own words. Your reviewer reads it, and so does the report."},
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def name_of(code: str, place: str) -> str:
    """Return what the page calls the form of one finding."""
    return f"accept-{code}-{place or 'plan'}"
