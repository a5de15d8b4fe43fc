"""The findings column: cards, counts, what passed, and, until the learner has judged, what to do first."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.core.check import rule_modules
from planner.core.finding import THE_PLAN, Finding, Place, Severity
from planner.core.times import to_seconds
from planner.core.vocabulary import Question
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.manual import manual_of
from planner.services.suggestions import name_of
from planner.web.contexts.accept_card import AcceptCard, accept_card
from planner.web.contexts.bench import JUDGES_ANSWER, JUDGES_PLACEMENT, JUDGES_STEP, Bench
from planner.web.contexts.fragments import Shown
from planner.web.contexts.remarks import Remark
from planner.web.forms.play import MOST_CUTS
from planner.web.quantities import counted
from planner.web.words import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TONES = {Severity.FIX: "fix", Severity.THINK: "think", Severity.NOTE: "note"}
GRAVEST_FIRST = tuple(TONES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Shown):
    """One finding as the page shows it."""

    id: str
    tone: str
    tone_words: str
    title: str
    about: str
    text: tuple[str, ...]
    watch: str
    """The address of a run in which it happens; empty where none shows it."""
    rule: str
    rule_href: str
    choices: dict[str, Any] | None
    accept: AcceptCard | None
    open: bool

    @property
    def html_id(self) -> str:
        """The id of the card on the page."""
        return f"finding-{self.id}"


def findings_context(bench: Bench) -> dict[str, Any]:
    """Return what the findings column shows; a plan without steps has nothing to check yet."""
    if not bench.plan.steps:
        return {"counts": [], "first": None, "findings": [], "passed": [], "nothing_yet": True}
    visible = sorted(bench.visible, key=lambda finding: (_is_accepted(bench, finding), _gravity(finding)))
    passed = list(_passed(bench))
    return {
        "counts": list(_counts(bench, visible, passed)),
        "first": None if bench.all_judged or not bench.editable else _judge_first(bench),
        "findings": [_kept_card(bench, finding, first=at == 0) for at, finding in enumerate(visible)],
        "passed": passed and {"title": counted(len(passed), "check passed", "checks passed"), "claims": passed},
    }


def seen_in_findings(shown: dict[str, Any]) -> object:
    """Return all that the findings column shows, each card by its name."""
    return {**shown, "findings": [card.seen for card in shown["findings"]]}


def _kept_card(bench: Bench, finding: Finding, *, first: bool) -> Card:
    name, about = bench.finding_ids[finding], place_words(bench, finding.about)
    made_of = (finding, about, first, bench.accepted.get((finding.code, finding.about)))
    return bench.made(("card", name), made_of, lambda: _card(bench, finding, first=first))


def _watch(bench: Bench, finding: Finding) -> str:
    if not finding.witness or len(finding.witness) > MOST_CUTS:
        return ""
    cuts = ",".join(str(to_seconds(cut)) for cut in finding.witness)
    return f"{bench.base.removesuffix('plan/')}test/?cut={cuts}"


def remark_of(bench: Bench, finding: Finding, text: str = "") -> Remark:
    """Return one line about a finding beside what it is about, leading to its card; `text` instead of its own."""
    return Remark(TONES[finding.severity], text or finding.problem, f"#finding-{bench.finding_ids[finding]}", "See why")


def digest_of(text: str) -> str:
    """Return a short name for a text."""
    return hashlib.blake2s(text.encode(), digest_size=4).hexdigest()


def place_words(bench: Bench, place: Place) -> str:
    """Return where a finding is: step 5, checkpoint B, or nothing for the whole plan."""
    if place == THE_PLAN:
        return ""
    if place.step:
        return f"step {bench.plan.index_of(place.step) + 1}"
    return f"checkpoint {checkpoint_word(bench.plan, place.checkpoint or '')}"


def _card(bench: Bench, finding: Finding, *, first: bool) -> Card:
    accept, reason = accept_card(bench, finding), bench.accepted.get((finding.code, finding.about), "")
    by_itself = "state and resume" if finding.code.startswith("S") else "the whole plan"
    return Card(
        id=bench.finding_ids[finding],
        tone="note" if reason else TONES[finding.severity],
        tone_words="Accepted with a reason" if reason else SEVERITIES[finding.severity],
        title=finding.problem,
        about=place_words(bench, finding.about) or by_itself,
        text=(finding.why,),
        watch=_watch(bench, finding) if bench.editable else "",
        rule=finding.code,
        rule_href=reverse("rule", args=[finding.code]),
        choices=_choices(bench, finding) if bench.editable else None,
        accept=accept,
        open=(first and finding.severity is Severity.FIX and not reason) or bool(accept and accept.errors),
    )


def _choices(bench: Bench, finding: Finding) -> dict[str, Any] | None:
    """Return the ways to mend a finding; one that the page can make itself has a value to send."""
    if not finding.fix:
        return None
    name = bench.finding_ids[finding]
    items: list[dict[str, str]] = []
    for choice in finding.fix:
        text, _, limit = choice.text.partition(". ")
        text = f"{text}." if limit else text
        value = name_of(choice.change) if choice.change else ""
        items.append({"value": value, "id": f"finding-{name}-{len(items) + 1}", "name": text, "limit": limit})
    place = place_words(bench, finding.about)
    return {
        "legend": "What will you do about it?",
        "href": f"{bench.base}findings/apply/",
        "code": finding.code,
        "step": finding.about.step or "",
        "checkpoint": finding.about.checkpoint or "",
        "button": f"Apply to {place}" if place else "Apply",
        "choices": [item for item in items if item["value"]],
        "by_hand": [item for item in items if not item["value"]],
    }


def _is_accepted(bench: Bench, finding: Finding) -> bool:
    return (finding.code, finding.about) in bench.accepted


def _gravity(finding: Finding) -> int:
    return GRAVEST_FIRST.index(finding.severity)


def _counts(bench: Bench, visible: Iterable[Finding], passed: list[str]) -> Iterator[dict[str, str]]:
    accepted = [finding for finding in visible if _is_accepted(bench, finding)]
    number = Counter(finding.severity for finding in visible if finding not in accepted)
    words = {Severity.FIX: "to fix", Severity.THINK: "to think about", Severity.NOTE: "good to know"}
    for severity, tone in TONES.items():
        if number[severity]:
            yield {"tone": tone, "text": f"{number[severity]} {words[severity]}"}
    if accepted:
        yield {"tone": "note", "text": f"{len(accepted)} accepted"}
    if passed:
        yield {"tone": "passed", "text": f"{len(passed)} passed"}


def _passed(bench: Bench) -> Iterator[str]:
    """Yield what the rules that found nothing claim; those that a judgement is awaited for say nothing."""
    if bench.awaits_test:
        return
    found = {finding.code for finding in bench.findings}
    awaited = frozenset() if bench.all_judged else JUDGES_STEP | JUDGES_ANSWER.keys() | JUDGES_PLACEMENT
    yield from (claim for code, claim in _claims() if code not in found and code not in awaited)


@cache
def _claims() -> tuple[tuple[str, str], ...]:
    return tuple((module.RULE.code, manual_of(module).claim) for module in rule_modules())


def _judge_first(bench: Bench) -> dict[str, str]:
    plan = bench.plan
    marked = sum(step.replay_risk is not None for step in plan.steps)
    answers = [one.answers.to(question) for one in plan.checkpoints for question in Question]
    answered = sum(answer.answer is not None for answer in answers)
    done = f"{marked} of {counted(len(plan.steps), 'step')} marked"
    if answers:
        done += f" · {answered} of {counted(len(answers), 'question')} answered"
    text = "What the checks say about it then appears beside it."
    if bench.awaits_test:
        text = "Then test the plan: what the checks found opens with the first test."
    return {
        "title": "You judge first",
        "text": f"Mark each step, and answer the questions of each checkpoint. {text}",
        "done": done,
        "href": f"{bench.base}model/",
    }
