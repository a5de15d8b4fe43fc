"""The plan as a picture: a line of steps, the checkpoints across it, and where a stopped run goes back to."""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.comparing.segments import Segment
from planner.core.exploring.event import Mishap
from planner.core.glyph import shape_of
from planner.core.plan import Checkpoint, Step
from planner.core.reporting.blocks import Bar, Picture, Prose, Section, Station, Tone, Way
from planner.core.reporting.facts import Facts
from planner.core.reporting.sections.use import why_unused
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.quantities import about, counted
from planner.core.wordings.words import KINDS

_READ_IT = (
    "Time runs from left to right. A bar is a checkpoint; the dotted line below says where a stopped run goes back to, "
    "and how much work it then does again."
)


def plan_section(facts: Facts) -> Section:
    """Return the section."""
    if not facts.plan.steps:
        return Section(key="plan", title="The plan", blocks=(Prose("There is no step yet."),))
    return Section(key="plan", title="The plan", blocks=(picture(facts), Prose(_READ_IT, tone=Tone.NOTE)))


def picture(facts: Facts) -> Picture:
    """Return the picture of a plan that has a step."""
    ways = tuple(_way(facts, segment) for segment in facts.segments)
    return Picture(
        name=f"The plan as a line of {counted(len(facts.plan.steps), 'step')}",
        description=" ".join(_described(facts)),
        stations=tuple(_station(at, step) for at, step in enumerate(facts.plan.steps)),
        bars=tuple(_bar(facts, checkpoint, at) for at, checkpoint in enumerate(facts.plan.checkpoints)),
        ways=ways,
    )


def _station(at: int, step: Step) -> Station:
    return Station(number=at + 1, name=step.name or step.id, glyph=shape_of(step), said=KINDS[step.kind])


def _bar(facts: Facts, checkpoint: Checkpoint, at: int) -> Bar:
    return Bar(
        step=facts.plan.index_of(checkpoint.step_id),
        name=checkpoint_word(facts.plan, checkpoint.id),
        inside=checkpoint.inside is not None,
        unused=bool(why_unused(facts, at)),
    )


def _way(facts: Facts, segment: Segment) -> Way:
    repeating = [step for step in _steps(facts, segment) if facts.fewest(Mishap.DUPLICATES, step.id)]
    text = f"back to {_start_name(facts, segment)}, up to {about(segment.longest_ms)}"
    danger = f", {counted(len(repeating), 'action')} can repeat" if repeating else ""
    return Way(first=segment.first, last=segment.last, text=text + danger, repeats=bool(repeating))


def _steps(facts: Facts, segment: Segment) -> tuple[Step, ...]:
    return facts.plan.steps[segment.first : segment.last + 1]


def _start_name(facts: Facts, segment: Segment) -> str:
    if segment.checkpoint is None:
        return "the start"
    return checkpoint_word(facts.plan, facts.plan.checkpoints[segment.checkpoint].id)


def _described(facts: Facts) -> Iterator[str]:
    for at, checkpoint in enumerate(facts.plan.checkpoints):
        side = "in the middle of" if checkpoint.inside is not None else "after"
        place = f"{side} step {facts.plan.index_of(checkpoint.step_id) + 1}"
        use = "; no run goes on from it" if why_unused(facts, at) else ""
        yield f"Checkpoint {checkpoint_word(facts.plan, checkpoint.id)} stands {place}{use}."
    for segment in facts.segments:
        steps = f"steps {segment.first + 1} to {segment.last + 1}"
        place = steps if segment.last > segment.first else f"step {segment.first + 1}"
        yield f"Stopped in {place}, a run goes {_way(facts, segment).text}."
