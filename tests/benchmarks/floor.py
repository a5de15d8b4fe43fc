"""The least that saving an edit can take: one UPDATE and six SELECTs by primary key, with a bare cursor.

No middleware, no ORM, no template; the same server, database and transaction as the site. The body is a plan's id.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from typing import Any

import django
from django.db import connection, transaction

django.setup()

UPDATE = "UPDATE planner_plan SET version = version + 1 WHERE id = %s"
SELECT = "SELECT * FROM planner_plan WHERE id = %s"


def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """Answer one request."""
    plan = uuid.UUID(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])).decode()).hex
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(UPDATE, [plan])
        for _ in range(6):
            cursor.execute(SELECT, [plan])
            cursor.fetchone()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    return [b"ok"]
