"""Makes .venv hold the pinned packages, with the standard library alone, and says which Python to run in.

What manage.py needs before Django can be imported. `python3 -m planner.bootstrap` makes the development environment.
"""

import os
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
STAMP = ENVIRONMENT / "pins"

PINS = ROOT / "requirements.txt"
DEVELOPMENT_PINS = ROOT / "requirements-dev.txt"
UV_PINS = ROOT / "requirements-uv.txt"

NO_VENV = """\
This Python came without its venv module.
Debian, Ubuntu: apt install python3-venv. Elsewhere: install Python from https://www.python.org/downloads/
"""
NO_PIP = """\
Neither pip nor uv was found, and this Python cannot unpack a pip of its own.
Debian, Ubuntu: apt install python3-pip. Elsewhere: https://pip.pypa.io/en/stable/installation/
"""


def python_for(arguments: list[str]) -> Path | None:
    """The Python of .venv, made ready for the verb in `arguments`; None if this interpreter is ready as it is.

    With PLANNER_PYTHON=this it always is: for runs on other versions than the pinned ones.
    """
    pins = pins_for(arguments)
    if os.environ.get("PLANNER_PYTHON") == "this" or (not in_environment() and holds(pins)):
        return None
    if is_current(pins):
        return None if in_environment() else PYTHON
    prepare(pins)
    return PYTHON


def pins_for(arguments: list[str]) -> Path:
    """The pins that a verb needs; an environment made for development stays one."""
    made_for_development = STAMP.exists() and STAMP.read_text().startswith(DEVELOPMENT_PINS.name)
    return DEVELOPMENT_PINS if made_for_development or arguments[:1] == ["test"] else PINS


def in_environment() -> bool:
    return Path(sys.prefix).resolve() == ENVIRONMENT.resolve()


def holds(pins: Path) -> bool:
    """Whether this interpreter has every package at its pinned version: a container image, a caller's own environment.

    Pins with a marker are for other platforms or Pythons and are not looked at.
    """
    lines = (line.removesuffix("\\").strip() for line in pins.read_text().splitlines() if line[:1].isalnum())
    return all(is_installed(pin) for pin in lines if ";" not in pin)


def is_installed(pin: str) -> bool:
    name, _, wanted = pin.partition("==")
    try:
        return version(name) == wanted
    except PackageNotFoundError:
        return False


def is_current(pins: Path) -> bool:
    """Whether .venv was completed from these very pins.

    Seen from inside, Django has to be there too: after an upgrade of the system's Python, .venv looks for its packages
    in a folder that does not exist.
    """
    made = STAMP.exists() and PYTHON.exists() and STAMP.read_text() == stamp(pins)
    return made and (not in_environment() or find_spec("django") is not None)


def stamp(pins: Path) -> str:
    return f"{pins.name} {sha256(pins.read_bytes()).hexdigest()}"


def prepare(pins: Path) -> None:
    """Makes .venv where there is none that works, installs the pins and stamps it; stopped halfway, it starts again."""
    say(f"Installing the packages of {pins.name} into {ENVIRONMENT}")
    STAMP.unlink(missing_ok=True)
    if not runs(PYTHON, "-c", ""):
        create()
    install(pins)
    STAMP.write_text(stamp(pins))


def create() -> None:
    if find_spec("venv") is None:
        sys.exit(NO_VENV)
    import venv

    venv.create(ENVIRONMENT, clear=True, symlinks=os.name != "nt")


def install(pins: Path) -> None:
    """uv is ten times as fast; pip follows where uv does not run or does not know of a mirror that pip knows."""
    uv = shutil.which("uv") or pinned_uv()
    if uv and runs(uv, "pip", "sync", "--quiet", "--require-hashes", "--python", PYTHON, pins):
        return
    say("uv could not; pip tries.")
    if not runs(*pip(), "install", "--require-hashes", "--requirement", pins):
        sys.exit(f"The packages of {pins.name} could not be installed; the lines above say why.")


def pinned_uv() -> str | None:
    """A uv inside .venv, which `uv pip sync` leaves there."""
    if not shutil.which("uv", path=PROGRAMS):
        runs(*pip(), "install", "--require-hashes", "--requirement", UV_PINS)
    return shutil.which("uv", path=PROGRAMS)


def pip() -> list[str]:
    """The command of a pip that installs into .venv: that of the underlying Python, or one unpacked from ensurepip."""
    base = [getattr(sys, "_base_executable", sys.executable), "-m", "pip"]
    options = ["--quiet", "--disable-pip-version-check", "--no-input"]
    if runs(*base, "--version", quiet=True):
        return [*base, *options, "--python", str(PYTHON)]
    if not runs(PYTHON, "-m", "ensurepip", quiet=True):
        sys.exit(NO_PIP)
    return [str(PYTHON), "-m", "pip", *options]


def runs(*command: str | Path, quiet: bool = False) -> bool:
    """Whether the command exists and succeeds; what it prints goes to standard error, or nowhere."""
    output = subprocess.DEVNULL if quiet else sys.stderr
    # uv, like pip, then trusts the certificates that the system trusts: there are networks with their own.
    trust = {"UV_SYSTEM_CERTS": "1", **os.environ}
    try:
        return subprocess.run(command, stdout=output, stderr=output, env=trust, check=False).returncode == 0
    except FileNotFoundError:
        return False


def run(command: list[str]) -> int:
    """Runs the command in this one's place: signals are its business, its exit status is ours."""
    child = subprocess.Popen(command)
    # The terminal sends Ctrl-C to both; a termination reaches this process alone.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    return child.wait()


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if not is_current(DEVELOPMENT_PINS):
        prepare(DEVELOPMENT_PINS)
