"""`manage.py plan`: started as people start it."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from planner.core.files.planschema import schema
from tests.web.uploads_gone_wrong import NO_PLANS

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, str(ROOT / "manage.py"), "plan"]


def started(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, check=False, env=environment)


def test_the_schema_is_one_json_document_on_standard_output_and_nothing_else() -> None:
    done = started("schema")
    assert (json.loads(done.stdout), done.stderr, done.returncode) == (schema(), b"", 0)


def test_output_is_utf_8_whatever_the_locale() -> None:
    done = started("schema", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (json.loads(done.stdout.decode()), done.stderr) == (schema(), b"")


def test_no_database_is_touched() -> None:
    done = started("schema", DATABASE_URL="postgres://nobody@127.0.0.1:1/nowhere")
    assert (json.loads(done.stdout), done.stderr, done.returncode) == (schema(), b"", 0)


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen([*COMMAND, "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        complaints = running.stderr.read()
    assert (complaints, running.returncode) == (b"", 0)


def test_without_a_verb_or_with_an_unknown_one_it_says_which_there_are() -> None:
    without, unknown = started(), started("scheme")
    assert (without.returncode, without.stdout, b"required: VERB" in without.stderr) == (2, b"", True)
    assert (unknown.returncode, unknown.stdout, b"choose from" in unknown.stderr) == (2, b"", True)


def test_a_wrong_option_is_refused_in_one_line() -> None:
    done = started("simulate", "plan.json", "--runs", "0")
    line = "manage.py plan simulate: argument --runs: a whole number from 1 to 10,000,000, not “0”\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", line)


def test_files_that_nobody_should_send_are_refused_in_a_line_each_in_little_time_and_memory(tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.json") for number in range(len(NO_PLANS))]
    for name, content in zip(names, NO_PLANS.values(), strict=True):
        Path(name).write_bytes(content)
    small, _, _ = measured(tmp_path, str(tmp_path / "missing.json"))
    large, status, said = measured(tmp_path, *names)
    assert (status, [line.partition(": ")[0] for line in said]) == (2, names)
    assert (large.ru_utime - small.ru_utime < len(names), large.ru_maxrss - small.ru_maxrss < 50_000) == (True, True)


def measured(folder: Path, *names: str) -> tuple[resource.struct_rusage, int, list[str]]:
    """Check plan files; return what it took, the exit status and the lines on standard error."""
    with (folder / "said").open("wb") as said:
        running = subprocess.Popen([*COMMAND, "check", *names], stdout=subprocess.DEVNULL, stderr=said)
        _, status, took = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    return took, running.returncode, (folder / "said").read_text(encoding="utf-8").splitlines()
