"""`manage.py test`: pytest, with every argument passed on."""

import os
import sys

import pytest
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Runs the tests with pytest; every argument is pytest's."

    def run_from_argv(self, argv: list[str]) -> None:
        os.chdir(settings.BASE_DIR)
        sys.exit(pytest.main(argv[2:]))
