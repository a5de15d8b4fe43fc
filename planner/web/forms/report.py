"""Sharing a report: for how long."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.services.report_links import DAYS
from planner.web.forms.once import EditForm
from planner.web.quantities import counted

_CHOOSE = "Choose for how long the link shall lead here."


class ShareForm(EditForm):
    """How long a link lasts; `version` is the plan's on the page that is shared."""

    days = forms.TypedChoiceField(
        label="How long the link lasts",
        coerce=int,
        choices=[(days, counted(days, "day")) for days in DAYS],
        initial=DAYS[1],
        widget=forms.RadioSelect,
        error_messages={"required": _CHOOSE, "invalid_choice": _CHOOSE},
    )

    def wanted(self) -> dict[str, Any]:
        """Return what `services.report_links.make` takes."""
        said = self.cleaned_data
        return {"days": said["days"], "version": said["version"], "key": self.once()}
