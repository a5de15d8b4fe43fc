"""What people say of a plan as a whole: its name, the run's identity, storage, resume rule and interruptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from planner.core.plan import MAX_SESSIONS
from planner.core.vocabulary import ResumeCheck
from planner.web.forms.duration import DurationField
from planner.web.forms.fields import NoteField, WordField, text_field
from planner.web.forms.once import EditForm
from planner.web.words import IDENTITY_SOURCES, IF_UNCLEAR, LOADS, RESUME_CHECKS, SINGLE_RUNNERS

if TYPE_CHECKING:
    from planner.core.plan import Identity, Interruptions, Plan, Resume, Storage

OPEN = "Not answered yet"
NOTHING = "nothing"
TIMES = f"Write a whole number from 0 to {MAX_SESSIONS:,}."


class AboutForm(EditForm):
    """What the plan is called and what the run is for."""

    title = text_field(
        label="What is the workflow called?", required=True, error_messages={"required": "Give your workflow a name."}
    )
    goal = NoteField(label="What is it for?", rows=2)

    @staticmethod
    def initial_of(plan: Plan) -> dict[str, Any]:
        """Return what the form shows."""
        return {"title": plan.title, "goal": plan.goal}


class IdentityForm(EditForm):
    """What identifies a run, and what stops two resumes at once."""

    source = WordField(IDENTITY_SOURCES, label="By what is the run found again?", open_word=OPEN)
    description = text_field(label="Which one is that?", help_text="For example: the number of the week.")
    single_runner = WordField(SINGLE_RUNNERS, label="What stops two resumes at once?", open_word=OPEN)

    @staticmethod
    def initial_of(identity: Identity) -> dict[str, Any]:
        """Return what the form shows."""
        names = ("source", "description", "single_runner")
        return {name: getattr(identity, name) for name in names}


class StorageForm(EditForm):
    """Where snapshots and records live, and for how long."""

    file_keys = {"keeps_seconds": "keeps_ms"}

    where = text_field(label="Where do snapshots and records live?", help_text="For example: a table in our database.")
    keeps_ms = DurationField(
        label="How long are they kept?", help_text="Leave empty if for ever or not known.", required=False
    )

    @staticmethod
    def initial_of(storage: Storage) -> dict[str, Any]:
        """Return what the form shows."""
        return {"where": storage.where, "keeps_ms": storage.keeps_ms}


class ResumeForm(EditForm):
    """What a run does when it resumes. The checks come in their order; “nothing is checked” is an answer too."""

    file_keys = {"seconds": "recovery_ms"}

    loads = WordField(LOADS, label="Which snapshot does it load?", open_word=OPEN)
    checks = forms.MultipleChoiceField(
        label="What does it check before it goes on?",
        choices=[*RESUME_CHECKS.items(), (NOTHING, "Nothing is checked")],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    if_unclear = WordField(IF_UNCLEAR, label="What does it do if something is unclear?", open_word=OPEN)
    recovery_ms = DurationField(label="How long does one recovery take?")
    notes = NoteField(label="Notes")
    move = forms.RegexField(r"(up|down):[a-z_]+", required=False)

    @staticmethod
    def initial_of(resume: Resume) -> dict[str, Any]:
        """Return what the form shows."""
        checks = [NOTHING] if resume.checks == () else list(resume.checks or ())
        names = ("loads", "if_unclear", "recovery_ms", "notes")
        return {"checks": checks, **{name: getattr(resume, name) for name in names}}

    def values(self) -> dict[str, Any]:
        """Return the fields of a resume rule; no tick at all is no answer."""
        values = super().values()
        way, _, moved = values.pop("move").partition(":")
        ticked = [ResumeCheck(check) for check in values.pop("checks") if check != NOTHING]
        none = () if NOTHING in self.cleaned_data["checks"] else None
        return {**values, "checks": _moved(ticked, way, moved) or none}


def _moved(checks: list[ResumeCheck], way: str, moved: str) -> tuple[ResumeCheck, ...]:
    """Return the checks with one of them a place further up or down."""
    if moved in checks:
        at = checks.index(ResumeCheck(moved))
        to = min(max(0, at + (1 if way == "down" else -1)), len(checks) - 1)
        checks.insert(to, checks.pop(at))
    return tuple(checks)


BY_CHANCE = ("restart_every_ms", "close_every_ms", "session_limit_ms")


def interruptions_said(values: dict[str, Any]) -> dict[str, Any]:
    """Return what a form says of interruptions, without the sources that do not count; no downtime said is none."""
    absent = dict.fromkeys(("exactly",) if values["how"] == "chance" else BY_CHANCE)
    said = {name: value for name, value in values.items() if name != "how"} | absent
    return {name: 0 if value is None and "downtime" in name else value for name, value in said.items()}


class InterruptionsForm(EditForm):
    """What interrupts a run: by chance and by limits, or exactly so many times."""

    how = forms.ChoiceField(
        label="How do interruptions come?",
        choices=[("chance", "By chance and by limits"), ("exactly", "Exactly so many times, at any moment")],
        widget=forms.RadioSelect,
    )
    restart_every_ms = DurationField(label="A restart comes about every", required=False, least_ms=1)
    restart_downtime_ms = DurationField(label="and takes", required=False)
    close_every_ms = DurationField(label="The person leaves about every", required=False, least_ms=1)
    close_downtime_ms = DurationField(label="and is away for", required=False)
    session_limit_ms = DurationField(label="A session ends after", required=False, least_ms=1)
    limit_downtime_ms = DurationField(label="and the next begins after", required=False)
    exactly = forms.IntegerField(
        label="How many times?",
        min_value=0,
        max_value=MAX_SESSIONS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": TIMES, "min_value": TIMES, "max_value": TIMES},
    )
    downtime_ms = DurationField(label="and each takes", required=False)

    @staticmethod
    def initial_of(interruptions: Interruptions) -> dict[str, Any]:
        """Return what the form shows."""
        names = [name for name in InterruptionsForm.base_fields if hasattr(interruptions, name)]
        how = "chance" if interruptions.exactly is None else "exactly"
        return {"how": how, **{name: getattr(interruptions, name) for name in names}}

    def clean(self) -> dict[str, Any]:
        """Demand the number where it is what the interruptions go by."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("how") == "exactly" and values.get("exactly") is None and "exactly" not in self.errors:
            self.add_error("exactly", TIMES)
        return values

    def values(self) -> dict[str, Any]:
        """Return the fields of a plan's interruptions; the sources that do not count are left out of it."""
        return interruptions_said(super().values())
