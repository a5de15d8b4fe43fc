"""What people hand over as a plan file: a file, or its text."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.core.errors import PlanError
from planner.core.planfile import MAX_BYTES
from planner.web.forms.once import KeyForm

_TOO_LARGE = f"A plan file has at most {MAX_BYTES:,} bytes. This one is larger."


class PlanFileForm(KeyForm):
    """A plan file to start a plan from; the file counts where both are given."""

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

    def clean(self) -> dict[str, Any]:
        """Demand one of the two, and no more of it than a plan file may have."""
        said = super().clean() or self.cleaned_data
        file = said.get("file")
        if file is not None and file.size > MAX_BYTES:
            self.add_error("file", _TOO_LARGE)
        elif file is None and not said.get("text", "").strip():
            self.add_error("text", "Choose a plan file, or paste its text here.")
        return said

    def content(self) -> bytes | str:
        """Return what was handed over."""
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        content: bytes | str = text if file is None else file.read()
        return content

    def refuse_content(self, error: PlanError, content: bytes | str) -> None:
        """Say what is wrong and where; what was handed over stands in the text field, to be mended there."""
        text = content.decode(errors="replace") if isinstance(content, bytes) else content
        self.data = {**dict(self.data.items()), "text": text}
        place = f"At {error.path}: " if error.path else ""
        self.add_error("text", f"This is no plan yet. {place}{error.problem}.")
