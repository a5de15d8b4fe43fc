"""A worker in the test's own process."""

from planner.jobs.worker import work_one


def work_everything() -> None:
    """Work off all that is open."""
    while work_one("w"):
        pass
