"""What people hand over as a plan file: a file, or its text."""

from __future__ import annotations

from django import forms

from planner.core.errors import PlanError
from planner.core.planfile import MAX_BYTES
from planner.web.forms.handed_over import HandedOverForm
from planner.web.forms.once import LOST


class PlanFileForm(HandedOverForm):
    """A plan file to start a plan from, for the class that `classroom` names, or the one that was come into last."""

    most_bytes = MAX_BYTES
    too_large = f"A plan file has at most {MAX_BYTES:,} bytes. This one is larger."
    nothing = "Choose a plan file, or paste its text here."

    classroom = forms.UUIDField(required=False, widget=forms.HiddenInput, error_messages={"invalid": LOST})
    file = forms.FileField(
        label="A plan file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label="Or its text",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off", "class": "code"}),
    )

    def refuse_content(self, error: PlanError, content: bytes | str) -> None:
        """Say what is wrong and where; what was handed over stands in the text field, to be mended there."""
        text = content.decode(errors="replace") if isinstance(content, bytes) else content
        self.data = {**dict(self.data.items()), "text": text}
        place = f"At {error.path}: " if error.path else ""
        self.add_error("text", f"This is no plan yet. {place}{error.problem}.")
