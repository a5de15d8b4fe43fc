"""What a rule is called, and how it says what it found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planner.core.finding import THE_PLAN, Choice, Finding, Place, Severity
from planner.core.plan import Checkpoint, Step

Spotter = Callable[[str], Sequence[str]]
"""Names what looks private in a text, such as “an e-mail address”; the core does not know such forms itself."""


def spots_nothing(text: str) -> tuple[str, ...]:
    """Return no sighting, whatever the text."""
    return ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its code, which is never renumbered or reused, its slug, and the severity that it usually has.

    The `check` of a rule that `reads_text` is handed a Spotter as well. A rule that does not say that it
    `reads_judgements` finds the same in a plan without the learner's marks and answers.
    """

    code: str
    slug: str
    severity: Severity
    lighter: Severity | None = None
    """The severity of its lighter cases, where it has some."""
    reads_text: bool = False
    reads_judgements: bool = False

    @property
    def severities(self) -> tuple[Severity, ...]:
        """The severities that its findings can have, the usual one first."""
        return (self.severity,) if self.lighter is None else (self.severity, self.lighter)

    def finding(
        self,
        about: Step | Checkpoint | None,
        *,
        problem: str,
        why: str,
        fix: tuple[Choice, ...] = (),
        severity: Severity | None = None,
        witness: tuple[int, ...] | None = None,
    ) -> Finding:
        """Return a finding of this rule about a step, a checkpoint or (None) the whole plan; `witness` is in ms."""
        return Finding(
            code=self.code,
            slug=self.slug,
            severity=severity or self.severity,
            about=_place_of(about),
            problem=problem,
            why=why,
            fix=fix,
            witness=witness,
        )


def _place_of(about: Step | Checkpoint | None) -> Place:
    if isinstance(about, Step):
        return Place(step=about.id)
    return THE_PLAN if about is None else Place(checkpoint=about.id)
