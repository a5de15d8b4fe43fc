"""A plan is tested as it is, once for each form, with what was expected of it."""

import pytest

from planner import models
from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.exact import exact, exact_document
from planner.core.files.summaryfile import document_from_summary
from planner.core.summary import summarise
from planner.core.trying.prediction import Prediction
from planner.core.vocabulary import Often, Sure
from planner.services import steps, trials
from planner.services.own_words import TextHasMoved
from tests.services.stored import new_key, stored

pytestmark = pytest.mark.django_db

FORESEEN = Prediction(
    step="pay", repeats=Often.FEW, repeats_sure=Sure.CERTAIN, lost_ms=300_000, lost_sure=Sure.GUESSING
)
ONLY_WORK = Prediction(lost_ms=0, lost_sure=Sure.FAIRLY)


def test_a_test_is_kept_as_the_command_line_would_print_it() -> None:
    row = stored("Read\n|\nPay !")
    plan = core_plan(row)
    kept = trials.run(row, version=1, key=new_key(), runs=100, seed=5)
    assert kept.result == document_from_summary(summarise(plan, runs=100, seed=5), exact=exact_document(exact(plan)))
    assert trials.tested_plan(kept) == plan
    assert trials.latest(row) == kept


@pytest.mark.parametrize("foreseen", [FORESEEN, ONLY_WORK])
def test_what_was_expected_is_kept_with_the_version(foreseen: Prediction) -> None:
    row = stored("Read\nPay !")
    trials.run(row, version=1, key=new_key(), runs=10, seed=1, foreseen=foreseen)
    assert trials.foreseen_for(row, version=1) == foreseen
    assert trials.foreseen_for(row, version=2) is None


def test_the_newest_prediction_counts() -> None:
    row = stored("Read\nPay !")
    for foreseen in (ONLY_WORK, FORESEEN):
        trials.run(row, version=1, key=new_key(), runs=10, seed=1, foreseen=foreseen)
    assert trials.foreseen_for(row, version=1) == FORESEEN


def test_the_same_key_gives_the_first_result_whatever_has_changed_since() -> None:
    row, key = stored("Read\nPay !"), new_key()
    first = trials.run(row, version=1, key=key, runs=10, seed=1, foreseen=FORESEEN)
    steps.remove(row, step="pay", version=1, key=new_key())
    assert trials.run(row, version=1, key=key, runs=10, seed=2, foreseen=ONLY_WORK) == first
    assert (row.simulation_runs.count(), row.predictions.count()) == (1, 1)


def test_a_plan_that_has_changed_is_not_tested() -> None:
    row = stored("Read\nPay !")
    steps.remove(row, step="pay", version=1, key=new_key())
    with pytest.raises(trials.PlanHasMoved):
        trials.run(row, version=1, key=new_key(), runs=10, seed=1, foreseen=FORESEEN)
    assert (row.simulation_runs.count(), row.predictions.count()) == (0, 0)


@pytest.mark.parametrize(
    ("drawing", "runs", "seed", "path"),
    [("Read", 0, 1, "runs"), ("Read", 10_001, 1, "runs"), ("Read", 10, -1, "seed"), ("", 10, 1, "steps")],
)
def test_what_cannot_be_tested_keeps_nothing(drawing: str, runs: int, seed: int, path: str) -> None:
    row = stored(drawing)
    with pytest.raises(PlanError) as refused:
        trials.run(row, version=1, key=new_key(), runs=runs, seed=seed, foreseen=ONLY_WORK)
    assert refused.value.path == path
    assert (row.simulation_runs.count(), row.predictions.count()) == (0, 0)


def test_a_reflection_belongs_to_one_test() -> None:
    row = stored("Read\nPay !")
    tests = [trials.run(row, version=1, key=new_key(), runs=10, seed=seed) for seed in (1, 2)]
    trials.reflect(row, test=tests[0].pk, text="It goes\r\nback.", before="")
    found = {one.pk: trials.reflection_on(models.SimulationRun.objects.get(pk=one.pk)) for one in tests}
    assert found == {tests[0].pk: "It goes\nback.", tests[1].pk: ""}


def test_a_reflection_changed_meanwhile_is_not_overwritten() -> None:
    row = stored("Read\nPay !")
    test = trials.run(row, version=1, key=new_key(), runs=10, seed=1).pk
    trials.reflect(row, test=test, text="Theirs", before="")
    with pytest.raises(TextHasMoved) as moved:
        trials.reflect(row, test=test, text="Mine", before="")
    assert moved.value.theirs == "Theirs"
    trials.reflect(row, test=test, text="Mine", before="Theirs")
    assert models.Reflection.objects.get().text == "Mine"


def test_a_test_of_another_plan_is_not_there() -> None:
    test = trials.run(stored("Read"), version=1, key=new_key(), runs=10, seed=1).pk
    with pytest.raises(models.SimulationRun.DoesNotExist):
        trials.reflect(stored("Read"), test=test, text="Mine", before="")
