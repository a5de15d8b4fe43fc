"""An exploration as a document: kinds by step, counts, and schedules in seconds."""

from __future__ import annotations

import json

from planner.core.explore import explore
from planner.core.files.explorationfile import document_from_exploration
from planner.core.sketch import sketch


def test_kinds_stand_by_step_and_the_run_as_a_whole_last() -> None:
    plan = sketch("Approve ? 10s\nPay ! 10s\n(|) 0.5s\nReport 10s")
    assert document_from_exploration(explore(plan, interruptions=1)) == {
        "format": "checkpoint-exploration/1",
        "interruptions": 1,
        "schedules": 7,
        "exhausted": True,
        "possible": {
            "reasks.approve": {"worst": 1, "witness": [0.001]},
            "duplicates.pay": {"worst": 1, "witness": [15]},
            "inconsistent": {"worst": 1, "witness": [15.5]},
        },
    }


def test_what_is_not_possible_is_not_there() -> None:
    document = document_from_exploration(explore(sketch("Read <\nReport"), interruptions=0))
    assert (document["schedules"], document["possible"]) == (1, {})


def test_a_number_of_schedules_that_no_machine_word_holds_stays_exact() -> None:
    exploration = explore(sketch("Read < 10s\n" * 8), interruptions=20)
    read_back = json.loads(json.dumps(document_from_exploration(exploration)))
    assert read_back["schedules"] == exploration.schedules > 2**64
