"""Leaving a finding as it is: the form on its card, and the reason that was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.core.finding import Severity
from planner.web.forms.acceptances import AcceptForm, name_of

if TYPE_CHECKING:
    from django.forms import Form

    from planner.core.finding import Finding
    from planner.web.contexts.bench import Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptCard:
    """Where a reason is sent and what it says; `given` is the reason as it is stored, `errors` why it cannot be."""

    href: str
    withdraw_href: str
    words: str
    label: str
    code: str
    step: str
    checkpoint: str
    reason: str
    given: str
    errors: tuple[str, ...]


def accept_card(bench: Bench, finding: Finding) -> AcceptCard | None:
    """Return the form for a finding; None for one that asks for nothing, or where nothing can be edited."""
    if finding.severity is Severity.NOTE or not bench.editable:
        return None
    step, checkpoint = finding.about.step or "", finding.about.checkpoint or ""
    given = bench.accepted.get((finding.code, finding.about), "")
    posted: Form | None = bench.posted.get(name_of(finding.code, step or checkpoint))
    return AcceptCard(
        href=f"{bench.base}findings/accept/",
        withdraw_href=f"{bench.base}findings/withdraw/",
        words="Change the reason" if given else "Accept with a reason",
        label=str(AcceptForm.base_fields["reason"].label),
        code=finding.code,
        step=step,
        checkpoint=checkpoint,
        reason=str(posted.data.get("reason", "")) if posted else given,
        given=given,
        errors=tuple(str(error) for error in posted.errors.get("reason", ())) if posted else (),
    )
