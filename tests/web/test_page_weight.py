"""How much a browser loads for its first page, as it goes over the wire."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders

from planner.services import demo
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db

MOST, MOST_WITHOUT_FONTS = 200_000, 60_000


@pytest.mark.parametrize("at", ["/", "/plans/{plan}/plan/"], ids=["front", "plan"])
def test_a_first_page_is_light(at: str) -> None:
    client, row = with_plan(demo.worked_example())
    answer = client.get(at.format(plan=row.pk), headers={"Accept-Encoding": "gzip, br"})
    page = gzip.decompress(answer.content) if answer.headers.get("Content-Encoding") == "gzip" else answer.content
    loaded = [file_of(name) for name in sorted(set(re.findall(r'(?:href|src)="/static/([^"]+)"', page.decode())))]
    fonts = sum(file.stat().st_size for file in loaded if file.suffix == ".woff2")
    rest = sum(len(brotli.compress(file.read_bytes())) for file in loaded if file.suffix != ".woff2")
    without_fonts = len(answer.content) + rest
    assert without_fonts < MOST_WITHOUT_FONTS
    assert without_fonts + fonts < MOST
    assert {file.suffix for file in loaded} == {".css", ".js", ".svg", ".woff2"}


def file_of(name: str) -> Path:
    """The file behind an address below static/."""
    found = finders.find(name)
    assert found, name
    return Path(found)
