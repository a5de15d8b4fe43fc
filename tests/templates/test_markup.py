"""The templates and static files hold what the security policy, the names and the weights promise."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
LAYERS = {"reset", "tokens", "base", "layout", "components", "pages", "print"}
SPRITE = (ROOT / "templates" / "partials" / "sprite.html").read_text(encoding="utf-8")


def ids_of_drawings() -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', SPRITE)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_no_template_has_inline_style_or_script(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|hx-on|<script(?![^>]*\ssrc=)", text) == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_every_element_that_asks_the_server_names_its_own_target(template: Path) -> None:
    tags = re.findall(r"<[a-z][^<>]*?\shx-(?:get|post)=[^<>]*>", template.read_text(encoding="utf-8"))
    assert [tag for tag in tags if "hx-target=" not in tag] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_every_drawing_that_is_named_exists(template: Path) -> None:
    named = re.findall(r'<use href="#((?:icon|glyph)-[a-z-]+)"', template.read_text(encoding="utf-8"))
    assert set(named) - set(ids_of_drawings()) == set()


def test_no_drawing_can_be_taken_for_a_step() -> None:
    assert [name for name in ids_of_drawings() if not name.startswith(("icon-", "glyph-"))] == []


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.stem)
def test_every_rule_lies_in_a_layer(style: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
    outside = re.findall(r"^[^\s@}][^{;]*\{", text, flags=re.MULTILINE)
    assert (outside, set(re.findall(r"@layer (\w+) \{", text)) - LAYERS) == ([], set())


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.stem)
def test_no_style_reaches_another_site(style: Path) -> None:
    assert re.findall(r"@import|url\([\"']?(?:https?:)?//", style.read_text(encoding="utf-8")) == []


def test_what_was_made_elsewhere_is_what_the_list_says() -> None:
    listed = (ROOT / "static/vendor/SOURCES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \|.*\| (\w{64}) \|$", listed, re.MULTILINE)
    found = {path: hashlib.sha256((ROOT / "static" / path).read_bytes()).hexdigest() for path, _ in rows}
    assert rows
    assert found == dict(rows)


def test_styles_and_scripts_leave_room_in_the_plan_page() -> None:
    text = "".join((ROOT / "templates" / name).read_text(encoding="utf-8") for name in ("base.html", "plan.html"))
    own = re.findall(r"(?:href|src)=\"{% static '((?:css|js)/[^']+)' %}", text)
    assert "css/runline.css" in own
    assert sum(len(gzip.compress((ROOT / "static" / path).read_bytes())) for path in own) < 30_000
