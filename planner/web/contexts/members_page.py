"""The Members page: who is in a class, who is expected, and what was sent to change that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.services.classes.classrooms import Role
from planner.web.contexts.class_frame import class_frame
from planner.web.forms.members import ROLES, InviteForm, RoleForm, RosterForm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from planner.models import Member
    from planner.web.forms.once import KeyForm

STAFF_FIRST = (Role.INSTRUCTOR, Role.ASSISTANT, Role.LEARNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A member as the list shows them; `form` changes the role of one who has an account."""

    pk: int
    name: str
    role: str
    account: str
    number: str
    joined_at: Any
    is_you: bool
    form: RoleForm | None


def members_page(member: Member, *, posted: dict[str, KeyForm] | None = None, **shown: Any) -> dict[str, Any]:
    """Return the page with a fixed number of queries; `posted` has forms to be shown again, by their names."""
    forms: dict[str, KeyForm] = {"invite": InviteForm(), "roster": RosterForm(), **(posted or {})}
    for name, form in forms.items():
        form.auto_id = f"{name}-%s"
    rows = list(member.classroom.members.select_related("user", "roster_entry"))
    return {
        **class_frame(member, current="members"),
        "forms": forms,
        "refusals": [text for form in (posted or {}).values() for text in form.general_errors()],
        "mistakes": [mistake for form in (posted or {}).values() for mistake in form.mistakes()],
        "groups": list(_groups(rows, you=member)),
        "awaited": list(member.classroom.roster.filter(member=None)),
        **shown,
    }


def _groups(rows: list[Member], *, you: Member) -> Iterable[dict[str, Any]]:
    for role in STAFF_FIRST:
        theirs = [_row(row, you=you) for row in rows if row.role == role]
        if theirs:
            yield {"name": f"{ROLES[role]}s", "rows": theirs}


def _row(row: Member, *, you: Member) -> MemberRow:
    form = RoleForm(initial={"role": row.role}, auto_id=f"member-{row.pk}-%s") if row.user else None
    return MemberRow(
        pk=row.pk,
        name=row.name,
        role=row.role,
        account=row.user.get_username() if row.user else "",
        number=row.roster_entry.number if hasattr(row, "roster_entry") else "",
        joined_at=row.joined_at,
        is_you=row.pk == you.pk,
        form=form,
    )
