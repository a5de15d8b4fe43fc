"""A fingerprint is the same for the same plan, seed and runs, and another for any other."""

import hashlib
import json
from dataclasses import replace
from random import Random

from planner.core.check import rule_modules
from planner.core.fingerprint import fingerprint, in_groups, rule_set
from planner.core.planfile import read_plan, write_plan
from planner.core.sketch import sketch
from tests.core.random_plans import random_plan

PLAN = sketch("Read\nPay !\n|\nReport")


def test_it_is_the_hash_of_a_document_that_anybody_can_write_down() -> None:
    document = {
        "format": "checkpoint-fingerprint/1",
        "model": "1",
        "plan": json.loads(write_plan(PLAN)),
        "rules": f"1.{len(rule_modules())}",
        "runs": 200,
        "seed": 7,
    }
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert fingerprint(PLAN, seed=7, runs=200) == hashlib.sha256(text.encode()).hexdigest()


def test_a_plan_that_went_through_a_file_keeps_it() -> None:
    plans = [random_plan(Random(number)) for number in range(50)]
    before = [fingerprint(plan, seed=1, runs=1) for plan in plans]
    assert [fingerprint(read_plan(write_plan(plan)), seed=1, runs=1) for plan in plans] == before


def test_every_part_changes_it() -> None:
    renamed = replace(PLAN, title="Another")
    reworded = replace(PLAN, steps=(replace(PLAN.steps[0], notes="é"), *PLAN.steps[1:]))
    cases = [(PLAN, 1, 1), (PLAN, 1, 2), (PLAN, 2, 1), (renamed, 1, 1), (reworded, 1, 1)]
    assert len({fingerprint(plan, seed=seed, runs=runs) for plan, seed, runs in cases}) == len(cases)


def test_people_compare_its_beginning_in_groups() -> None:
    assert in_groups("7f3c19a204de51b8" + 48 * "0") == "7f3c 19a2 04de 51b8"


def test_a_rule_set_counts_its_rules() -> None:
    assert rule_set() == f"1.{len(rule_modules())}"
