"""What people type to open a class, to come into one, and to come back."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.web.forms.once import KeyForm

NO_CLASS = "No class that is open has this code. Look at it once more, or ask who gave it to you."
NOBODY = "Nobody has this code. It has 16 letters and digits; a newer one replaces it."


def short_field(label: str, *, required: str, help_text: str = "", most: int = 200) -> forms.CharField:
    """Return a field for one line that has to be filled in; `required` says what with."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=most,
        error_messages={"required": required},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class NewClassForm(KeyForm):
    """The name of a new class."""

    name = short_field("What is the class called?", required="Give the class a name, for example “Spring 2027”.")

    def start(self) -> dict[str, Any]:
        """Return what `classrooms.create` takes."""
        return {"name": self.cleaned_data["name"], "key": self.once()}


class CodeForm(KeyForm):
    """The join code of a class."""

    code = short_field("Join code", required="Type the code of your class: 6 letters and digits.", most=40)


class EnterForm(KeyForm):
    """What the class calls a person who comes in."""

    name = short_field(
        "What shall the class call you?",
        required="Choose a name; it need not be your real one.",
        help_text="It need not be your real name. Those who teach the class see it; reviews are anonymous.",
    )


class ComeBackForm(KeyForm):
    """A code to come back, and that plans of this browser may be left behind where there are such."""

    code = short_field("Your code", required="Type the code that you were given when you came in.", most=60)
    leave = forms.BooleanField(label="Leave the plans of this browser behind", required=False)
