#!/usr/bin/env python3
"""The command line of the project, in the environment that the pins describe."""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed; this is %d.%d (%s)." % (*sys.version_info[:2], sys.executable))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planner.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
