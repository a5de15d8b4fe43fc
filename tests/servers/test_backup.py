"""A backup brings back every row, on the same database and on the other kind; a bad one changes nothing."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers.conftest import own_database
from tests.servers.site import Site
from tests.servers.sweeping import START

SEED = """
import json
from planner.services import demo
demo.seed()
print(json.dumps(None))
"""


@pytest.fixture
def full(site: Site) -> Site:
    """A site with the worked example, an instructor and a job."""
    site.ask(SEED)
    site.ask(START)
    return site


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """The lines of a backup, and the file of a migrated database without rows."""
    folder = tmp_path_factory.mktemp("backup")
    site = Site(f"sqlite:///{folder / 'full.sqlite3'}")
    site.run("migrate", "--verbosity", "0")
    empty = Path(shutil.copy(folder / "full.sqlite3", folder / "empty.sqlite3"))
    site.ask(SEED)
    return back(site, folder / "one"), empty


def back(site: Site, name: Path) -> list[str]:
    """Back a site up and return the lines of the file."""
    site.run("backup", str(name))
    return name.read_text().splitlines()


def said(lines: list[str]) -> list[object]:
    """Return what lines say: PostgreSQL does not keep the order of the keys of an object."""
    return [json.loads(line) for line in lines]


def test_a_restored_sqlite_database_holds_the_same(full: Site, tmp_path: Path) -> None:
    before = back(full, tmp_path / "one")
    other = Site(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    rows = len(before) - 2
    assert rows > 50
    assert other.run("restore", str(tmp_path / "one")) == f"{rows} rows are restored from {tmp_path / 'one'}.\n"
    assert back(other, tmp_path / "two") == before
    assert (tmp_path / "one").stat().st_mode & 0o777 == 0o600


def test_a_restored_postgresql_database_holds_the_same_and_counts_on(
    full: Site, tmp_path: Path, postgres_url: str
) -> None:
    before = back(full, tmp_path / "one")
    with own_database(postgres_url) as url:
        other = Site(url)
        other.run("restore", str(tmp_path / "one"))
        assert said(back(other, tmp_path / "two")) == said(before)
        other.ask(START.replace("int=1", "int=2"))
        assert other.count("planner_job") == 2


def test_a_backup_is_not_restored_over_something(full: Site, tmp_path: Path) -> None:
    before = back(full, tmp_path / "one")
    assert "The database is not empty" in full.refusal("restore", str(tmp_path / "one"))
    assert back(full, tmp_path / "two") == before


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda lines: lines[:-1], "The backup is cut off after "),
        (lambda lines: [*lines[:-2], lines[-1]], "The backup is not whole: it has "),
        (lambda lines: lines[1:], "This is no backup: its first line does not say planner-backup/1."),
        (lambda lines: [lines[0], "[]", *lines[1:]], "A line of the backup is not a JSON object."),
        (lambda lines: [lines[0], "{}", *lines[1:]], "Line 2 of the backup is no row of this database"),
        (lambda lines: [lines[0], lines[1], lines[1], *lines[2:]], "Line 3 of the backup is no row of this database"),
        (lambda lines: [lines[0].replace("0001", "9999"), *lines[1:]], "The backup is of another version"),
        (lambda lines: [], "A line of the backup is not a JSON object."),
    ],
    ids=["cut off", "a row lacks", "no header", "a list", "no row", "a row twice", "another version", "empty"],
)
def test_a_bad_backup_is_refused_whole(
    made: tuple[list[str], Path], tmp_path: Path, spoil: Callable[[list[str]], list[str]], complaint: str
) -> None:
    lines, empty = made
    (tmp_path / "bad").write_text("".join(f"{line}\n" for line in spoil(lines)))
    other = Site(f"sqlite:///{shutil.copy(empty, tmp_path / 'other.sqlite3')}")
    assert complaint in other.refusal("restore", str(tmp_path / "bad"))
    assert other.count("planner_plan") == 0


def test_a_file_that_is_not_there_or_cannot_be_made_is_named(site: Site, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "file")
    assert site.refusal("restore", nowhere) == f"CommandError: Cannot read {nowhere}: No such file or directory.\n"
    assert site.refusal("backup", nowhere) == f"CommandError: Cannot write {nowhere}: No such file or directory.\n"
