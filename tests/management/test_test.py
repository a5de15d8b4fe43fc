"""`manage.py test` is pytest."""

import subprocess
import sys

import pytest
from django.conf import settings


def test_arguments_and_exit_status_are_those_of_pytest() -> None:
    answer = subprocess.run(
        [sys.executable, settings.BASE_DIR / "manage.py", "test", "-q", "-k", "no_such_test", "tests/management"],
        cwd="/",
        stdout=subprocess.PIPE,
        check=False,
    )
    assert answer.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
