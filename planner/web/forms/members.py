"""What instructors say of the members of a class."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.services.classes.classrooms import Role
from planner.services.classes.roster import MOST_BYTES
from planner.web.forms.once import KeyForm

ROLES = {Role.LEARNER: "Learner", Role.ASSISTANT: "Assistant", Role.INSTRUCTOR: "Instructor"}
STAFF_ROLES = {Role.ASSISTANT: "Assistant: reviews", Role.INSTRUCTOR: "Instructor: reviews, and changes the class"}
_ONE_OF = "Choose one of these roles."


class RoleForm(KeyForm):
    """Another role for a member."""

    role = forms.TypedChoiceField(
        label="Role",
        choices=[(role.value, word) for role, word in ROLES.items()],
        coerce=Role,
        error_messages={"invalid_choice": _ONE_OF, "required": _ONE_OF},
    )


class InviteForm(KeyForm):
    """For which role an invitation is."""

    role = forms.TypedChoiceField(
        label="As what?",
        choices=[(role.value, word) for role, word in STAFF_ROLES.items()],
        coerce=Role,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _ONE_OF, "required": _ONE_OF},
    )


class RosterForm(KeyForm):
    """A list of learners, as a CSV file or as text."""

    file = forms.FileField(
        label="A CSV file",
        help_text="One learner on each line: a name, and the school’s number if there is one.",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )
    text = forms.CharField(
        label="Or its lines",
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off", "class": "code"}),
    )

    def clean(self) -> dict[str, Any]:
        """Demand one of the two, and no more of it than a list may have."""
        said = super().clean() or self.cleaned_data
        file = said.get("file")
        if file is not None and file.size > MOST_BYTES:
            self.add_error("file", f"A list has at most {MOST_BYTES:,} bytes. This one is larger.")
        elif file is None and not said.get("text", "").strip():
            self.add_error("text", "Choose a CSV file, or paste its lines here.")
        return said

    def content(self) -> bytes | str:
        """Return what was handed over."""
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        content: bytes | str = text if file is None else file.read()
        return content
