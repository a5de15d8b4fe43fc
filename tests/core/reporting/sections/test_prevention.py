"""Guards in words, as they act."""

import pytest

from planner.core.reporting.sections.prevention import preventions
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan


def words(guards: str, more: str = "") -> str:
    return "; ".join(preventions(compile_plan(sketch(f"Pay ! [{guards}]\nReport{more}")), 0))


@pytest.mark.parametrize(
    ("guards", "said"),
    [
        ("record, intent, lookup", "Action record, before and after; unclear ones are looked up"),
        ("record, intent, ask on resume", "Action record, before and after; a person decides unclear ones"),
        ("record", "Action record, written after acting (a gap remains)"),
        ("intent", "Action record, written before acting (an action can be left out)"),
        ("lookup", "Looked up before acting"),
        ("ask", "A person confirms each time"),
        ("ask on resume", "A person confirms when resuming"),
        ("key", "A key that the receiver recognises (idempotency key)"),
        (
            "stored key, kept 24h",
            "A key that the receiver recognises (idempotency key), made once and stored before acting, kept for 1 d",
        ),
        ("derived key", "A key that the receiver recognises (idempotency key), made from the data itself"),
        ("new key", "A key that the receiver recognises (idempotency key), made anew at each attempt"),
    ],
)
def test_each_guard_has_its_words(guards: str, said: str) -> None:
    assert words(guards) == said


def test_a_guard_that_no_resume_reads_is_named_as_such() -> None:
    assert words("record, intent, lookup", "\nchecks: identity") == (
        "Action record (planned, but no resume reads it); unclear ones are looked up (planned, but no resume checks it)"
    )


def test_a_checkpoint_behind_own_work_prevents_its_repeat() -> None:
    timeline = compile_plan(sketch("Draft\n|\nRead\nReport"))
    assert [preventions(timeline, at) for at in range(3)] == [("Checkpoint A after it",), (), ()]
