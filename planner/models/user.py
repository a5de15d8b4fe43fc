"""The account of a person."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person who signs in; a class of our own from the start, because it cannot be swapped in later."""
