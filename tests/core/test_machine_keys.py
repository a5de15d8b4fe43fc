"""One run: how the receiver tells a repeated action by its key, and for how long."""

from __future__ import annotations

import pytest

from tests.core.one_run import run


def repeats(drawing: str, *cuts: float, downtime: float = 0) -> tuple[float, float]:
    """Return how many repeats of the payment were harmless, and how many were duplicates."""
    yielded = run(drawing, *cuts, downtime=downtime)
    return yielded.get("harmless of pay", 0), yielded.get("duplicates of pay", 0)


HARMLESS, DUPLICATE = (1, 0), (0, 1)


def test_an_idempotent_action_repeats_without_harm() -> None:
    assert repeats("pay != 10s", 6) == HARMLESS


def test_an_action_that_is_not_said_to_be_idempotent_is_not() -> None:
    assert repeats("pay !? 10s", 6) == DUPLICATE


def test_a_stored_key_is_the_same_each_time() -> None:
    assert repeats("pay ! 10s [stored key]", 6) == HARMLESS
    assert repeats("pay ! 10s [key]", 6) == HARMLESS


def test_a_stored_key_is_gone_if_the_run_cannot_be_found() -> None:
    assert repeats("pay ! 10s [stored key]\nidentity: process", 6) == DUPLICATE
    assert repeats("pay ! 10s [key]\nidentity: new_each_start", 6) == DUPLICATE


def test_a_derived_key_survives_a_run_that_cannot_be_found() -> None:
    assert repeats("pay ! 10s [derived key]\nidentity: process", 6) == HARMLESS


def test_a_new_key_each_time_is_never_recognised() -> None:
    assert repeats("pay ! 10s [new key]", 6) == DUPLICATE


@pytest.mark.parametrize("nature", ["", "~"])
def test_a_key_derived_from_what_differs_each_time_is_another_once_that_is_done_again(nature: str) -> None:
    assert repeats(f"draft {nature} 10s\npay ! 10s [derived key]", 16) == (DUPLICATE if nature else HARMLESS)


def test_a_key_derived_from_what_differs_is_the_same_while_that_is_saved() -> None:
    assert repeats("draft ~ 10s\n| 1s\npay ! 10s [derived key]", 17) == HARMLESS


def test_a_key_can_rest_on_what_differs_through_other_steps() -> None:
    plan = "read 10s\ndraft ~ 10s\nshorten 10s{}\npay ! 10s [derived key]"
    assert repeats(plan.format(""), 36) == DUPLICATE
    assert repeats(plan.format(" <- nothing"), 36) == HARMLESS


def test_the_receiver_remembers_the_key_of_the_newest_effect_that_it_accepted() -> None:
    plan = "draft ~ 10s\npay ! 10s [derived key]\n(|) 1s"
    # acted at 15 and cut during the save inside; drafted anew, so a duplicate, and saved at 16; resumed from there
    assert repeats(plan, 15.5, 17) == (1, 1)


def test_a_key_is_kept_up_to_its_retention_and_no_longer() -> None:
    # accepted at 5, repeated at 6 + 5 = 11
    assert repeats("pay ! 10s [key, kept 6s]", 6) == HARMLESS
    assert repeats("pay ! 10s [key, kept 5.999s]", 6) == DUPLICATE


def test_a_key_ages_while_the_run_is_down() -> None:
    assert repeats("pay ! 10s [key, kept 16s]", 6, downtime=10) == HARMLESS
    assert repeats("pay ! 10s [key, kept 15.999s]", 6, downtime=10) == DUPLICATE


def test_a_key_ages_while_a_run_recovers_and_does_other_work() -> None:
    plan = "read 10s\npay ! 10s [key, kept {}s]\nrecovery: 4s"
    # accepted at 15, repeated at 16 + 4 + 15 = 35
    assert repeats(plan.format(20), 16) == HARMLESS
    assert repeats(plan.format(19.999), 16) == DUPLICATE


def test_a_key_ages_while_a_run_saves_and_while_a_person_is_asked() -> None:
    plan = "call ! 10s [ask, lookup, waits 3s]\n| 2s holds nothing\npay ! 10s [key, kept {}s]"
    # 3 + 10 + 2, accepted at 20; cut at 21, the call is found done: 5 + 2 + 5 later
    assert repeats(plan.format(13), 21) == HARMLESS
    assert repeats(plan.format(12.999), 21) == DUPLICATE
    asked = "call ! 10s [ask, waits 3s]\npay ! 10s [key, kept {}s]"
    # accepted at 18; cut at 19: 3 + 5 + 5 later
    assert repeats(asked.format(14), 19) == HARMLESS
    assert repeats(asked.format(13.999), 19) == DUPLICATE


def test_a_key_ages_from_the_effect_that_the_receiver_accepted_and_not_from_harmless_repeats() -> None:
    # accepted at 5; repeated at 11 and, another 6 later, at 17
    assert repeats("pay ! 10s [key, kept 12s]", 6, 6) == (2, 0)
    assert repeats("pay ! 10s [key, kept 11.999s]", 6, 6) == (1, 1)


def test_a_duplicate_is_accepted_and_its_key_ages_anew() -> None:
    # accepted at 5; at 11 too old by far, accepted again; at 17 six seconds old
    assert repeats("pay ! 10s [key, kept 5s]", 6, 6) == (0, 2)
    # accepted at 5; at 31 too old, accepted again; at 37 six seconds old
    plan = "read 20s\n| 0s\npay ! 10s [key, kept 6s]"
    assert repeats(plan, 26, 7, 6) == (2, 1)


def test_an_idempotent_action_needs_no_key() -> None:
    assert repeats("pay != 10s [new key]", 6) == HARMLESS
    assert repeats("pay != 10s [key, kept 0s]", 6) == HARMLESS


def test_each_item_of_a_batch_has_a_key_of_its_own() -> None:
    # accepted at 5 and 15; repeated at 16 + 5 and 16 + 15
    assert repeats("pay ! x2 10s [key, kept 16s]", 16) == (2, 0)
    assert repeats("pay ! x2 10s [key, kept 15.999s]", 16) == (0, 2)
