"""The checkpoints: what each saves, the author's five answers with their reasons, and what the model says to them."""

from __future__ import annotations

from planner.core.evidence import Evidence
from planner.core.plan import Answer, Checkpoint
from planner.core.reporting.blocks import Cell, Pairs, Prose, Section, Table, Tone
from planner.core.reporting.facts import Facts
from planner.core.reporting.sections.use import why_unused
from planner.core.vocabulary import Question, Reply
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.quantities import about, counted
from planner.core.wordings.wording import checkpoint_name, listed
from planner.core.wordings.words import QUESTIONS, REPLIES

_TITLE = "Checkpoints"
_HEAD = ("Question", "Answer", "The author’s reason", "The model says")
_WIDTHS = (28, 10, 31, 31)


def checkpoints_section(facts: Facts) -> Section:
    """Return the section, with one part for each checkpoint."""
    checkpoints = facts.plan.checkpoints
    if not checkpoints:
        nothing = Prose("There is none: a run that is stopped starts over.")
        return Section(key="checkpoints", title=_TITLE, blocks=(nothing,))
    parts = tuple(_part(facts, at, checkpoint) for at, checkpoint in enumerate(checkpoints))
    return Section(key="checkpoints", title=_TITLE, parts=parts)


def _part(facts: Facts, at: int, checkpoint: Checkpoint) -> Section:
    name = checkpoint_name(facts.plan, checkpoint).removeprefix("the checkpoint ")
    word = checkpoint_word(facts.plan, checkpoint.id)
    return Section(
        key=f"checkpoint-{checkpoint.id}",
        title=f"{word}, {name}",
        blocks=(_snapshot(facts, at, checkpoint), _questions(facts, at, checkpoint, word)),
    )


def _snapshot(facts: Facts, at: int, checkpoint: Checkpoint) -> Pairs:
    saves = listed(checkpoint.snapshot) if checkpoint.snapshot else "Nothing"
    step = facts.plan.step(checkpoint.step_id)
    every = checkpoint.every_items
    often = f"After every {counted(every, 'item')} of {step.items:,}" if every else "Once a run"
    unused = why_unused(facts, at)
    use = Cell(unused, tone=Tone.FIX) if unused else Cell("A run can go on from here")
    rows = (
        ("Saves", Cell(saves)),
        ("How often", Cell(f"{often}; a save takes {about(checkpoint.save_ms)}")),
        ("Use", use),
    )
    return Pairs(name=f"What checkpoint {checkpoint_word(facts.plan, checkpoint.id)} saves", rows=rows)


def _questions(facts: Facts, at: int, checkpoint: Checkpoint, word: str) -> Table:
    rows = tuple(
        (
            Cell(QUESTIONS[question]),
            *_answer(checkpoint.answers.to(question)),
            _said(facts.evidence[at][question], checkpoint.answers.to(question)),
        )
        for question in Question
    )
    return Table(name=f"The five questions about checkpoint {word}", head=_HEAD, rows=rows, widths=_WIDTHS)


def _answer(answer: Answer) -> tuple[Cell, Cell]:
    reason = Cell(answer.reason if answer.reason.strip() else "No reason given")
    if answer.answer is None:
        return Cell("Not answered", tone=Tone.THINK), reason
    return Cell(REPLIES[answer.answer]), reason


def _said(evidence: Evidence, answer: Answer) -> Cell:
    """Return what the model says; an answer that says otherwise is marked."""
    word = "Yes" if evidence.holds else "No"
    says_otherwise = answer.answer is (Reply.NO if evidence.holds else Reply.YES)
    notes = ("The answer says otherwise",) if says_otherwise else ()
    return Cell(f"{word}. {evidence.because}", notes, Tone.THINK if says_otherwise else Tone.PLAIN)
