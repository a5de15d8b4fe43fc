"""Sites and services for tests on real servers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest

from tests.servers import private
from tests.servers.site import Site


@pytest.fixture
def database_url(tmp_path: Path) -> Iterator[str]:
    """An empty database of its own: on the PostgreSQL that the tests run on, or an SQLite file."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        with own_database(given) as made:
            yield made
    else:
        yield f"sqlite:///{tmp_path / 'site.sqlite3'}"


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """A database of its own beside the one that an address names."""
    name = f"site_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def site(database_url: str) -> Site:
    """A migrated site on a database of its own."""
    made = Site(database_url)
    made.run("migrate", "--verbosity", "0")
    return made


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of the tests' own."""
    try:
        with private.redis() as address:
            yield address
    except private.MissingServerError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of the tests' own."""
    try:
        with private.postgres() as address:
            yield address
    except private.MissingServerError as error:
        pytest.skip(str(error))
