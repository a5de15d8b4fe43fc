#!/usr/bin/env python3
"""The command line of the project, run in an environment that holds the pinned packages."""

import os
import sys

if sys.version_info < (3, 11):
    # Old syntax on purpose: an old Python has to read this file to say what is wrong.
    sys.exit("Python 3.11 or newer is needed; %s is %d.%d." % (sys.executable, *sys.version_info[:2]))


def main() -> None:
    from planner import bootstrap

    python = bootstrap.python_for(sys.argv[1:])
    if python is not None:
        sys.exit(bootstrap.run([str(python), *sys.argv]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planner.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
