"""What identifies a run: columns of the plan."""

from django.db import models

from planner.core.vocabulary import IdentitySource, SingleRunner
from planner.models.words import holds_word, word_field


class RunIdentity(models.Model):
    """What identifies a run, and what stops two resumes at once."""

    identity_source = word_field(IdentitySource, blank=True)
    identity_description = models.TextField(blank=True, default="")
    identity_single_runner = word_field(SingleRunner, blank=True)

    class Meta:
        abstract = True
        constraints = [
            holds_word("identity_source", IdentitySource, name="plan_identity_source_known", blank=True),
            holds_word("identity_single_runner", SingleRunner, name="plan_single_runner_known", blank=True),
        ]
