"""`manage.py restore FILE`: a backup back into an empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from planner.services import backups


class Command(BaseCommand):
    help = "Fills an empty database from a backup, whole or not at all; makes the tables first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        try:
            with file.open(encoding="utf-8") as stream:
                rows = backups.restore(stream)
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise CommandError(f"{file} is not text in UTF-8.") from None
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{rows} rows are restored from {file}.")
