"""Part 4 of the Plan page: the state of a run, its identity and storage, how it resumes, what interrupts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.utils.functional import SimpleLazyObject

from planner.web.contexts.finding_cards import digest_of
from planner.web.contexts.fragments import name_of
from planner.web.contexts.frame import new_key
from planner.web.contexts.said import said_of
from planner.web.contexts.variables import from_the_start
from planner.web.forms.state import NewVariableForm, VariableForm, VariableNameForm
from planner.web.forms.whole import IdentityForm, InterruptionsForm, ResumeForm, StorageForm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.forms import Form

    from planner.core.plan import Variable
    from planner.web.contexts.bench import Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableRow:
    """A variable, and its forms while it is edited; `described`: what is said of it can be removed."""

    id: str
    name: str
    origin: str
    storable: bool
    sensitive: bool
    description: str
    described: bool
    edit_href: str
    form: VariableForm | None
    rename: VariableNameForm | None


def resume_context(bench: Bench) -> dict[str, Any]:
    """Return what part 4 shows; its forms only where it can be edited."""
    shown = {"variables": variables_of(bench)}
    return {**shown, **_forms(bench)} if bench.editable else {**shown, "said": list(said_of(bench.plan))}


def seen_in_resume(bench: Bench) -> dict[str, str]:
    """Return the name of what each part of part 4 shows; one that is open or could not be taken is always another."""
    plan = bench.plan
    rows = [(row.id, row.name, row.origin, row.storable, row.sensitive, row.description) for row in variables_of(bench)]
    shown = {"identity": plan.identity, "storage": plan.storage, "resume": plan.resume}
    fixed = {"interruptions": plan.interruptions, **shown}
    return {
        "variables": _seen(
            rows,
            bench.undo_at("variables"),
            again=bench.opened.startswith("variable-") or "new-variable" in bench.posted,
        ),
        **{name: _seen(value, again=name in bench.posted) for name, value in fixed.items()},
    }


def _seen(*shown: object, again: bool) -> str:
    return name_of(*shown, new_key() if again else "")


def variable_id(name: str) -> str:
    """Return what a variable is called in addresses and ids of the page."""
    return f"variable-{digest_of(name)}"


def _forms(bench: Bench) -> dict[str, Any]:
    plan = bench.plan
    makers: dict[str, Callable[[], Form]] = {
        "identity": lambda: IdentityForm(initial=IdentityForm.initial_of(plan.identity)),
        "storage": lambda: StorageForm(initial=StorageForm.initial_of(plan.storage)),
        "resume": lambda: ResumeForm(initial=ResumeForm.initial_of(plan.resume)),
        "interruptions": lambda: InterruptionsForm(initial=InterruptionsForm.initial_of(plan.interruptions)),
    }
    forms: dict[str, Any] = {f"{name}_form": once_drawn(bench, name, name, make) for name, make in makers.items()}
    # Another id for each variable, so that the field is empty again although it keeps the focus.
    new = once_drawn(bench, "new-variable", f"variable-{len(plan.state) + 1}", NewVariableForm)
    return {**forms, "variable_form": new, "checks": SimpleLazyObject(lambda: _checks(forms["resume_form"]))}


def once_drawn(bench: Bench, name: str, html_id: str, make: Callable[[], Form]) -> Form:
    """Return the form that was sent, or one that is made when a template draws it."""

    def form() -> Form:
        found: Form = bench.posted.get(name) or make()
        found.auto_id = f"{html_id}-%s"
        return found

    return cast("Form", SimpleLazyObject(form))


def _checks(form: ResumeForm) -> list[dict[str, Any]]:
    """Return the tick boxes of the checks: those that are made first, in their order, then the rest."""
    field = form["checks"]
    made = [str(value) for value in field.value() or []]
    boxes = {str(box.data["value"]): box for box in field}
    ordered = [value for value in made if value in boxes] + [value for value in boxes if value not in made]
    count = sum(value in boxes for value in made)
    return [
        {"box": boxes[value], "value": value, "place": at + 1, "first": at == 0, "last": at == count - 1}
        if at < count and count > 1
        else {"box": boxes[value], "value": value}
        for at, value in enumerate(ordered)
    ]


def variables_of(bench: Bench) -> tuple[VariableRow, ...]:
    """Return the variables in the order in which the run makes them, with forms for the one that is open."""
    plan, is_open = bench.plan, bench.opened.startswith("variable-")
    made_of = (plan.state, [(step.needs, step.produces) for step in plan.steps], new_key() if is_open else "")
    return bench.made("variables", made_of, lambda: tuple(_variables(bench)))


def _variables(bench: Bench) -> Iterator[VariableRow]:
    plan = bench.plan
    described = {variable.name: variable for variable in plan.state}
    origins = dict.fromkeys(from_the_start(plan), "there from the start")
    for number, step in enumerate(plan.steps, 1):
        for name in step.produces:
            origins[name] = f"{origins[name]} and {number}" if name in origins else f"from step {number}"
    for name in (name for step in plan.steps for name in step.needs):
        origins.setdefault(name, "no step makes it")
    for name, origin in origins.items():
        yield _variable(bench, plan.variable(name), origin, described=name in described)


def _variable(bench: Bench, variable: Variable, origin: str, *, described: bool) -> VariableRow:
    name = variable_id(variable.name)
    is_open = bench.editable and bench.opened == name
    return VariableRow(
        id=name,
        name=variable.name,
        origin=origin,
        storable=variable.storable,
        sensitive=variable.sensitive,
        description=variable.description,
        described=described,
        edit_href=f"{bench.base}?open={name}#{name}",
        form=_variable_form(bench, variable, name) if is_open else None,
        rename=_rename_form(bench, variable, name) if is_open else None,
    )


def _variable_form(bench: Bench, variable: Variable, name: str) -> VariableForm:
    form: VariableForm = bench.posted.get(name) or VariableForm(initial=VariableForm.initial_of(variable))
    form.auto_id = f"{name}-%s"
    return form


def _rename_form(bench: Bench, variable: Variable, name: str) -> VariableNameForm:
    initial = {"variable": variable.name, "name": variable.name}
    form: VariableNameForm = bench.posted.get(f"rename-{name}") or VariableNameForm(initial=initial)
    form.auto_id = f"{name}-rename-%s"
    return form
