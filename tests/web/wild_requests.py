"""Requests from a seeded generator: forms as pages have them, filled in rightly, nearly rightly, and with ill will."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode
from uuid import UUID

from tests.core.documents import plan_documents
from tests.core.mutations import NUMBERS, TEXTS, mutated, mutated_bytes, random_value
from tests.exports.hostile import MARKER, PIECES
from tests.web.site_map import version_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.web.found_forms import Field, Form
    from tests.web.site_map import SiteMap

WORDS = (
    "read",
    "Send it",
    "rows",
    "4 s",
    "25 min",
    "1 h 30",
    "1",
    "3",
    "yes",
    "no",
    "on",
    "R301",
    "delete",
    "after:read",
)
PRIVATE = ("kim.lee@school.edu", "+49 171 9876543", "DE89370400440532013000")
LONG = ("x" * 300, "<" * 2_500, "9" * 400, "é" * 25_000, "a\n" * 3_000, "1," * 2_000)
WRONG_NUMBERS = ("-1", "0", "+5", "5.0", "1e3", "0x10", "１", "٣", "1_000", " 7", "²", str(2**31), str(2**63), "9" * 25)
OTHER_SITES = (
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "http://[",
    "?open=%00",
)
HOSTILE = (MARKER, *PIECES, *OTHER_SITES, *TEXTS, *map(str, NUMBERS), *WRONG_NUMBERS, *PRIVATE, *LONG)
BODY_TYPES = (
    "text/plain",
    "application/json",
    "multipart/form-data",
    "application/x-www-form-urlencoded; charset=utf-16",
)
FORM, BOUNDARY = "application/x-www-form-urlencoded", "zqzqzq"
ROSTERS = (
    "name,number\nKim,1\nAsh,2\n",
    "Kim;1\nAsh;2",
    "\ufeffid\tname\n7\tKim",
    '"Kim\n,"",1',
    "Kim,1\nAsh,1",
    ",,,\n",
)
ENDS_A_ROUND = ("delete-plan", "my-data-delete", "member-remove", "sign-out")
"""What leaves less to find for all that follow is drawn seldom."""
Sent = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it goes out; `name` is that of its address before anything was changed in it."""

    name: str
    who: str
    method: str
    address: str
    body: bytes = b""
    content_type: str = FORM
    headers: dict[str, str] = field(default_factory=dict)


class Wild:
    """Draws requests to the addresses of a site."""

    def __init__(self, site: SiteMap, rng: random.Random) -> None:
        self.site, self.rng = site, rng
        self._plans = [json.dumps(document) for document in plan_documents().values()]

    def request(self) -> Request:
        """Return one more request, to a form in three of four cases."""
        return self._post() if self.rng.random() < 0.75 else self._get()

    def _get(self) -> Request:
        name = self.rng.choice(self.site.readable)
        path, _, query = self.rng.choice(self.site.addresses[name]).partition("?")
        asked = parse_qsl(query) + [(key, self._value()) for key in self.site.asked[name] if self._seldom(0.3)]
        asked = [(key, self._value() if self._seldom(0.3) else value) for key, value in asked]
        address = f"{self._path(path)}?{urlencode(asked, errors='surrogatepass')}"
        return Request(name, self._who(name, "GET"), "GET", address, headers=self._headers())

    def _post(self) -> Request:
        name = self.rng.choice(self.site.writable)
        if name in ENDS_A_ROUND and not self._seldom(0.2):
            return self._post()
        form = self.rng.choice(self.site.forms[name])
        sent = self._spoilt([pair for one in form.fields.values() for pair in self._pairs(form, one)])
        body, content_type = self._body(form, sent)
        return Request(
            name, self._who(name, "POST"), "POST", self._path(form.address), body, content_type, self._headers()
        )

    def _who(self, name: str, method: str) -> str:
        """Return who asks: mostly somebody who finds something there."""
        return self.rng.choice(self.site.everybody if self._seldom(0.1) else self.site.allowed[name, method])

    def _path(self, path: str) -> str:
        """Return an address, now and then with one of its parts replaced."""
        if not self._seldom(0.08):
            return path
        parts = path.split("/")
        at = self.rng.randrange(len(parts))
        parts[at] = quote(self._value()[:200], safe="", errors="surrogatepass")
        return f"/{'/'.join(parts).lstrip('/')}"

    def _headers(self) -> dict[str, str]:
        """Return the headers of a browser without script, or of one that asks for parts of a page."""
        if self.rng.random() < 0.6:
            return {}
        where = self.rng.choice(self.site.addresses["plan"])
        seen = " ".join(self.rng.choice(("step-read a", "plan b", "findings ", "x", "é", MARKER)) for _ in range(3))
        here = self.rng.choice(OTHER_SITES) if self._seldom(0.3) else f"http://testserver{where}"
        return {"HX-Request": "true", "HX-Current-URL": here, "HX-Target": "work", "HX-Trigger": MARKER, "X-Seen": seen}

    def _pairs(self, form: Form, one: Field) -> Sent:
        """Return what is sent of one field, filled in rightly as far as that can be told."""
        if one.name == "csrfmiddlewaretoken" or one.kind == "file":
            return []
        if one.name == "key":
            return [("key", str(UUID(int=self.rng.getrandbits(128), version=4)))]
        if one.name == "version":
            return [("version", str(version_in(form.address) if self.rng.random() < 0.9 else 1))]
        if one.offered:
            chosen = one.sent if self.rng.random() < 0.4 else self.rng.sample(one.offered, min(len(one.offered), 2))
            return [(one.name, value) for value in (chosen if one.kind == "checkbox" else chosen[:1])]
        if one.kind in ("text", "textarea", "number"):
            return [(one.name, self._text(form, one))]
        return [(one.name, value) for value in one.sent[:1]]

    def _text(self, form: Form, one: Field) -> str:
        if any(other.kind == "file" for other in form.fields.values()):
            return self._file(form).decode(errors="replace") if self.rng.random() < 0.5 else ""
        kept = one.sent[0].strip() if one.sent else ""
        return self.rng.choice((kept, kept, self.rng.choice(WORDS), f"{MARKER} {self.rng.choice(WORDS)}"))

    def _spoilt(self, sent: Sent) -> Sent:
        """Return the fields with none to three of them changed, sent twice or left out, or with one that is unknown."""
        for _ in range(self.rng.choice((0, 0, 1, 1, 1, 2, 3))):
            at = self.rng.randint(0, len(sent))
            name, value = sent[at] if at < len(sent) else (self.rng.choice(self.site.field_names), "")
            changed: Sent = [(name, self._value()), (name, self._near(value))]
            sent = sent[:at] + self.rng.choice((changed[:1], changed[:1], changed[1:], changed, [])) + sent[at + 1 :]
        return sent

    def _value(self) -> str:
        """Return something that this field never had: an id of something else, or what nobody would write."""
        if self._seldom(0.25):
            return self.rng.choice(self.site.ids)
        text = self.rng.choice(HOSTILE)
        return f"{self.rng.choice(HOSTILE)}{text}{MARKER}" if self._seldom(0.3) else text

    def _near(self, value: str) -> str:
        """Return what was meant, with a slip."""
        at = self.rng.randint(0, len(value))
        slip = self.rng.choice(("", " ", "0", "-", ",", "\n", "é", value[at:]))
        return self.rng.choice((value.upper(), f" {value} ", value[:at] + slip + value[at + 1 :], f"{value},{value}"))

    def _file(self, form: Form) -> bytes:
        """Return a file to hand over: a plan file or a list, whole or gone wrong."""
        if "roster" in form.address or self._seldom(0.1):
            lines = [self.rng.choice((*ROSTERS, self._value(), f"{MARKER},{self._value()}")) for _ in range(3)]
            return "\n".join(lines).encode(errors="surrogatepass")
        text = self.rng.choice(self._plans)
        whole = text.replace(': "', f': "{json.dumps(MARKER)[1:-1]}', self.rng.randint(0, 3))
        changed = (
            (mutated(self.rng, text) if self._seldom(0.8) else random_value(self.rng, 5)) if self._seldom(0.6) else None
        )
        data = whole.encode() if changed is None else json.dumps(changed).encode()
        return mutated_bytes(self.rng, data) if self._seldom(0.2) else data

    def _body(self, form: Form, sent: Sent) -> tuple[bytes, str]:
        """Return what is sent and what it says to be."""
        files = [one.name for one in form.fields.values() if one.kind == "file" and self.rng.random() < 0.7]
        if files or self._seldom(0.05):
            body, content_type = (
                self._multipart(sent, files and self._file(form), files),
                f"multipart/form-data; boundary={BOUNDARY}",
            )
        else:
            body, content_type = urlencode(sent, errors="surrogatepass").encode(), FORM
        if self._seldom(0.03):
            body = mutated_bytes(self.rng, body)
        return body, self.rng.choice(BODY_TYPES) if self._seldom(0.01) else content_type

    def _multipart(self, sent: Sent, content: bytes | Sequence[str], files: Sequence[str]) -> bytes:
        parts = [f'form-data; name="{name}"\r\n\r\n{value}'.encode(errors="surrogatepass") for name, value in sent]
        if isinstance(content, bytes):
            called = self.rng.choice(("plan.json", "../../x", MARKER.replace('"', ""), "\0", "x" * 300))
            parts.append(f'form-data; name="{files[0]}"; filename="{called}"\r\n\r\n'.encode() + content)
        whole = b"".join(f"--{BOUNDARY}\r\nContent-Disposition: ".encode() + part + b"\r\n" for part in parts)
        return whole + f"--{BOUNDARY}--\r\n".encode()

    def _seldom(self, share: float) -> bool:
        return self.rng.random() < share
