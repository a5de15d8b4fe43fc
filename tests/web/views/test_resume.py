"""…/plan/identity/, storage/, resume/ and interruptions/ say what a run is as a whole."""

from __future__ import annotations

import pytest

from planner.core.plan import Identity, Interruptions, Resume, Storage
from planner.core.plan import Plan as CorePlan
from planner.core.vocabulary import IdentitySource, IfUnclear, Loads, ResumeCheck, SingleRunner
from tests.services.stored import now_in
from tests.web.plan_edits import CHANCE, RESUME, send
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db

EMPTY = CorePlan(title="Empty")


def test_the_identity_of_a_run_is_kept() -> None:
    client, row = with_plan(EMPTY)
    send(client, row, "identity/", source="business_key", description="the week", single_runner="lease")
    assert now_in(row).identity == Identity(
        source=IdentitySource.BUSINESS_KEY, description="the week", single_runner=SingleRunner.LEASE
    )


def test_an_answer_can_be_taken_away_again() -> None:
    client, row = with_plan(CorePlan(title="Answered", identity=Identity(source=IdentitySource.PROCESS)))
    send(client, row, "identity/", source="", description="", single_runner="")
    assert now_in(row).identity == Identity()


@pytest.mark.parametrize(("kept", "milliseconds"), [("30 d", 2_592_000_000), ("", None), ("1.5 h", 5_400_000)])
def test_where_snapshots_live_is_kept(kept: str, milliseconds: int | None) -> None:
    client, row = with_plan(EMPTY)
    send(client, row, "storage/", where="a table", keeps_ms=kept)
    assert now_in(row).storage == Storage(where="a table", keeps_ms=milliseconds)


def test_how_a_run_resumes_is_kept() -> None:
    client, row = with_plan(EMPTY)
    send(client, row, "resume/", **RESUME)
    assert now_in(row).resume == Resume(
        loads=Loads.LATEST, checks=(ResumeCheck.IDENTITY,), if_unclear=IfUnclear.STOP, recovery_ms=5_000
    )


@pytest.mark.parametrize(
    ("ticked", "checks"),
    [
        ([], None),
        (["nothing"], ()),
        (["lock", "identity"], (ResumeCheck.LOCK, ResumeCheck.IDENTITY)),
        (["nothing", "identity"], (ResumeCheck.IDENTITY,)),
    ],
    ids=str,
)
def test_no_tick_is_no_answer_and_checking_nothing_is_one(
    ticked: list[str], checks: tuple[ResumeCheck, ...] | None
) -> None:
    client, row = with_plan(EMPTY)
    send(client, row, "resume/", **{**RESUME, "checks": ticked})
    assert now_in(row).resume.checks == checks


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("up:code_version", ["identity", "code_version", "lock"]),
        ("down:identity", ["lock", "identity", "code_version"]),
        ("up:identity", ["identity", "lock", "code_version"]),
        ("down:code_version", ["identity", "lock", "code_version"]),
        ("down:inputs_unchanged", ["identity", "lock", "code_version"]),
    ],
)
def test_checks_are_ordered_by_their_buttons(move: str, order: list[str]) -> None:
    client, row = with_plan(EMPTY)
    send(client, row, "resume/", **{**RESUME, "checks": ["identity", "lock", "code_version"], "move": move})
    assert [check.value for check in now_in(row).resume.checks or ()] == order


def test_what_interrupts_a_run_is_kept() -> None:
    client, row = with_plan(EMPTY)
    limits = {"session_limit_ms": "15 min", "limit_downtime_ms": "", "close_every_ms": "", "close_downtime_ms": "12 h"}
    send(client, row, "interruptions/", **{**CHANCE, **limits, "exactly": "3"})
    assert now_in(row).interruptions == Interruptions(
        restart_every_ms=7_200_000,
        restart_downtime_ms=60_000,
        session_limit_ms=900_000,
        close_downtime_ms=43_200_000,
    )


def test_exactly_so_many_interruptions_exclude_the_others() -> None:
    client, row = with_plan(EMPTY)
    send(client, row, "interruptions/", **{**CHANCE, "how": "exactly", "exactly": "3", "downtime_ms": "1 h"})
    assert now_in(row).interruptions == Interruptions(exactly=3, downtime_ms=3_600_000, restart_downtime_ms=60_000)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("path", "typed", "said"),
    [
        ("identity/", {"source": "magic"}, "Select a valid choice."),
        ("storage/", {"where": "a table", "keeps_ms": "long"}, "Write a time with its unit"),
        ("resume/", {**RESUME, "recovery_ms": ""}, "Write a time with its unit"),
        ("resume/", {**RESUME, "checks": ["magic"]}, "Select a valid choice."),
        ("resume/", {**RESUME, "notes": "\x07"}, "text without control characters"),
        ("interruptions/", {**CHANCE, "restart_every_ms": "0 s"}, "Write 0.001 s or more."),
        ("interruptions/", {"how": "exactly", "exactly": ""}, "Write a whole number from 0 to 1,000."),
        ("interruptions/", {"how": "exactly", "exactly": "1001"}, "Write a whole number from 0 to 1,000."),
        ("interruptions/", {}, "This field is required."),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_at_its_field(path: str, typed: dict[str, str], said: str, htmx: bool) -> None:
    client, row = with_plan(EMPTY)
    before = now_in(row)
    answer = send(client, row, path, htmx=htmx, **typed)
    text = answer.content.decode()
    assert (answer.status_code, said in text, now_in(row)) == (422, True, before)
    assert all(f'value="{value}"' in text for value in typed.values() if value == "a table")
