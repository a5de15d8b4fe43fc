"""What instructors say of the members of a class."""

from __future__ import annotations

from django import forms

from planner.services.classes.classrooms import Role
from planner.services.classes.roster import MOST_BYTES
from planner.web.forms.handed_over import HandedOverForm
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


class RosterForm(HandedOverForm):
    """A list of learners, as a CSV file or as text."""

    most_bytes = MOST_BYTES
    too_large = f"A list has at most {MOST_BYTES:,} bytes. This one is larger."
    nothing = "Choose a CSV file, or paste its lines here."

    file = forms.FileField(
        label="A CSV file",
        help_text="One learner on each line: a name, and the school’s number if there is one. A list that Canvas or "
        "Moodle gives out will do.",
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
