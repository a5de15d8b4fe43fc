"""What people say when they test a plan: what they expect, how often, under which interruptions, and why it was so."""

from __future__ import annotations

from typing import Any

from django import forms

from planner.core.plan import Step
from planner.core.trying.prediction import Prediction
from planner.core.trying.preset import PRESETS
from planner.core.wordings.wording import step_name
from planner.services.simulations import MAX_SEED
from planner.services.trials import MAX_DIRECT_RUNS, new_seed
from planner.web.forms.duration import DurationField
from planner.web.forms.fields import WordField
from planner.web.forms.once import EditForm, KeyForm
from planner.web.forms.seed import SeedField
from planner.web.quantities import counted
from planner.web.words import OFTEN, SURE

RUNS = (200, 1_000, MAX_DIRECT_RUNS)
MOST_TEXT = 5_000

_SAY = "Say what you expect, or run the tests without a prediction."


class RunForm(EditForm):
    """How many test runs, and which interruptions: those of a seed, or new ones."""

    runs = forms.TypedChoiceField(
        label="How many test runs",
        coerce=int,
        choices=[(runs, counted(runs, "run")) for runs in RUNS],
        initial=RUNS[0],
    )
    seed = SeedField(help_text="The same seed gives the same interruptions, here and on the command line.")
    new = forms.BooleanField(required=False)

    def wanted(self) -> dict[str, Any]:
        """Return what `services.trials.run` takes."""
        said = self.cleaned_data
        seed = new_seed() if said["new"] else said["seed"]
        return {"version": said["version"], "key": self.once(), "runs": said["runs"], "seed": seed}


def _sure() -> WordField:
    return WordField(SURE, label="How sure are you?", error_messages={"required": _SAY})


class PredictForm(RunForm):
    """A test with what is expected of it; `worst` is the action that the first question is about, if there is one.

    The button `skip` asks for the tests without a prediction.
    """

    repeats = WordField(OFTEN, error_messages={"required": _SAY})
    repeats_sure = _sure()
    lost_ms = DurationField(
        label="How much work will a typical interrupted run repeat?",
        help_text="A time with its unit, such as “5 min”; “0 s” for none.",
        error_messages={"required": _SAY},
    )
    lost_sure = _sure()

    def __init__(self, *args: Any, worst: Step | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.worst = worst
        if worst is None:
            del self.fields["repeats"], self.fields["repeats_sure"]
        else:
            self.fields["repeats"].label = f"How often will {step_name(worst)} happen twice?"
        if "skip" in self.data:
            for name in ("repeats", "repeats_sure", "lost_ms", "lost_sure"):
                self.fields.pop(name, None)

    def wanted(self) -> dict[str, Any]:
        """Return what `services.trials.run` takes."""
        return {**super().wanted(), "foreseen": self._foreseen()}

    def _foreseen(self) -> Prediction | None:
        said = self.cleaned_data
        if "skip" in self.data:
            return None
        return Prediction(
            step=self.worst.id if self.worst else None,
            repeats=said.get("repeats"),
            repeats_sure=said.get("repeats_sure"),
            lost_ms=said["lost_ms"],
            lost_sure=said["lost_sure"],
        )


class PresetForm(EditForm):
    """One kind of interruption, taken from a list."""

    preset = forms.ChoiceField(
        label="Or take over a known one",
        choices=[(one.key, f"{one.name}: {one.about}") for one in PRESETS],
        error_messages={"required": "Choose one of the list.", "invalid_choice": "Choose one of the list."},
    )


class ReflectForm(KeyForm):
    """Why a test came out as it did; `before` is the text that the form was made with."""

    test = forms.IntegerField(min_value=1, max_value=MAX_SEED)
    before = forms.CharField(required=False, strip=False)
    text = forms.CharField(required=False, max_length=MOST_TEXT)
