"""Files that are no plan: each refused with the place and what would be right there, and quickly."""

import time
from typing import Any

import pytest

from planner.core.errors import PlanError
from planner.core.plan import Plan
from planner.core.planfile import MAX_BYTES, plan_from_document, read_plan
from tests.core.documents import file, raw


def refusal(data: bytes | str) -> str:
    """Return the words in which a file is refused."""
    with pytest.raises(PlanError) as caught:
        read_plan(data)
    return str(caught.value)


def outcome(data: bytes | str) -> Plan | PlanError:
    """Return the plan, or the error that refuses the file."""
    try:
        return read_plan(data)
    except PlanError as error:
        return error


STEP = "steps[0]"
REFUSED = {
    raw('"steps": [{"id": "s", "secnds": 3}]'): f"{STEP}.secnds: an unknown key; did you mean “seconds”?",
    raw('"identity": {"zzz": 1}'): (
        "identity.zzz: an unknown key; here can be “source”, “description” or “single_runner”"
    ),
    raw('"a\\n\\u001b[31mb": 1'): (
        "a??[31mb: an unknown key; here can be “title”, “goal”, “identity”, “storage”, “state”, “steps”, "
        "“checkpoints”, “resume” or “interruptions”"
    ),
    raw('"steps": [{"id": "s", "seconds": NaN}]'): f"{STEP}.seconds: a number, not NaN",
    raw('"steps": [{"id": "s", "seconds": -Infinity}]'): f"{STEP}.seconds: a number, not -Infinity",
    raw('"steps": [{"id": "s", "seconds": 1e999}]'): f"{STEP}.seconds: a number that is not so large",
    raw(f'"steps": [{{"id": "s", "items": {"9" * 5_000}}}]'): f"{STEP}.items: a number of at most 20 digits",
    raw('"steps": [{"id": "s", "items": 12345678901234567890}]'): (
        f"{STEP}.items: a whole number from 1 to 100,000, not a number that large"
    ),
    raw('"steps": [{"id": "s", "items": 2.5}]'): f"{STEP}.items: a whole number from 1 to 100,000, not 2.5",
    raw('"steps": [{"id": "s", "items": true}]'): f"{STEP}.items: a whole number from 1 to 100,000, not true",
    raw('"steps": [{"id": "s", "items": null}]'): f"{STEP}.items: a whole number from 1 to 100,000, not null",
    raw('"steps": [{"id": "s", "seconds": "5"}]'): (
        f"{STEP}.seconds: a number of seconds from 0.001 to 1,000,000,000, not the text “5”"
    ),
    raw('"steps": [{"id": "s", "seconds": 0}]'): (
        f"{STEP}.seconds: a number of seconds from 0.001 to 1,000,000,000, not 0"
    ),
    raw('"resume": {"seconds": -0.1}'): "resume.seconds: a number of seconds from 0 to 1,000,000,000, not -0.1",
    raw('"steps": [{"id": "s", "effect_at": 1.5}]'): f"{STEP}.effect_at: a number from 0 to 1, not 1.5",
    raw('"steps": [{"id": "s", "deterministic": 1}]'): f"{STEP}.deterministic: true or false, not 1",
    raw('"steps": [{"id": "s", "kind": "Action"}]'): (
        f"{STEP}.kind: “internal”, “read”, “action” or “gate”, not the text “Action”"
    ),
    raw('"steps": [{"id": "s", "id": "t"}]'): f"{STEP}.id: the key is there already; each at most once",
    raw('"title": "Again"'): "title: the key is there already; each at most once",
    raw('"steps": [{"name": "Read"}]'): (
        f"{STEP}.id: required and missing: Letters a–z, digits, “-” and “_”; each id once among the steps."
    ),
    raw('"steps": [{"id": "a b"}]'): f"{STEP}.id: one or more letters a–z, digits, “-” or “_”",
    raw('"steps": [{"id": "s"}, {"id": "s"}]'): "steps[1].id: “s” is there already; each at most once",
    raw('"steps": {}'): "steps: a list, not an object",
    raw('"steps": [[]]'): f"{STEP}: an object, not a list",
    raw('"steps": [{"id": "s", "needs": ["v", " "]}]'): f"{STEP}.needs[1]: a variable needs a name",
    raw('"steps": [{"id": "s", "needs": ["v", "v"]}]'): f"{STEP}.needs[1]: “v” is there already; each at most once",
    raw('"steps": [{"id": "s", "guards": ["lookup"]}]'): f"{STEP}.guards: only a step of kind “action” has this",
    raw('"steps": [{"id": "s", "gate_seconds": 1}]'): f"{STEP}.gate_seconds: only a step of kind “action” has this",
    raw('"steps": [{"id": "s", "question_stored": true}]'): (
        f"{STEP}.question_stored: only a step of kind “gate” has this"
    ),
    raw('"goal": "\\ud800"'): (
        "goal: text without control characters or halves of characters, not U+D800 at character 1"
    ),
    raw('"goal": "ab\\u0000"'): (
        "goal: text without control characters or halves of characters, not U+0000 at character 3"
    ),
    raw('"goal": ["x"]'): "goal: a text, not a list",
    raw('"checkpoints": [{"id": "c"}]'): "checkpoints[0].after: exactly one of “after” and “inside” names a step",
    raw('"checkpoints": [{"id": "c", "inside": "z"}]'): "checkpoints[0].inside: no step has the id “z”",
    raw('"resume": {"checks": ["lock", "locks"]}'): (
        "resume.checks[1]: “identity”, “lock”, “snapshot_valid”, “code_version”, “action_records”, “in_doubt_actions”, "
        "“approvals_still_valid” or “inputs_unchanged”, not the text “locks”"
    ),
    raw('"interruptions": {"exactly": 1, "session_limit_seconds": 9}'): (
        "interruptions.exactly: excludes the other sources of interruption"
    ),
    '{"format": "checkpoint-plan/1", "title": " "}': "title: a plan needs a title",
    '{"title": "Run"}': "format: “checkpoint-plan/1”, the only format that is read here",
    '{"format": "checkpoint-plan/2", "title": "Run"}': "format: “checkpoint-plan/1”, the only format that is read here",
    "[]": "a plan file holds one object, not a list",
    "NaN": "a number, not NaN",
    "": "a plan file is JSON; this is not, at line 1, column 1: Expecting value",
    "{}{}": "a plan file is JSON; this is not, at line 1, column 3: Extra data",
    "[" * 100_000: "a plan file is nested a few levels deep, not hundreds",
    '{"a":' * 100_000: "a plan file is nested a few levels deep, not hundreds",
    "\ufeff{}": "a plan file begins with “{”, not with a byte order mark",
    "\udc80": "a plan file is text in UTF-8; this is not, from place 1 on",
}  # fmt: skip


@pytest.mark.parametrize(("data", "words"), REFUSED.items(), ids=range(len(REFUSED)))
def test_what_is_not_a_plan_is_refused_with_its_place_and_what_would_be_right(data: str, words: str) -> None:
    assert refusal(data) == words


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    assert refusal("{}".encode("utf-16")) == "a plan file is text in UTF-8; this is not, from place 1 on"
    assert refusal(b"\xef\xbb\xbf{}") == "a plan file begins with “{”, not with a byte order mark"


def test_a_file_of_more_than_one_mebibyte_is_refused_before_it_is_parsed() -> None:
    at_most = "a plan file has at most 1,048,576 bytes"
    full = file() + " " * (MAX_BYTES - len(file()))
    assert read_plan(full) == Plan(title="Run")
    assert [refusal(full + " "), refusal(full.encode() + b" "), refusal("é" * 600_000)] == [at_most] * 3


@pytest.mark.parametrize(
    "keys",
    [
        '"goal": "' + "\u0316\u0301" * 250_000 + '"',
        '"steps": [{"id": "s", "seconds": 1.' + "1" * 1_000_000 + "}]",
        '"' + "s" * 1_000_000 + '": 1',
        '"state": [' + ",".join('{"name":"a"}' for _ in range(75_000)) + "]",
        '"steps": [{"id": "s", "needs": [' + ",".join(f'"{n}"' for n in range(110_000)) + "]}]",
        '"checkpoints": [' + ",".join(f'{{"id":"{n}","after":"s"}}' for n in range(35_000)) + "]",
    ],
    ids=["combining-marks", "digits", "long-key", "same-name", "names", "checkpoints"],
)
def test_a_full_file_made_to_be_slow_is_answered_within_two_seconds(keys: str) -> None:
    start = time.process_time()
    answer = outcome(raw(keys))
    assert isinstance(answer, Plan | PlanError)
    assert time.process_time() - start < 2


def test_a_message_stays_short_and_on_one_line_whatever_the_file_holds() -> None:
    long = "x" * 100_000
    files = [
        file(steps=[{"id": "s", "needs": [f"{long}\n", f"{long}\n"]}]),
        file(checkpoints=[{"id": "c", "after": f"{long}\n"}]),
        file(identity={"source": f"{long}\n"}),
        file(**{f"\n{long}": 1}),
        raw(f'"identity": {{"{long}": 1, "{long}": 2}}'),
    ]
    messages = [refusal(data) for data in files]
    assert [(len(message) < 300, len(message.splitlines())) for message in messages] == [(True, 1)] * 5


def test_a_document_from_a_program_is_refused_like_one_from_a_file() -> None:
    odd: list[dict[Any, Any]] = [{"title": ("Run",)}, {3: 4}, {10**5_000: 1}, {"title": "Run", "goal": 10**5_000}]
    messages = []
    for document in odd:
        with pytest.raises(PlanError) as caught:
            plan_from_document({"format": "checkpoint-plan/1", "title": "Run", **document})
        messages.append(str(caught.value).split(";")[0])
    assert messages == [
        "title: a text, not a value of type tuple",
        "3: an unknown key",
        "a number that large: an unknown key",
        "goal: a text, not a number that large",
    ]
