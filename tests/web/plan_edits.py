"""Every edit that the Plan page can send, by its address below the page, and what the page and the plan then say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.web.visitors import fields

if TYPE_CHECKING:
    from django.test import Client

    from planner.models import Plan

HTMX = {"HX-Request": "true"}


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One edit of a plan whose first step is `step-1` and which has a checkpoint after step 4."""

    path: str
    data: dict[str, Any] = field(default_factory=dict)


STEP = {
    "name": "Read it",
    "kind": "read",
    "duration_ms": "2 min",
    "items": "1",
    "effect_percent": "50",
    "confirmed": "on",
}
GUARD = {"record": "after", "gate_when": "always", "gate_ms": "5 min", "key_source": "", "key_retention_ms": ""}
CHANCE = {"how": "chance", "restart_every_ms": "2 h", "restart_downtime_ms": "1 min"}
RESUME = {"loads": "latest", "checks": ["identity"], "if_unclear": "stop", "recovery_ms": "5 s", "notes": ""}

EDITS = [
    Edit(path="about/", data={"title": "Another name", "goal": ""}),
    Edit(path="model/"),
    Edit(path="steps/add/", data={"name": "And then"}),
    Edit(path="steps/step-1/edit/", data=STEP),
    Edit(path="steps/step-2/up/"),
    Edit(path="steps/step-1/down/"),
    Edit(path="steps/step-2/to/", data={"place": 5}),
    Edit(path="steps/step-2/remove/", data={"near": "step-1"}),
    Edit(path="steps/step-1/mark/", data={"repeats": "yes", "prevention": "Nothing."}),
    Edit(path="steps/step-3/guard/", data=GUARD),
    Edit(path="steps/step-2/checkpoint/"),
    Edit(path="steps/step-2/checkpoint-inside/"),
    Edit(path="checkpoints/after-step-4/edit/", data={"snapshot": ["step-1"], "save_ms": "3 s"}),
    Edit(path="checkpoints/after-step-4/move/", data={"place": "after:step-2"}),
    Edit(path="checkpoints/after-step-4/remove/", data={"near": "step-4"}),
    Edit(path="checkpoints/after-step-4/answer/complete/", data={"answer": "yes", "reason": "All of it."}),
    Edit(path="variables/add/", data={"name": "the address book"}),
    Edit(path="variables/edit/", data={"variable": "step-1", "sensitive": "on", "description": "the mail"}),
    Edit(path="variables/rename/", data={"variable": "step-1", "name": "the mail"}),
    Edit(path="identity/", data={"source": "stored_id", "description": "", "single_runner": "lock"}),
    Edit(path="storage/", data={"where": "a table", "keeps_ms": "30 d"}),
    Edit(path="resume/", data=RESUME),
    Edit(path="interruptions/", data=CHANCE),
]


def address(row: Plan, path: str = "") -> str:
    """Return an address below the Plan page."""
    return f"/plans/{row.pk}/plan/{path}"


def send(client: Client, row: Plan, path: str, *, htmx: Any = False, **more: Any) -> Any:
    """Send a form of the page, with fresh hidden fields of the row's version unless `more` has others."""
    return client.post(address(row, path), fields(row, **more), headers=HTMX if htmx else {})


def told(answer: Any) -> str:
    """Return what an answer to htmx says in the live region."""
    found = re.search(
        r'<p id="announcement" [^>]*hx-swap-oob="morph"><span [^>]*>(.*?)</span></p>',
        answer.content.decode(),
        re.DOTALL,
    )
    return found[1].strip() if found else ""


def messages(answer: Any) -> list[str]:
    """Return the messages of a page that has just been loaded."""
    return [str(message) for message in answer.context["messages"]]
