"""The forms and links of rendered pages, as a browser would find them: addresses, fields, and what they offer."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    Attributes = dict[str, str]

_TICKED = ("radio", "checkbox")


@dataclass(slots=True)
class Field:
    """A field of a form: what a browser sends of it as it stands, and what it offers besides."""

    name: str
    kind: str
    sent: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Form:
    """A form: where it goes and its fields by their names."""

    method: str
    address: str
    fields: dict[str, Field] = field(default_factory=dict)

    def field(self, name: str, kind: str) -> Field:
        """Return the field with this name, which may stand in several elements."""
        return self.fields.setdefault(name, Field(name, kind))


class Page(HTMLParser):
    """A page that has been read: its forms, and the addresses that it leads to."""

    def __init__(self, text: str, *, address: str) -> None:
        super().__init__()
        self._address, self._open = address, Form("GET", address)
        self._field: Field | None = None
        self._forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._elsewhere: list[tuple[str, str, Attributes]] = []
        self._branches: list[tuple[Form, str]] = []
        self.links: dict[str, None] = {}
        self.feed(text)

    @property
    def forms(self) -> list[Form]:
        """The forms, and once more those that a button sends somewhere else."""
        for owner, tag, attributes in self._elsewhere:
            self._take(self._by_id[owner], tag, attributes)
        self._elsewhere.clear()
        return [*self._forms, *(Form("POST", address, form.fields) for form, address in self._branches)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, a field or a link."""
        attributes = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get"):
            if tag != "use" and attributes.get(name):
                self.links[attributes[name].partition("#")[0] or self._address] = None
        if tag == "form":
            method, action = attributes.get("method", "get").upper(), attributes.get("action") or self._address
            self._open = Form(method, action)
            self._forms.append(self._open)
            self._by_id[attributes.get("id", "")] = self._open
        elif attributes.get("form"):
            self._elsewhere.append((attributes["form"], tag, attributes))
        else:
            self._take(self._open, tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self._open = Form("GET", self._address)
        elif tag in ("select", "textarea"):
            self._field = None

    def handle_data(self, data: str) -> None:
        """Note what stands in a text area."""
        if self._field is not None and self._field.kind == "textarea":
            self._field.sent.append(data)

    def _take(self, form: Form, tag: str, attributes: Attributes) -> None:
        kind, value = attributes.get("type", "text") if tag == "input" else tag, attributes.get("value", "on")
        if tag in ("button", "input") and attributes.get("formaction"):
            self._branches.append((form, attributes["formaction"]))
        if tag == "option" and self._field is not None:
            _offer(self._field, value, is_sent="selected" in attributes)
        elif tag in ("input", "button", "select", "textarea") and attributes.get("name"):
            found = form.field(attributes["name"], kind)
            if tag in ("select", "textarea"):
                self._field = found
            elif kind in (*_TICKED, "button"):
                _offer(found, value, is_sent="checked" in attributes)
            else:
                found.sent.append(attributes.get("value", ""))


def _offer(found: Field, value: str, *, is_sent: bool) -> None:
    found.offered.append(value)
    if is_sent:
        found.sent.append(value)


def same_shape(forms: list[Form]) -> Iterator[Form]:
    """Yield forms, one of each address and set of fields."""
    seen = set()
    for form in forms:
        shape = (form.address, frozenset(form.fields))
        if shape not in seen:
            seen.add(shape)
            yield form
