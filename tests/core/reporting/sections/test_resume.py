"""What the run remembers, and what it does when it resumes."""

from dataclasses import replace

from planner.core.plan import Identity, Plan, Resume, Storage, Variable
from planner.core.reporting.sections.resume import resume_section
from planner.core.sketch import sketch
from planner.core.vocabulary import IdentitySource, IfUnclear, Loads, ResumeCheck, SingleRunner
from tests.core.reported import facts, told


def test_everything_that_is_answered_is_told_in_words() -> None:
    plan = replace(
        sketch("Read < -> list\n|\nSend ! x3 <- list -> sent\nReport <- sent, list"),
        identity=Identity(
            source=IdentitySource.STORED_ID, description="Kept in the order.", single_runner=SingleRunner.LEASE
        ),
        storage=Storage(where="The database", keeps_ms=86_400_000),
        resume=Resume(
            loads=Loads.LATEST,
            checks=(ResumeCheck.LOCK, ResumeCheck.IDENTITY),
            if_unclear=IfUnclear.STOP,
            recovery_ms=10_000,
            notes="Mind the gap.",
        ),
        state=(Variable(name="list", sensitive=True, storable=False, description="Who gets one"),),
    )
    assert told(resume_section(facts(plan))) == [
        "# State and resume",
        "",
        "## When it resumes",
        "Knows the run by: An id that is made once and stored / Kept in the order.",
        "Two resumes at once are stopped by: A lease, a lock that runs out by itself",
        "Finds snapshots and records in: The database / Kept for 1 d",
        "Loads: The latest snapshot, whatever its state",
        "Checks first: 1. Is nobody else running it? 2. Is this the same run?",
        "If it cannot tell: It stops and says so",
        "One recovery takes: 10 s",
        "Notes: Mind the gap.",
        "",
        "## What the run remembers",
        "State | Made by | Used by | Saved in | What it is",
        "list | Step 1 | Steps 2 and 3 | A | Who gets one / cannot be stored / secret or personal",
        "sent | Step 2 | Step 3 | No checkpoint | –",
    ]


def test_what_is_not_answered_is_told_as_such() -> None:
    assert told(resume_section(facts(Plan(title="Empty", resume=Resume(checks=()))))) == [
        "# State and resume",
        "",
        "## When it resumes",
        "Knows the run by: Not answered",
        "Two resumes at once are stopped by: Not answered",
        "Finds snapshots and records in: Not answered / How long they are kept is not answered",
        "Loads: Not answered",
        "Checks first: Nothing",
        "If it cannot tell: Not answered",
        "One recovery takes: 0 s",
        "",
        "## What the run remembers",
        "No step uses or makes anything that has a name.",
    ]


def test_state_that_nobody_makes_or_uses_is_told_too() -> None:
    plan = Plan(title="Idle", state=(Variable(name="token"),))
    assert told(resume_section(facts(plan)))[-1] == "token | There from the start | No step | No checkpoint | –"
