"""Options: what is read, and how what cannot be is refused."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from planner.management.verbs.options import VerbParser, seconds, whole

SEVERAL = "a whole number from 1 to 10,000,000, not “{}”"
SOME_SECONDS = "a number of seconds from 0 to 1,000,000,000, not “{}”"


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("2000", 2_000), ("10000000", 10_000_000), ("007", 7)])
def test_a_whole_number_within_its_limits_is_read(text: str, number: int) -> None:
    assert whole(1, 10_000_000)(text) == number


@pytest.mark.parametrize(
    "text", ["0", "10000001", "-1", "1.5", "1e3", "1_000", "٣", "²", "", " 1", "--1", "nan", "9" * 21, "a\nb"]
)
def test_anything_else_is_refused_with_what_would_be_right(text: str) -> None:
    shown = f"{text[:40]}".replace("\n", "?")
    with pytest.raises(ArgumentTypeError) as refused:
        whole(1, 10_000_000)(text)
    assert str(refused.value) == SEVERAL.format(shown)


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [("0", 0), ("5", 5_000), ("1.5", 1_500), ("0.0005", 1), ("0.00049", 0), ("1e3", 1_000_000), ("1000000000", 10**12)],
)
def test_seconds_are_read_as_whole_milliseconds(text: str, milliseconds: int) -> None:
    assert seconds(text) == milliseconds


@pytest.mark.parametrize("text", ["-1", "-0.001", "nan", "inf", "1000000000.1", "1e99", "five", "", "0x10", "1,5", "٣"])
def test_what_is_no_number_of_seconds_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError) as refused:
        seconds(text)
    assert str(refused.value) == SOME_SECONDS.format(text)


def test_a_refusal_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    parser = VerbParser(prog="plan simulate", called_from_command_line=True)
    parser.add_argument("--runs", type=whole(1, 10_000_000))
    with pytest.raises(SystemExit) as end:
        parser.parse_args(["--runs", "0"])
    written = capsys.readouterr()
    assert (end.value.code, written.out) == (2, "")
    assert written.err == "plan simulate: argument --runs: a whole number from 1 to 10,000,000, not “0”\n"
