"""A report as JSON follows from itself, whatever people write."""

import json

from hypothesis import given, settings

from planner.core.files.reportfile import document_from_report, read_document
from planner.core.planfile import plan_from_document
from planner.core.reporting.verification import Verification, verify
from planner.exports.json import document
from tests.core.reported import report
from tests.exports.hostile import filled, reported, texts


def test_it_is_the_document_of_a_report_as_text() -> None:
    found = report("Read\n|\nPay !\nReport")
    assert json.loads(document(found)) == json.loads(json.dumps(document_from_report(found)))
    assert document(found).endswith("}\n")


@settings(max_examples=40)
@given(text=texts())
def test_what_people_write_comes_back_as_it_was(text: str) -> None:
    found = read_document(document(reported(text)))
    assert plan_from_document(found["plan"]) == filled(text)
    assert verify(found) == Verification()
