"""`manage.py backup FILE`: everything that is stored, in one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from planner.services import backups


class Command(BaseCommand):
    help = "Writes every row to a file for its owner alone; the site may go on working meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            draft.touch(mode=0o600, exist_ok=False)
            with draft.open("w", encoding="utf-8", newline="\n") as stream:
                rows = backups.write(stream)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(file)
        except OSError as error:
            raise CommandError(f"Cannot write {file}: {error.strerror}.") from None
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{rows} rows are in {file}.")
