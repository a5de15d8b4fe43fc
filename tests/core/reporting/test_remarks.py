"""What people add to a report."""

import pytest

from planner.core.errors import PlanError
from planner.core.finding import Place
from planner.core.reporting.remarks import Acceptance, Remarks
from planner.core.sketch import sketch
from tests.core.reported import facts


def test_a_risk_is_not_accepted_without_a_reason() -> None:
    with pytest.raises(PlanError, match="reason: a risk is accepted with a reason"):
        Acceptance(code="R301", about=Place(step="pay"), reason=" \n")


def test_an_acceptance_is_that_of_one_rule_at_one_place() -> None:
    found = facts(sketch("Read\n| holds nothing\nWrite\n| holds nothing\nReport")).findings
    first, second = (finding for finding in found if finding.code == "C202")
    acceptance = Acceptance(code="C202", about=first.about, reason="It is read again.")
    remarks = Remarks(acceptances=(acceptance,))
    assert (remarks.acceptance_of(first), remarks.acceptance_of(second)) == (acceptance, None)
