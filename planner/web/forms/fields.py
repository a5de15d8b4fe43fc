"""Fields for what plans hold: words of a closed list, names of variables, lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

TEXT = 2_000
"""The most characters of a name or a reason; a note may have more."""


class WordField(forms.TypedChoiceField):
    """One word of a closed list as radio buttons; `open_word` is what "not answered" is called, where it is offered."""

    def __init__(self, words: Mapping[Any, str], *, open_word: str = "", **options: Any) -> None:
        kind: Callable[[Any], Any] = type(next(iter(words)))
        choices = [(word.value, text) for word, text in words.items()]
        options.setdefault("widget", forms.RadioSelect)
        options.setdefault("required", not open_word)
        super().__init__(
            choices=[*choices, ("", open_word)] if open_word else choices, coerce=kind, empty_value=None, **options
        )

    def prepare_value(self, value: Any) -> Any:
        """Show no answer as the choice that stands for it."""
        return "" if value is None else value


class NamesField(forms.MultipleChoiceField):
    """Names of variables as tick boxes; a name that is no longer offered is taken all the same."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: str) -> bool:
        """Take every name: what is not there is for the checks to find."""
        return True


class LinesField(forms.CharField):
    """Names of variables, one on each line, each kept once."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 1}), required=False, **options)

    def clean(self, value: Any) -> Any:
        """Return the names."""
        lines = (" ".join(line.split()) for line in super().clean(value).splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def prepare_value(self, value: Any) -> Any:
        """Show a list of names on lines, and what was typed as it was typed."""
        return value if value is None or isinstance(value, str) else "\n".join(value)


class NoteField(forms.CharField):
    """A text of some lines that may be left empty."""

    def __init__(self, *, rows: int = 2, placeholder: str = "", **options: Any) -> None:
        attributes = {"rows": rows, **({"placeholder": placeholder} if placeholder else {})}
        super().__init__(required=False, max_length=20_000, widget=forms.Textarea(attrs=attributes), **options)


def text_field(*, required: bool = False, **options: Any) -> forms.CharField:
    """Return a field for one line of text."""
    return forms.CharField(
        required=required, max_length=TEXT, widget=forms.TextInput(attrs={"autocomplete": "off"}), **options
    )


def offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Give a field the choices of one plan."""
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = choices
