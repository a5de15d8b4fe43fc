"""Whether a run goes on from a checkpoint."""

import pytest

from planner.core.reporting.sections.use import why_unused
from tests.core.reported import facts

THREE = "Read\n|\nWrite\n|\nReport"


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("Read\n|\nReport", ""),
        ("Read\nReport\n|", ""),
        ("Read\n| holds nothing\nReport", "No run can go on from here: “read” is needed later and not saved"),
        ("Read\n|\nReport\nstate: read (not storable)", "No run can go on from here: “read” cannot be stored"),
        ("Read\n|\nReport\nloads: restart", "No run goes on from here: a resume starts over"),
        (
            "Read\n|\nReport\nidentity: process",
            "No run goes on from here: after a stop the run is not found again",
        ),
    ],
)
def test_a_checkpoint_says_why_no_run_goes_on_from_it(drawing: str, why: str) -> None:
    assert why_unused(facts(drawing), 0) == why


def test_a_resume_that_loads_the_first_snapshot_leaves_the_others_unused() -> None:
    found = facts(f"{THREE}\nloads: first")
    assert [why_unused(found, at) for at in (0, 1)] == ["", "No run goes on from here: an earlier snapshot is loaded"]
