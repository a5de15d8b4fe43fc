"""Which answers are compressed on their way."""

import gzip
import re

import pytest

from planner.web.compression import LEAST_BYTES
from tests.web.plan_edits import HTMX, address
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

GZIP = {"Accept-Encoding": "gzip"}


def test_a_long_page_is_compressed_for_who_takes_it() -> None:
    client, row = with_plan(many_steps(8))
    plain, packed = client.get(address(row)), client.get(address(row), headers=GZIP)
    page = gzip.decompress(packed.content)
    assert ("Content-Encoding" in plain.headers, packed.headers["Content-Encoding"]) == (False, "gzip")
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(page) > LEAST_BYTES > len(packed.content)
    assert page.endswith(b"</html>\n")


def test_the_same_page_comes_in_different_lengths() -> None:
    client, row = with_plan(many_steps(8))
    assert len({len(client.get(address(row), headers=GZIP).content) for _ in range(8)}) > 1


def test_the_answer_to_an_edit_is_sent_as_it_is() -> None:
    client, row = with_plan(many_steps(8))
    has = re.findall(r'id="([^"]+)"[^>]*? data-seen="([^"]+)"', client.get(address(row)).content.decode())
    headers = {**GZIP, **HTMX, "X-Seen": " ".join(f"{part}:{name}" for part, name in has)}
    answer = client.post(address(row, "steps/step-1/mark/"), fields(row, repeats="yes"), headers=headers)
    assert (answer.status_code, "Content-Encoding" in answer.headers) == (200, False)
    assert len(answer.content) < LEAST_BYTES
