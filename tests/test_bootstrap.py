"""A bare Python ends up in an environment that holds exactly the pins, whatever happened before."""

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from django.conf import settings

from planner import bootstrap

BASE_PYTHON = Path(sys.base_prefix) / "bin" / "python3"


def wheel(folder: Path, version: str) -> str:
    """A small package of the given version in `folder`, as a line of pins that needs no index."""
    path = folder / f"tiny-{version}-py3-none-any.whl"
    about = f"tiny-{version}.dist-info"
    with ZipFile(path, "w") as files:
        files.writestr("tiny.py", f"version = {version!r}\n")
        files.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n")
        files.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        files.writestr(f"{about}/RECORD", f"tiny.py,,\n{about}/METADATA,,\n{about}/WHEEL,,\n{about}/RECORD,,\n")
    return f"tiny @ {path.as_uri()} --hash=sha256:{sha256(path.read_bytes()).hexdigest()}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The bootstrap in a folder of its own whose pins are one small package."""
    folder = tmp_path / "project"
    (folder / "planner").mkdir(parents=True)
    for name in ("manage.py", "planner/__init__.py", "planner/bootstrap.py"):
        shutil.copy(settings.BASE_DIR / name, folder / name)
    (folder / "requirements-uv.txt").touch()
    (folder / "requirements.txt").write_text(wheel(tmp_path, "1.0"))
    (folder / "requirements-dev.txt").write_text(wheel(tmp_path, "1.0"))
    return folder


def ask(project: Path, expression: str) -> "subprocess.CompletedProcess[str]":
    """What the bootstrap in `project` makes of an expression, asked with the Python below this environment."""
    return subprocess.run(
        [BASE_PYTHON, "-c", f"from planner import bootstrap; print({expression})"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


def installed(project: Path) -> str:
    python = project / ".venv" / "bin" / "python"
    return subprocess.run([python, "-c", "import tiny; print(tiny.version)"], capture_output=True, text=True).stdout


def test_an_old_python_can_read_manage_py_far_enough_to_say_so() -> None:
    ast.parse((settings.BASE_DIR / "manage.py").read_text(), feature_version=(3, 7))


def test_the_environment_is_made_once_and_follows_the_pins(project: Path, tmp_path: Path) -> None:
    python = f"{project / '.venv' / 'bin' / 'python'}\n"
    first, second = (ask(project, "bootstrap.python_for(['check'])") for _ in range(2))
    assert (first.stdout, second.stdout, second.stderr) == (python, python, "")
    assert first.stderr.startswith("Installing the packages of requirements.txt into ")
    assert installed(project) == "1.0\n"

    (project / "requirements.txt").write_text(wheel(tmp_path, "2.0"))
    assert ask(project, "bootstrap.python_for(['check'])").stdout == python
    assert installed(project) == "2.0\n"


def test_a_caller_who_wants_this_python_gets_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_PYTHON", "this")
    assert ask(project, "bootstrap.python_for(['test'])").stdout == "None\n"
    assert not (project / ".venv").exists()


def test_an_installation_that_broke_off_is_taken_up_again(project: Path, tmp_path: Path) -> None:
    pins = (project / "requirements.txt").read_text()
    (project / "requirements.txt").write_text(pins.replace("sha256:", "sha256:" + "0" * 64)[: len(pins)])
    broken = ask(project, "bootstrap.python_for(['check'])")
    assert broken.returncode == 1
    assert broken.stderr.endswith("The packages of requirements.txt could not be installed; the lines above say why.\n")
    assert installed(project) == ""

    (project / "requirements.txt").write_text(pins)
    assert ask(project, "bootstrap.python_for(['check'])").returncode == 0
    assert installed(project) == "1.0\n"


@pytest.mark.parametrize(
    ("stamped", "arguments", "pins"),
    [
        pytest.param("", ["demo"], "requirements.txt", id="anything"),
        pytest.param("", ["test", "-q"], "requirements-dev.txt", id="the tests"),
        pytest.param("", [], "requirements.txt", id="no verb"),
        pytest.param("requirements.txt 0", ["test"], "requirements-dev.txt", id="the tests, after a demo"),
        pytest.param("requirements-dev.txt 0", ["demo"], "requirements-dev.txt", id="a demo, after the tests"),
    ],
)
def test_the_tests_need_the_development_pins_and_nothing_takes_them_away(
    project: Path, stamped: str, arguments: list[str], pins: str
) -> None:
    if stamped:
        (project / ".venv").mkdir()
        (project / ".venv" / "pins").write_text(stamped)
    assert ask(project, f"bootstrap.pins_for({arguments}).name").stdout == f"{pins}\n"


@pytest.mark.parametrize(
    ("pins", "held"),
    [
        pytest.param("pytest=={}", True, id="at its version"),
        pytest.param("pytest==0.1", False, id="at another version"),
        pytest.param("no-such-package==1.0", False, id="missing"),
        pytest.param("no-such-package==1.0 ; sys_platform == 'none'", True, id="for another platform"),
    ],
)
def test_an_environment_of_the_callers_own_is_used_if_it_holds_the_pins(tmp_path: Path, pins: str, held: bool) -> None:
    file = tmp_path / "pins.txt"
    file.write_text(f"{pins.format(pytest.__version__)} \\\n    --hash=sha256:0\n    # via nothing\n")
    assert bootstrap.holds(file) is held


def test_the_exit_status_is_that_of_the_command() -> None:
    assert bootstrap.run([sys.executable, "-c", "raise SystemExit(3)"]) == 3


def test_a_termination_is_passed_on() -> None:
    run = f"from planner.bootstrap import run; raise SystemExit(run([{sys.executable!r}, '-c', {SLEEP!r}]))"
    process = subprocess.Popen([sys.executable, "-c", run], cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asleep\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == "woken\n"
    assert process.returncode == 5


SLEEP = """
import signal, sys, time
def wake(*_):
    print("woken")
    sys.exit(5)
signal.signal(signal.SIGTERM, wake)
print("asleep", flush=True)
time.sleep(30)
"""


@pytest.mark.campaign
@pytest.mark.parametrize("path", ["/usr/bin:/bin", os.environ["PATH"]], ids=["bare", "as it is here"])
def test_from_a_clone_to_the_first_page_in_half_a_minute(tmp_path: Path, path: str) -> None:
    """Needs a package index."""
    subprocess.run(["git", "clone", "--quiet", settings.BASE_DIR, tmp_path / "clone"], check=True)
    start = time.monotonic()
    process = subprocess.Popen(
        [BASE_PYTHON, "manage.py", "demo", "--port", "8766"],
        cwd=tmp_path / "clone",
        env={"HOME": str(tmp_path), "PATH": path},
    )
    with process:
        wait_until(lambda: answers("http://127.0.0.1:8766/health/"), seconds=30 - (time.monotonic() - start))
        process.terminate()
    assert process.returncode == 0


def answers(address: str) -> bool:
    try:
        with urlopen(address) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except URLError:
        return False


def wait_until(claim: Callable[[], bool], *, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < end, f"not within {seconds:.0f} s"
        time.sleep(0.1)
