"""Let the database refuse every change to what has been handed in."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# A migration that alters the table makes it anew on SQLite, without its trigger, so it has to end with these again.
SQLITE = """
CREATE TRIGGER submission_stays BEFORE UPDATE ON planner_submission
BEGIN SELECT RAISE(ABORT, 'submission_stays: what is handed in never changes'); END
"""
POSTGRESQL = """
CREATE FUNCTION submission_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'submission_stays: what is handed in never changes' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER submission_stays BEFORE UPDATE ON planner_submission FOR EACH ROW EXECUTE FUNCTION submission_stays()
"""
REFUSE = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
ALLOW = {"sqlite": "DROP TRIGGER submission_stays", "postgresql": "DROP FUNCTION submission_stays() CASCADE"}


def refuse_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute(REFUSE[schema_editor.connection.vendor])


def allow_changes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute(ALLOW[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("planner", "0005_submissions")]

    operations = [migrations.RunPython(refuse_changes, allow_changes)]
