"""What a plan is without the learner's marks and answers, and which rules go by that alone."""

import random
from dataclasses import replace

import pytest

from planner.core.check import check_plan, codes_without_judgements, rule_modules
from planner.core.judgement import without_judgements
from planner.core.plan import Answer, Answers, Plan, ReplayRisk
from planner.core.sketch import sketch
from planner.core.vocabulary import Question, Reply
from tests.core.random_plans import random_plan


def judged(plan: Plan, rng: random.Random) -> Plan:
    """The plan with a mark on each step and an answer to each question."""

    def answers() -> Answers:
        each = {question.value: Answer(answer=rng.choice(list(Reply)), reason="because") for question in Question}
        return Answers(**each)

    marks = [ReplayRisk(repeats=rng.choice([True, False, None]), prevention="a list") for _ in plan.steps]
    steps = tuple(replace(step, replay_risk=mark) for step, mark in zip(plan.steps, marks, strict=True))
    return replace(plan, steps=steps, checkpoints=tuple(replace(one, answers=answers()) for one in plan.checkpoints))


@pytest.mark.parametrize("seed", range(40))
def test_rules_that_read_no_judgement_find_the_same_whatever_the_learner_says(seed: int) -> None:
    rng = random.Random(seed)
    plan = random_plan(rng)
    said = judged(plan, rng)
    found = check_plan(said, select=codes_without_judgements())
    assert found == check_plan(without_judgements(said), select=codes_without_judgements())
    assert without_judgements(said) == without_judgements(plan)


def test_every_other_rule_finds_something_in_what_the_learner_says() -> None:
    plan = sketch("Read < [marked as repeating]\nPay !\n|\nReport !")
    (checkpoint,) = plan.checkpoints
    yes = Answer(answer=Reply.YES, reason="Ask joan.doe@company.com")
    plan = replace(plan, checkpoints=(replace(checkpoint, answers=Answers(repeatable=yes)),))
    rest = {module.RULE.code for module in rule_modules()} - codes_without_judgements()
    spotted = {
        finding.code for finding in check_plan(plan, select=rest, spot=lambda text: ["it"] if "@" in text else [])
    }
    assert spotted == rest == {"C209", "C210", "R309", "W105"}
