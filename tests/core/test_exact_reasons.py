"""Where expected values have no closed form, and that it is said."""

from __future__ import annotations

import pytest

from planner.core.exact import Exact, exact
from planner.core.sketch import sketch
from planner.core.summary import QUANTITIES


def reasons(drawing: str) -> dict[str, str]:
    return exact(sketch(drawing)).reasons


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        ("work 20s\ninterrupted: restart 2s", "some runs are cut 1,000 times and given up"),
        ("work 2h\ninterrupted: restart 1ms", "some runs are cut 1,000 times and given up"),
        ("work 20s\ninterrupted: restart 2s, limit 1min", "some runs are cut 1,000 times and given up"),
        (
            "send ! x2900 1s @0\n|/1 0s\ninterrupted: restart 1h, limit 1s",
            "some runs are cut 1,000 times and given up",
        ),
        ("work 20s\ninterrupted: exactly 1000", "some runs are cut 1,000 times and given up"),
        (
            "work 20s\ninterrupted: restart 1min, limit 10s",
            "a session reaches its limit before it is on new ground: some runs never finish",
        ),
        (
            "pay ! x4 20s [ask]\n|/2\ninterrupted: restart 1h",
            "a person can be asked in the middle of a batch",
        ),
        (
            "pay ! x4 20s [lookup, ask]\ninterrupted: restart 1h",
            "a person can be asked in the middle of a batch",
        ),
        (
            "pay ! 20s [intent]\n(|)\ninterrupted: restart 1h",
            "a checkpoint stands inside a step that its intent record can leave undone",
        ),
        (
            "work x3001 1s\ninterrupted: restart 2h, limit 1h",
            "sessions have a limit, and there are more than 3,000 places to be cut in",
        ),
        (
            "read < 20s -> rows\n| holds nothing\npay ! <- rows [intent]\nloads: latest\ninterrupted: exactly 2",
            "a cut ends the run here and leaves work undone there",
        ),
        ("work x50001 1s\ninterrupted: exactly 500", "so many cuts of so many places"),
    ],
)
def test_where_there_is_no_closed_form_it_says_why(drawing: str, reason: str) -> None:
    assert exact(sketch(drawing)) == Exact(
        mean={}, by_step={}, reasons=dict.fromkeys(QUANTITIES, reason), finished=None
    )


def test_a_key_that_runs_out_leaves_only_its_own_counts_unknown() -> None:
    values = exact(sketch("pay ! 20s [key, kept 1min]\nfile\ninterrupted: restart 1h"))
    reason = "a receiver keeps keys for a limited time, and which repeats it recognises depends on wall time"
    assert values.reasons == {"duplicates": reason, "harmless": reason}
    assert values.by_step["pay"] == {"missed": 0, "reasks": 0, "divergences": 0}
    assert set(values.mean) == set(QUANTITIES) - {"duplicates", "harmless"}


def test_a_key_that_is_never_needed_cannot_run_out() -> None:
    assert reasons("pay ! 20s [key, kept 1min, lookup]\nfile\ninterrupted: restart 1h") == {}


def test_divergence_is_unknown_where_the_act_may_never_happen() -> None:
    reason = "the first action that rests on a step's result can be left undone"
    assert reasons("draft ~ 5s\npay ! 20s [intent]\ninterrupted: restart 1h") == {"divergences": reason}
    assert reasons("draft ~ 5s\npay ! 20s @0 [intent]\ninterrupted: restart 1h") == {}
    assert reasons("draft ~ 5s\n|\npay ! 20s [intent]\ninterrupted: restart 1h") == {}
