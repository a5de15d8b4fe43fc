"""Each checkpoint with its five answers and the evidence."""

from planner.core.reporting.blocks import Table, Tone
from planner.core.reporting.sections.checkpoints import checkpoints_section
from tests.core.reported import facts, told

DRAWING = "Read\nSend ! x10 1min [record, intent, lookup]\n|/4 2s answered yes no unsure - yes\nReport"


def test_it_says_what_is_saved_and_holds_each_answer_against_the_model() -> None:
    found = facts(DRAWING)
    questions = [
        "Is everything that the rest of the run needs saved here?",
        "Is the state whole here, with no step half done?",
        "Is the result of every outside action so far confirmed and recorded?",
        "If the run comes back here, can every step after this point safely run again?",
        "Is the work it saves worth the cost of saving?",
    ]
    answers = [
        "Yes | As drawn.",
        "No | As drawn.",
        "Not sure | As drawn.",
        "Not answered | No reason given",
        "Yes | As drawn.",
    ]
    because = [evidence.because for evidence in found.evidence[0].values()]
    holds = ["Yes" if evidence.holds else "No" for evidence in found.evidence[0].values()]
    assert holds == ["Yes", "Yes", "Yes", "Yes", "Yes"]
    otherwise = ["", " / The answer says otherwise", "", "", ""]
    table = [" | ".join(row) for row in zip(questions, answers, [f"Yes. {one}" for one in because], strict=True)]
    assert told(checkpoints_section(found)) == [
        "# Checkpoints",
        "",
        "## A, after “Send”",
        "Saves: “read” and “send”",
        "How often: After every 4 items of 10; a save takes 2 s",
        "Use: A run can go on from here",
        "Question | Answer | The author’s reason | The model says",
        *(line + more for line, more in zip(table, otherwise, strict=True)),
    ]


def test_a_contradicted_and_a_missing_answer_stand_out() -> None:
    table = checkpoints_section(facts(DRAWING)).parts[0].blocks[1]
    assert isinstance(table, Table)
    plain, think = Tone.PLAIN, Tone.THINK
    assert [(row[1].tone, row[3].tone) for row in table.rows] == [
        (plain, plain),
        (plain, think),
        (plain, plain),
        (think, plain),
        (plain, plain),
    ]


def test_without_a_checkpoint_a_stopped_run_starts_over() -> None:
    assert told(checkpoints_section(facts("Read\nReport"))) == [
        "# Checkpoints",
        "There is none: a run that is stopped starts over.",
    ]
