"""Where a stopped run goes back to, and with how much work."""

from planner.core.comparing.segments import Segment, segments
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan

MIN = 60_000


def cut(drawing: str) -> tuple[Segment, ...]:
    return segments(compile_plan(sketch(drawing)))


def test_without_a_checkpoint_everything_goes_back_to_the_start() -> None:
    assert cut("Read 2min\nWrite 3min") == (Segment(None, 0, 1, 5 * MIN),)


def test_a_checkpoint_begins_a_segment() -> None:
    assert cut("Read 2min\n|\nWrite 3min") == (Segment(None, 0, 0, 2 * MIN), Segment(0, 1, 1, 3 * MIN))


def test_a_broken_checkpoint_begins_none() -> None:
    assert cut("Read 2min\n| holds nothing\nWrite 3min") == (Segment(None, 0, 1, 5 * MIN),)


def test_nothing_goes_back_to_a_checkpoint_at_the_end() -> None:
    assert cut("Read 2min\nWrite 3min\n|") == (Segment(None, 0, 1, 5 * MIN),)


def test_a_resume_that_starts_over_has_one_segment() -> None:
    assert cut("Read 2min\n|\nWrite 3min\nloads: restart") == (Segment(None, 0, 1, 5 * MIN),)


def test_saves_within_a_batch_make_the_longest_way_shorter() -> None:
    drawing = "Read 2min\nSend ! x10 1min\n|/4\nWrite 3min"
    assert cut(drawing) == (Segment(None, 0, 1, 6 * MIN), Segment(0, 2, 2, 3 * MIN))


def test_a_checkpoint_inside_a_step_leaves_the_rest_of_the_step_behind_it() -> None:
    assert cut("Read 2min\nWrite 4min\n(|)") == (Segment(None, 0, 1, 4 * MIN), Segment(0, 1, 1, 2 * MIN))
