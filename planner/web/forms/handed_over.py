"""A text that people hand over as a file, or paste."""

from __future__ import annotations

from typing import Any, ClassVar

from planner.web.forms.once import KeyForm


class HandedOverForm(KeyForm):
    """A form with the fields `file` and `text`, one of which is filled in; the file counts where both are."""

    most_bytes: ClassVar[int]
    too_large: ClassVar[str]
    nothing: ClassVar[str]
    """What is said where neither is filled in."""

    def clean(self) -> dict[str, Any]:
        """Demand one of the two, and no more of it than is taken."""
        said = super().clean() or self.cleaned_data
        file = said.get("file")
        if file is not None and file.size > self.most_bytes:
            self.add_error("file", self.too_large)
        elif file is None and not said.get("text", "").strip():
            self.add_error("text", self.nothing)
        return said

    def content(self) -> bytes | str:
        """Return what was handed over."""
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        content: bytes | str = text if file is None else file.read()
        return content
