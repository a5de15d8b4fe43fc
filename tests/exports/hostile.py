"""A plan with one text in every place where people write, and texts that try to be more than text."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import date
from functools import cache

from hypothesis import strategies as st

from planner.core.files.text import clean_text
from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Answer, Answers, Identity, Plan, ReplayRisk, Storage, Variable
from planner.core.report import Report, report_of
from planner.core.reporting.facts import facts_of
from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict
from planner.core.sketch import sketch
from planner.core.vocabulary import Reply

MARKER = "<zq&\"'>"
"""A page that writes it as text says &lt;zq&amp;&quot;&#x27;&gt;, and `<zq` nowhere."""
PIECES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title></svg><b>",
    "&lt;b&gt; &amp; &#x41;",
    "{{ secret }}{% debug %}{# x #}",
    '#eval("1") #sys.inputs #panic()',
    "$ 1 + 1 $ @label <label> \\ #",
    "[x](javascript:alert(1)) ![x](y)",
    "http://evil.example www.evil.example <http://evil.example>",
    "| a | b |",
    "`code` **bold** _it_ ~~no~~ \\| \\\\",
    "# head",
    "- item",
    "1. item",
    "> quote",
    "---",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "＝1",
    ";=1",
    '"=1"',
    "'",
    ",",
    "\n\n",
    "\t=1",
    "\u202eright to left",
    "\u200bzero\u00adwidth",
    "中文 😀 العربية",
    "Łódź ñ ß",
    "\u0301",
    "a\u0301\u0302",
)
_LETTERS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")


def _is_clean(text: str) -> bool:
    longest = max((len(marks) for marks in _rows_of_marks(text)), default=0)
    return bool(text.strip()) and longest <= 20


def _rows_of_marks(text: str) -> list[str]:
    return "".join(one if unicodedata.combining(one) else " " for one in unicodedata.normalize("NFD", text)).split(" ")


def texts() -> st.SearchStrategy[str]:
    """Texts as a plan may hold them, put together from the worst."""
    pieces = st.one_of(st.sampled_from(PIECES), st.text(_LETTERS, max_size=12))
    return st.lists(pieces, min_size=1, max_size=4).map("".join).filter(_is_clean).map(clean_text)


@cache
def _drawn() -> Plan:
    return sketch("Read < 2min\nDraft ~ 5min\n|\nApprove ? 3min\nSend ! x3 1min\n| holds nothing\nReport 1min")


def filled(text: str) -> Plan:
    """A plan that says this text wherever people write."""
    answers = Answers(complete=Answer(answer=Reply.NO, reason=text), confirmed=Answer(answer=Reply.YES, reason=text))
    mark = ReplayRisk(repeats=True, prevention=text)
    drawn = _drawn()
    steps = tuple(replace(step, name=text, notes=text, replay_risk=mark) for step in drawn.steps)
    return replace(
        drawn,
        title=text,
        goal=text,
        identity=Identity(description=text),
        storage=Storage(where=text),
        state=(Variable(name=text, description=text, sensitive=True),),
        steps=(replace(steps[0], produces=(text,)), replace(steps[1], needs=(text,)), *steps[2:]),
        checkpoints=tuple(replace(one, answers=answers) for one in drawn.checkpoints),
        resume=replace(drawn.resume, notes=text),
    )


def said(text: str) -> Remarks:
    """Remarks that say this text wherever people write."""
    places = (THE_PLAN, Place(step="draft"), Place(step="send"), Place(checkpoint="after-send"))
    codes = ("C202", "C210", "R301", "R308", "S402")
    return Remarks(
        author=text,
        version=1,
        made_on=date(2026, 11, 27),
        acceptances=tuple(
            Acceptance(code=code, about=place, reason=text, accepted_by=text, on=date(2026, 11, 28))
            for place in places
            for code in codes
        ),
        decision=Decision(verdict=Verdict.ACCEPTED, decided_by=text, comment=text, on=date(2026, 11, 28)),
    )


def reported(text: str) -> Report:
    """A report on such a plan with such remarks."""
    return report_of(facts_of(filled(text), runs=20, seed=1), said(text))
