"""People who edit one plan at the same time lose nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_edits_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    surroundings = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'crowd.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "planner.settings",
    }
    crowd = [sys.executable, "-m", "tests.services.crowd"]
    run = subprocess.run(crowd, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=120, check=False)
    assert run.stderr == ""
    found = json.loads(run.stdout)
    added = [f"{thread}.{at}" for thread in range(4) for at in range(10)]
    assert found["names"] == sorted([*added, "Read all", "Pay", "Report"])
    assert found["first"] == {
        "id": "read",
        "name": "Read all",
        "seconds": 5,
        "items": 3,
        "produces": ["read"],
        "notes": "Twice.",
    }
    assert found["answers"] == 1
    assert found["named"] == {"saved": 1, "asked": 3}
    assert found["version"] == 1 + 40 + 4 + 1 + 1
