"""Known kinds of interruptions, each added to the others."""

import pytest

from planner.core.plan import Interruptions
from planner.core.trying.preset import PRESETS, Preset, preset


def test_a_kind_leaves_the_other_kinds_as_they_are() -> None:
    given = Interruptions(restart_every_ms=60_000, restart_downtime_ms=5, session_limit_ms=1, limit_downtime_ms=9)
    assert preset("aws-lambda").applied(given) == Interruptions(
        restart_every_ms=60_000, restart_downtime_ms=5, session_limit_ms=900_000
    )
    assert preset("office-hours").applied(given) == Interruptions(
        restart_every_ms=60_000,
        restart_downtime_ms=5,
        close_every_ms=28_800_000,
        close_downtime_ms=57_600_000,
        session_limit_ms=1,
        limit_downtime_ms=9,
    )


@pytest.mark.parametrize("one", PRESETS, ids=lambda one: one.key)
def test_a_kind_takes_the_place_of_a_fixed_number(one: Preset) -> None:
    given = Interruptions(exactly=2, downtime_ms=60_000)
    changed = one.applied(given)
    assert (changed.exactly, changed.downtime_ms) == (None, 0)
    assert changed.restart_every_ms or changed.close_every_ms or changed.session_limit_ms


def test_each_has_a_key_of_its_own() -> None:
    assert len({one.key for one in PRESETS}) == len(PRESETS)


def test_an_unknown_kind_is_not_there() -> None:
    with pytest.raises(KeyError):
        preset("magic")
