"""What every test stands on: repeatable examples, no test that quietly does not run, and several at a time."""

import os
from collections.abc import Callable, Generator
from typing import TypeVar

import hypothesis
import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
IN_CI = bool(os.environ.get("CI"))
MOST_AT_ONCE = 4
COUNTED = "counted"

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if IN_CI else "here")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return failed_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return failed_if_skipped((yield))


def failed_if_skipped(report: Report) -> Report:
    """In CI everything that a test needs is there, so a skipped test is one that has stopped testing."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which fails in CI: {report.longrepr}"
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Share the whole suite between processes; what is asked for by path, and what is measured, runs in this one."""
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return min(os.cpu_count() or 1, MOST_AT_ONCE) if whole and "not benchmark" in config.option.markexpr else 0


@pytest.fixture
def told(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Says, at the end of the run, how much a test has counted: a long campaign's shorter form never hides that."""
    return lambda line: record_property(COUNTED, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for name in ("passed", "failed") for report in terminalreporter.stats.get(name, [])]
    lines = [line for report in reports for name, line in report.user_properties if name == COUNTED]
    if lines:
        terminalreporter.section("counted")
    for line in lines:
        terminalreporter.write_line(line)
