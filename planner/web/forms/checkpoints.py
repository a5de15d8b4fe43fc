"""What people say of a checkpoint: where it stands, what it saves, and the answers that justify it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms

from planner.core.plan import MAX_ITEMS
from planner.core.vocabulary import Reply
from planner.web.forms.duration import DurationField
from planner.web.forms.fields import NamesField, offer
from planner.web.forms.once import EditForm
from planner.web.words import REPLIES

if TYPE_CHECKING:
    from planner.core.plan import Checkpoint

EVERY = f"Write a whole number from 1 to {MAX_ITEMS:,}, or leave it empty."
LONG = 2_000


class CheckpointForm(EditForm):
    """What a checkpoint saves, how long that takes and, within a batch, how often."""

    file_keys = {"save_seconds": "save_ms"}

    snapshot = NamesField(label="What is saved here?", required=False)
    save_ms = DurationField(label="How long does saving take?")
    every_items = forms.IntegerField(
        label="Save after every so many items, too",
        help_text="Leave empty to save only after the last one.",
        min_value=1,
        max_value=MAX_ITEMS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": EVERY, "min_value": EVERY, "max_value": EVERY},
    )

    def offer(self, variables: list[tuple[str, str]]) -> None:
        """Offer these variables, each a name and what is shown."""
        offer(self, "snapshot", variables)

    @staticmethod
    def initial_of(checkpoint: Checkpoint) -> dict[str, Any]:
        """Return what the form shows of a checkpoint."""
        names = ("snapshot", "save_ms", "every_items")
        return {name: getattr(checkpoint, name) for name in names}

    def values(self) -> dict[str, Any]:
        """Return the fields of a checkpoint; how often is left alone where it was not asked."""
        values = super().values()
        return values if "every_items" in self.data else {name: values[name] for name in ("snapshot", "save_ms")}


PLACE = re.compile(r"(after|inside):[A-Za-z0-9_-]+")


class PlaceField(forms.ChoiceField):
    """A place of a checkpoint; whether its step is there is for the service to say."""

    def valid_value(self, value: str) -> bool:
        """Take what has the form of a place."""
        return PLACE.fullmatch(value) is not None


class PlaceForm(EditForm):
    """Where a checkpoint stands: `after:mail` or `inside:mail`."""

    place = PlaceField(
        label="Where does it stand?",
        error_messages={"required": "Choose a place.", "invalid_choice": "Choose a place of the list."},
    )

    def offer(self, places: list[tuple[str, str]]) -> None:
        """Offer these places, each a value and what is shown."""
        offer(self, "place", places)

    def values(self) -> dict[str, Any]:
        """Return the place as services take it."""
        side, _, step = self.cleaned_data["place"].partition(":")
        return {side: step}


class AnswerForm(EditForm):
    """The answer to one of the five questions, and the reason."""

    answer = forms.TypedChoiceField(
        choices=list(REPLIES.items()), coerce=Reply, empty_value=None, required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(required=False, max_length=LONG)

    def values(self) -> dict[str, Any]:
        """Return the answer as services take it."""
        return {"reply": self.cleaned_data["answer"], "reason": self.cleaned_data["reason"]}
