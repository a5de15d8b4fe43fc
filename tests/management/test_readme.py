"""README says of the command line what it does: every verb, and examples with their real output."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from planner.management.verbs import VERBS

ROOT = Path(__file__).parents[2]
SECTION = (ROOT / "README.md").read_text(encoding="utf-8").split("## The command line\n")[1].split("\n## ")[0]
EXAMPLES = SECTION.split("```")[1]


def test_every_verb_has_its_line_in_the_order_of_the_help() -> None:
    assert re.findall(r"^\| `(\w+)` \|", SECTION, re.MULTILINE) == [verb.name for verb in VERBS]


def test_the_examples_print_what_they_are_said_to_print() -> None:
    examples = re.findall(r"^\$ python3 manage\.py (.+)\n((?:(?!\$ ).*\n)+)", EXAMPLES, re.MULTILINE)
    assert len(examples) == 2
    for arguments, said in examples:
        command = [sys.executable, "manage.py", *arguments.split()]
        printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True, encoding="utf-8")
        assert printed.stdout.strip() == said.strip()
