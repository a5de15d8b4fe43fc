"""What the test runs came to, and what was explored."""

from planner.core.plan import Plan
from planner.core.reporting.sections.results import results_section
from planner.core.wordings.quantities import about, mean, of
from tests.core.reported import facts, told

DRAWING = (
    "Read 2min\n|\nPay ! 3min\nMail ! 1min [record, intent, lookup]\nAsk ? 1min\nReport 1min\ninterrupted: exactly 1"
)


def test_this_plan_stands_beside_the_same_steps_unprotected_under_the_same_interruptions() -> None:
    found = facts(DRAWING)
    pair = (found.unprotected, found.summary)
    pay, mail = (step.id for step in found.plan.steps[1:3])

    def row(name: str, *cells: str) -> str:
        return " | ".join((name, *cells))

    def twice(step: str) -> tuple[str, ...]:
        return tuple(f"{of(round(one.by_step[step].runs_with_duplicates * 200), 200)} interrupted runs" for one in pair)

    def means(key: str) -> tuple[str, ...]:
        values = zip(pair, (found.unprotected_expected, found.expected), strict=True)
        return tuple(
            f"{about(1_000 * one.mean[key])} / {about(1_000 * two.mean[key])} to be expected" for one, two in values
        )

    assert told(results_section(found))[:12] == [
        "# Results of 200 test runs",
        "What was measured | Without checkpoints and guards | This plan",
        "Runs that were interrupted | 200 of 200 | 200 of 200",
        "Runs that finished | 200 of 200 | 200 of 200",
        row("“Pay” happened twice", *twice(pay)),
        row("“Mail” happened twice", *twice(mail)),
        row("Work done again, half of all runs at most", *(about(1_000 * one.percentile["lost"][50]) for one in pair)),
        row("Work done again, 99 of 100 runs at most", *(about(1_000 * one.percentile["lost"][99]) for one in pair)),
        row("Work done again, on average", *means("lost")),
        row("Time from start to end, on average", *means("wall")),
        row("Questions asked again, a run", *(mean(one.mean["reasks"]) for one in pair)),
        "",
    ]
    assert twice(mail)[1] == "0 of 200 interrupted runs"
    assert twice(mail)[0] != twice(mail)[1]


def test_what_was_explored_says_how_far_and_what_it_excludes() -> None:
    found = facts(DRAWING)
    how_far = (
        f"All {found.exploration.schedules} schedules of up to two interruptions, at any moment, were followed to the "
        "end of the run. It cannot happen with up to two interruptions in this model that an action is left out or a "
        "run ends unfinished."
    )
    assert told(results_section(found))[12:] == [
        "## What one or two interruptions can do",
        how_far,
        "- “Pay” can happen twice: at worst 2 too many. Seen when it is stopped after 3 min 31 s.",
        "- “Ask” can be asked again: at worst 2 too often. Seen when it is stopped after 6 min 1 s.",
    ]


def test_an_exploration_that_stopped_early_excludes_nothing() -> None:
    found = facts("Send ! x2000 1s [record, intent, lookup]\nReport")
    were = "1 schedule of up to two interruptions was" if found.exploration.schedules == 1 else "were"
    more = f"{were} followed; there are more, so that nothing is excluded."
    assert told(results_section(found))[-1].endswith(more)


def test_an_end_for_good_and_a_resume_from_inside_a_step_are_told_of_the_run() -> None:
    lines = told(results_section(facts("Read\n|\nWrite\n(|)\nReport\n| holds nothing\nRest\nloads: latest")))
    of_the_run = [line.partition(" Seen")[0] for line in lines if line.startswith("- ")]
    assert of_the_run == [
        "- A run can go on from inside a step: at worst 2.",
        "- A run can end unfinished.",
    ]


def test_nothing_is_run_without_a_step() -> None:
    assert told(results_section(facts(Plan(title="Empty")))) == [
        "# Results of 200 test runs",
        "Nothing was run: there is no step yet.",
    ]


def test_a_mean_without_a_closed_form_stands_alone() -> None:
    found = facts("Read 2min\nPay ! 3min [intent]\n(|)\nReport 1min\ninterrupted: restart 10min")
    assert "wall" not in found.expected.mean
    line = next(line for line in told(results_section(found)) if line.startswith("Time from start to end"))
    assert line.endswith(f" | {about(found.summary.mean['wall'] * 1_000)}")
