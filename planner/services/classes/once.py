"""Forms about a class act once for each key."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.db import transaction

from planner.models import HandledForm
from planner.services.once import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from planner.models import Classroom

Told = TypeVar("Told")


def once_in(classroom: Classroom, act: Callable[[], Told], *, key: str) -> Told | None:
    """Let `act` change a class and return what it returns; None if the form with this key has acted already.

    What `act` raises leaves nothing behind, so that the form can be sent again.
    """
    with transaction.atomic():
        _, is_first = HandledForm.objects.get_or_create(classroom=classroom, key=key_of(key))
        return act() if is_first else None
