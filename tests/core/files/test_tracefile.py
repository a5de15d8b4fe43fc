"""A trace as the document that `plan trace` prints."""

from __future__ import annotations

from planner.core.files.tracefile import document_from_trace
from tests.core.told_run import traced


def test_the_document_is_the_one_of_the_command_line() -> None:
    assert document_from_trace(traced("read 1.5s\n| 1s\npay ! x3 10s", 16)) == {
        "format": "checkpoint-trace/1",
        "tries": [
            {
                "from": "start",
                "moments": [
                    moment(0, None, None, "starts", 0, 0),
                    moment(1.5, "read", None, "done", 0, 0),
                    moment(2.5, "read", None, "saved", 0, 0, checkpoint="after-read"),
                    moment(12.5, "pay", 0, "acted", 1, 1),
                    moment(16, "pay", 1, "stopped_part_way", 1, 1),
                ],
            },
            {
                "from": "after-read",
                "moments": [
                    moment(0, "read", None, "resumes", 0, 1, checkpoint="after-read"),
                    moment(10, "pay", 0, "acted_again", 1, 2),
                    moment(30, "pay", 2, "acted", 3, 4, first_item=1),
                    moment(30, None, None, "finished", 3, 4),
                ],
            },
        ],
    }


def moment(
    at: float, step: str | None, item: int | None, what: str, believes: int, true: int, **more: str | int
) -> dict[str, object]:
    return {
        "at": at,
        "step": step,
        "item": item,
        "what": what,
        "believes": {"pay": believes},
        "true": {"pay": true},
        **more,
    }
