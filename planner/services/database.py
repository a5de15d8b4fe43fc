"""Whether the database can be worked with."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def obstacle() -> str:
    """Return what keeps the site from working, "" if nothing does."""
    try:
        executor = MigrationExecutor(connection)
        lacking = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "the database does not answer"
    return f"the database lacks {len(lacking)} migrations: run manage.py migrate" if lacking else ""
