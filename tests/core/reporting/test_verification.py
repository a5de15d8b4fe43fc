"""A true report is recognised, and a doctored one is not."""

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from functools import cache
from typing import Any

import pytest

from planner.core.errors import PlanError
from planner.core.files.reportfile import document_from_report
from planner.core.fingerprint import MODEL, fingerprint, rule_set
from planner.core.planfile import plan_from_document
from planner.core.reporting.remarks import Acceptance, Remarks
from planner.core.reporting.verification import Difference, Verification, verify
from tests.core.reported import facts, report

DRAWING = "Read 2min\n| answered yes yes yes yes yes\nPay ! 3min\nReport 1min\ninterrupted: restart 10min"


@cache
def _text() -> str:
    found = facts(DRAWING).findings[0]
    accepted = Acceptance(code=found.code, about=found.about, reason="Known.")
    remarks = Remarks(author="A learner", made_on=date(2026, 11, 27), acceptances=(accepted,))
    return json.dumps(document_from_report(report(DRAWING, remarks)))


def document() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(_text())
    return parsed


def paths(doctored: dict[str, Any]) -> list[str]:
    return [difference.path for difference in verify(doctored).differences]


def test_a_true_report_follows() -> None:
    assert verify(document()) == Verification()
    assert Verification().follows


def test_a_changed_number_is_found_where_it_stands() -> None:
    doctored = document()
    true = doctored["simulation"]["mean"]["duplicates"]
    doctored["simulation"]["mean"]["duplicates"] = 0.0
    verification = verify(doctored)
    assert verification == Verification(
        differences=(Difference("simulation.mean.duplicates", "0.0", json.dumps(true)),)
    )
    assert not verification.follows


def _seed(doctored: dict[str, Any]) -> None:
    doctored["seed"] = 2


def _runs(doctored: dict[str, Any]) -> None:
    doctored["runs"] = 201


def _step(doctored: dict[str, Any]) -> None:
    doctored["plan"]["steps"][1]["seconds"] = 1


def _step_and_fingerprint(doctored: dict[str, Any]) -> None:
    _step(doctored)
    doctored["fingerprint"] = fingerprint(plan_from_document(doctored["plan"]), seed=1, runs=200)


@pytest.mark.parametrize("doctor", [_seed, _runs, _step, _step_and_fingerprint])
def test_numbers_do_not_follow_from_another_seed_number_of_runs_or_plan(
    doctor: Callable[[dict[str, Any]], None],
) -> None:
    doctored = document()
    doctor(doctored)
    found = paths(doctored)
    assert "simulation.mean.duplicates" in found
    assert ("fingerprint" in found) == (doctor is not _step_and_fingerprint)


def test_a_changed_title_changes_the_fingerprint_alone() -> None:
    doctored = document()
    doctored["plan"]["title"] = "Another"
    assert paths(doctored) == ["fingerprint"]


def test_an_accepted_risk_that_is_taken_out_changes_the_conclusion() -> None:
    doctored = document()
    del doctored["remarks"]["acceptances"]
    assert paths(doctored) == ["conclusion"]


def test_what_is_left_out_or_added_is_a_difference_too() -> None:
    doctored = document()
    del doctored["findings"][-1]
    doctored["grade"] = 1
    assert [(one.path, one.stands, one.follows) for one in verify(doctored).differences] == [
        (f"findings[{len(doctored['findings'])}]", "nothing", "more than one value"),
        ("grade", "1", "nothing"),
    ]


def test_true_is_not_one_and_a_number_is_no_text() -> None:
    doctored = document()
    doctored["answers"]["after-read"]["complete"]["evidence"] = 1
    doctored["exploration"]["interruptions"] = "2"
    assert paths(doctored) == ["answers.after-read.complete.evidence", "exploration.interruptions"]


def test_what_another_processor_rounds_otherwise_is_no_difference() -> None:
    doctored = document()
    doctored["simulation"]["standard_error"]["wall"] *= 1 + 1e-13
    assert verify(doctored).follows


def test_a_report_of_another_model_or_rule_set_cannot_be_judged() -> None:
    doctored = {**document(), "model": "0"}
    doctored["simulation"] = None
    verification = verify(doctored)
    assert verification == Verification(other_edition=f"model 0, rule set {rule_set()}")
    assert not verification.follows
    assert verify({**document(), "rules": ["1"]}).other_edition == f"model {MODEL}, rule set ['1']"


def test_a_report_without_its_plan_is_refused() -> None:
    doctored = deepcopy(document())
    del doctored["plan"]
    with pytest.raises(PlanError, match="plan: required and missing"):
        verify(doctored)


def test_what_the_plan_looks_like_to_a_spotter_is_part_of_the_rules() -> None:
    assert verify(document(), spot=lambda text: ("a word",) if text else ()).differences != ()
