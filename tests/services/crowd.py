"""A crowd that edits one plan at the same time, on a database of its own; prints what became of it, as JSON."""

import json
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from planner.core.planfile import document_from_plan  # noqa: E402
from planner.models import Plan  # noqa: E402
from planner.services import risks, steps  # noqa: E402
from planner.services.outcome import Conflict, Outcome  # noqa: E402
from tests.services.stored import new_key, now_in, stored  # noqa: E402

THREADS = 4
ROUNDS = 10


def at_once(act: Callable[[int], object]) -> None:
    """Let each thread of the crowd do it, with its number."""
    start = threading.Barrier(THREADS)

    def one(number: int) -> None:
        start.wait()
        act(number)
        connection.close()

    crowd = [threading.Thread(target=one, args=(number,)) for number in range(THREADS)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()


def main() -> None:
    call_command("migrate", verbosity=0)
    row = stored("Read\nPay !\nReport")
    plan_id, shared_key = row.pk, new_key()
    outcomes: list[Outcome] = []
    named: Counter[str] = Counter()

    def mine() -> Plan:
        return Plan.objects.get(pk=plan_id)

    def add(number: int) -> None:
        for at in range(ROUNDS):
            steps.add(mine(), name=f"{number}.{at}", version=1, key=new_key())

    def edit_own_field(number: int) -> None:
        forms: list[steps.StepFields] = [
            {"name": "Read all"},
            {"notes": "Twice."},
            {"duration_ms": 5_000},
            {"items": 3},
        ]
        steps.edit(mine(), step="read", version=1, key=new_key(), **forms[number])

    def send_again(number: int) -> None:
        outcomes.extend(steps.move_up(mine(), step="report", version=1, key=shared_key) for _ in range(ROUNDS))

    def edit_same_field(number: int) -> None:
        try:
            risks.mark(mine(), step="pay", prevention=f"{number}", version=1, key=new_key())
            named["saved"] += 1
        except Conflict:
            named["asked"] += 1

    for act in (add, edit_own_field, send_again, edit_same_field):
        at_once(act)
    document: dict[str, Any] = document_from_plan(now_in(row))
    found = {
        "version": mine().version,
        "names": sorted(step["name"] for step in document["steps"]),
        "first": document["steps"][0],
        "answers": len(set(outcomes)),
        "named": named,
    }
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main()
