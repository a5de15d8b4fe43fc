"""A test that does not run is a failure in CI, and a skip elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

IN_A_TEST = "import pytest\ndef test_it(): pytest.skip('no browser')\n"
IN_A_MODULE = "import pytest\npytest.importorskip('no_such_package')\n"
OPTIONS = ["--continue-on-collection-errors", "-p", "tests.conftest", "-c", os.devnull]


@pytest.mark.parametrize(("ci", "ending"), [("", "2 skipped"), ("true", "1 failed, 1 error")])
def test_a_skip_in_a_test_or_of_a_module_fails_in_ci(tmp_path: Path, ci: str, ending: str) -> None:
    (tmp_path / "test_one.py").write_text(IN_A_TEST)
    (tmp_path / "test_module.py").write_text(IN_A_MODULE)
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *OPTIONS, tmp_path],
        cwd=settings.BASE_DIR,
        env={**os.environ, "CI": ci},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert answer.stdout.splitlines()[-1].startswith(f"{ending} in ")
