"""Sites for tests on real servers."""

from pathlib import Path

import pytest

from tests.servers.site import Site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A migrated site on an SQLite file of its own."""
    made = Site(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    made.run("migrate", "--verbosity", "0")
    return made
