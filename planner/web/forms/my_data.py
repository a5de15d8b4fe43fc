"""What people type to delete what is theirs."""

from __future__ import annotations

from django import forms

from planner.services.mine import CONFIRMATION
from planner.web.forms.once import KeyForm

_TYPE_IT = f"Type the word {CONFIRMATION} to go on; nothing has been deleted."


class DeleteForm(KeyForm):
    """The word that confirms it, and whether the account goes too."""

    confirmation = forms.CharField(
        label=f"Type the word {CONFIRMATION}",
        max_length=40,
        error_messages={"required": _TYPE_IT, "max_length": _TYPE_IT},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    account = forms.BooleanField(label="Delete my account too", required=False)

    def clean_confirmation(self) -> str:
        """Demand the word."""
        typed = str(self.cleaned_data["confirmation"]).strip().casefold()
        if typed != CONFIRMATION:
            raise forms.ValidationError(_TYPE_IT)
        return typed
