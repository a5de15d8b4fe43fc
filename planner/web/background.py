"""Background work as pages follow it: asked for until it is over, stopped, and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages

if TYPE_CHECKING:
    from django.http import HttpRequest

STOP = 286
"""The status that tells htmx to ask no more."""


def tell_stopped(request: HttpRequest, *, stopped: bool) -> None:
    """Say whether work was stopped, on the next page."""
    if stopped:
        messages.success(request, "Stopped. What was made so far is kept for when it is taken up again.")
    else:
        messages.info(request, "It was over already.")


def tell_taken_up(request: HttpRequest, *, taken_up: bool) -> None:
    """Say whether work was taken up again, on the next page."""
    if taken_up:
        messages.success(request, "Taken up again, where it was.")
    else:
        messages.info(request, "There is nothing to take up again.")
