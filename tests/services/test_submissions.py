"""Handing in freezes a version, once, when nothing stands in its way."""

from typing import Any

import pytest

from planner.bridge import core_plan
from planner.core.finding import Place, Severity
from planner.core.fingerprint import fingerprint
from planner.core.planfile import read_plan
from planner.core.vocabulary import Question
from planner.models import Plan, Prediction, Reflection, Submission, TakenSuggestion
from planner.services import acceptances, checkpoints, people, plans, steps, submissions
from planner.services.readiness import Lack, standing
from planner.services.trials import PlanHasMoved
from tests.services.ready import ready, ready_plan, with_test
from tests.services.stored import new_key, stored, stored_plan

pytestmark = pytest.mark.django_db

PRIVATE = "Read -> rows\n|\nMail ana@harborside.example <- rows -> more\nReport <- more"


def hand_in(row: Plan, *, version: int = 0, key: str = "") -> Submission:
    return submissions.hand_in(row, version=version or row.version, key=key or new_key())


def lacks(row: Plan) -> list[tuple[Any, ...]]:
    """What stands in the way: what is missing and where."""
    return [
        (one.lack, one.about.step or one.about.checkpoint, one.finding.code if one.finding else one.question)
        for one in standing(row).obstacles
    ]


def test_a_plan_that_is_ready_is_kept_whole() -> None:
    row = ready()
    kept = hand_in(row)
    assert read_plan(kept.document) == core_plan(row)
    assert (kept.number, kept.version, kept.plan) == (1, 1, row)
    assert kept.test == row.simulation_runs.get()
    assert kept.fingerprint == fingerprint(core_plan(row), seed=1, runs=200)
    assert (kept.acceptances, kept.suggestions, kept.model_shown) == ([], [], False)


def test_it_keeps_findings_reasons_suggestions_and_predictions() -> None:
    row = ready(PRIVATE)
    step = standing(row).plan.steps[1].id
    acceptances.accept(row, code="W105", about=Place(step=step), reason="She is made up.", version=1, key=new_key())
    TakenSuggestion.objects.create(plan=row, code="S403", version=2, choice="Load the latest.", reason="It is whole.")
    Prediction.objects.create(plan=row, key=new_key(), version=1, lost_ms=60_000, lost_sure="certain")
    Reflection.objects.create(run=row.simulation_runs.get(), text="It stopped in between.")
    plans.show_model(row)
    kept = hand_in(row)
    assert [(entry["code"], entry["about"]) for entry in kept.findings if entry["severity"] == "fix"] == [
        ("W105", {"step": step})
    ]
    assert kept.acceptances == [{"code": "W105", "about": {"step": step}, "reason": "She is made up."}]
    assert kept.suggestions == [{"code": "S403", "about": {}, "choice": "Load the latest.", "reason": "It is whole."}]
    assert kept.predictions == {
        "made": [
            {
                "version": 1,
                "step": "",
                "repeats": "",
                "repeats_sure": "",
                "lost_ms": 60_000,
                "lost_sure": "certain",
            }
        ],
        "explanation": "It stopped in between.",
    }
    row.refresh_from_db()
    assert kept.model_shown


def test_it_can_be_handed_in_again_after_a_change_and_the_old_version_stays() -> None:
    row = ready()
    first = hand_in(row)
    steps.edit(row, step="work", name="Work hard", version=1, key=new_key())
    second = hand_in(row)
    first.refresh_from_db()
    assert [(one.number, one.version) for one in submissions.all_of(row)] == [(2, 2), (1, 1)]
    assert [read_plan(one.document).step("work").name for one in (first, second)] == ["Work", "Work hard"]


def test_a_new_test_is_something_new() -> None:
    row = ready()
    hand_in(row)
    with_test(row, seed=2)
    assert hand_in(row).number == 2


def test_the_same_plan_is_not_handed_in_twice() -> None:
    row = ready()
    first = hand_in(row)
    assert submissions.same_as(row, standing(row)) == first
    with pytest.raises(submissions.NothingNew) as told:
        hand_in(row)
    assert (told.value.last, row.submissions.count()) == (first, 1)


def test_the_same_request_hands_in_once() -> None:
    row, key = ready(), new_key()
    assert hand_in(row, version=1, key=key) == hand_in(row, version=1, key=key)
    steps.edit(row, step="work", name="Work hard", version=1, key=new_key())
    assert hand_in(row, version=1, key=key).number == 1
    assert row.submissions.count() == 1


@pytest.mark.parametrize("version", [1, 3])
def test_a_version_that_is_not_the_plans_is_not_handed_in(version: int) -> None:
    row = ready()
    steps.edit(row, step="work", name="Work hard", version=1, key=new_key())
    with pytest.raises(PlanHasMoved):
        hand_in(row, version=version)
    assert row.submissions.count() == 0


def test_what_is_missing_is_named_and_nothing_is_handed_in() -> None:
    row = stored("Read -> rows\n|\nReport <- rows")
    with pytest.raises(submissions.NotReady) as told:
        hand_in(row)
    assert [one.lack for one in told.value.obstacles] == [one[0] for one in lacks(row)]
    assert row.submissions.count() == 0


def test_every_mark_and_answer_is_asked_for() -> None:
    row = stored("Read -> rows\n|\nReport <- rows")
    assert lacks(row)[:9] == [
        (Lack.MARK, "read", None),
        (Lack.MARK, "report", None),
        *((Lack.ANSWER, "after-read", question) for question in Question),
        (Lack.STORAGE, None, None),
        (Lack.IF_UNCLEAR, None, None),
    ]
    assert (Lack.TEST, None, None) in lacks(row)


def test_a_plan_without_a_step_is_not_ready() -> None:
    assert (Lack.FINDING, None, "W101") in lacks(plans.create(people.browser("a browser"), title="Bare", key=new_key()))


def test_a_finding_stands_in_the_way_until_a_reason_is_given() -> None:
    row = ready(PRIVATE)
    (obstacle,) = lacks(row)
    assert (obstacle[0], obstacle[2]) == (Lack.FINDING, "W105")
    about = Place(step=obstacle[1])
    acceptances.accept(row, code="W105", about=about, reason="She is made up.", version=1, key=new_key())
    assert lacks(row) == []
    acceptances.withdraw(row, code="W105", about=about, version=2, key=new_key())
    assert lacks(row) == [obstacle]


def test_open_questions_can_be_left_with_one_reason_for_the_checkpoint() -> None:
    row = ready()
    answers: dict[Question, checkpoints.AnswerFields] = {Question.COMPLETE: {"reason": ""}}
    checkpoints.answer(row, checkpoint="after-read", answers=answers, version=1, key=new_key())
    assert lacks(row) == [(Lack.ANSWER, "after-read", Question.COMPLETE)]
    about = Place(checkpoint="after-read")
    acceptances.accept(row, code="C210", about=about, reason="Nobody knows.", version=2, key=new_key())
    assert lacks(row) == []


def test_words_need_no_new_test_and_other_changes_do() -> None:
    row = ready()
    steps.edit(row, step="work", name="Work hard", version=1, key=new_key())
    assert lacks(row) == []
    steps.edit(row, step="work", duration_ms=1_000, version=2, key=new_key())
    assert lacks(row) == [(Lack.NEW_TEST, None, None)]
    with_test(row)
    assert lacks(row) == []


def test_a_suggestion_that_was_taken_asks_why() -> None:
    row = ready()
    taken = TakenSuggestion.objects.create(plan=row, code="S403", version=2, choice="Load the latest.")
    (obstacle,) = standing(row).obstacles
    assert (obstacle.lack, obstacle.suggestion) == (Lack.REASON, taken)
    TakenSuggestion.objects.update(removed=True)
    assert standing(row).obstacles == ()


def test_a_suggestion_whose_finding_stands_again_counts_no_more() -> None:
    row = ready(PRIVATE)
    step = standing(row).plan.steps[1].id
    TakenSuggestion.objects.create(plan=row, code="W105", step=step, version=2, choice="Write who it is.")
    assert [one.lack for one in standing(row).obstacles] == [Lack.FINDING]


def test_a_suggestion_about_a_step_that_is_gone_counts_no_more() -> None:
    row = ready()
    TakenSuggestion.objects.create(plan=row, code="W103", step="fly", version=2, choice="It may.")
    assert standing(row).obstacles == ()


def test_only_a_reason_for_something_that_stands_is_handed_in() -> None:
    row = ready()
    acceptances.accept(row, code="W105", about=Place(step="work"), reason="Made up.", version=1, key=new_key())
    assert hand_in(row).acceptances == []


def test_no_finding_to_fix_is_left_in_a_ready_plan() -> None:
    row = stored_plan(ready_plan())
    assert [one for one in standing(row).findings if one.severity is Severity.FIX] == []
    assert [one.lack for one in standing(row).obstacles] == [Lack.TEST]
