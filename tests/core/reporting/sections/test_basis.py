"""What the numbers rest on."""

from planner.core.fingerprint import MODEL, in_groups, rule_set
from planner.core.reporting.sections.basis import basis_section
from planner.core.trying.assumption import TAKEN_FOR_GRANTED
from tests.core.reported import facts, told

AGAIN = (
    "The fingerprint stands for the plan, the seed, the number of runs, the model and the rules. Whoever has this "
    "report as JSON can compute everything in it again: “manage.py plan report --verify FILE” says whether it follows."
)


def test_assumptions_open_questions_seed_and_fingerprint_are_named() -> None:
    found = facts("Pay !?\nReport\ninterrupted: restart 1h (down 1min)")
    assert told(basis_section(found)) == [
        "# What these numbers rest on",
        "Test runs are a model of the plan, not a promise: what 200 test runs did not show can still happen.",
        "- The machine restarts about once every hour; the run goes on 1 min later.",
        *(f"- {one}" for one in TAKEN_FOR_GRANTED),
        "What the plan leaves open | What the model takes instead",
        "May “Pay” happen twice with the effect of once? | It may not.",
        "Seed: 1",
        f"Test runs: 200, of which {found.interrupted} were interrupted",
        f"Model and rules: Model {MODEL}, rule set {rule_set()}",
        f"Fingerprint: {in_groups(found.fingerprint)} / {found.fingerprint}",
        AGAIN,
    ]


def test_a_plan_that_answers_everything_leaves_nothing_open() -> None:
    assert not any("leaves open" in line for line in told(basis_section(facts("Pay !\nReport"))))
