"""What people say to sign up and to sign in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm, UsernameField

if TYPE_CHECKING:
    from planner.models import User

    CreationForm = UserCreationForm[User]
else:
    CreationForm = UserCreationForm

NAME_TAKEN = "This name cannot be used here. Choose another one."


class SignInForm(AuthenticationForm):
    """A name and a password; whichever is wrong, the answer is the same."""

    username = UsernameField(label="Name", widget=forms.TextInput(attrs={"autofocus": True}))

    error_messages = {
        "invalid_login": "This name and this password do not belong together.",
        "inactive": "This name and this password do not belong together.",
    }


class SignUpForm(CreationForm):
    """A name and a password, typed twice."""

    error_messages = {"password_mismatch": "The two passwords differ. Type the same one twice."}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        first, second = self.fields["password1"], self.fields["password2"]
        first.help_text = "At least 8 characters, not digits alone, and none that many people use."
        second.label, second.help_text = "The same password again", ""

    class Meta(UserCreationForm.Meta):
        model = get_user_model()
        labels = {"username": "Name"}
        help_texts = {"username": "Letters, digits and @ . + - _ only. A made-up name does well."}
        error_messages = {"username": {"unique": NAME_TAKEN}}
