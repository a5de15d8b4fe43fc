"""What can be asked of a site with one class: every address, by whom, and with which fields, from its own pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.urls import Resolver404, get_resolver, resolve

from planner.bridge import store
from planner.models import Plan
from tests.exports.hostile import MARKER, filled
from tests.web.found_forms import Field, Form, Page, same_shape
from tests.web.test_access_matrix import Who, World, addresses, expected, world

if TYPE_CHECKING:
    from django.test import Client

LOOKS = (Who.OWNER, Who.INSTRUCTOR, Who.STRANGER)
"""Who looks at the pages."""
MOST_LOOKS = 4
"""So many addresses of one name are looked at by each, but for the Plan page, where each step has a form of its own."""
MOST_LOOKS_AT_PLANS = 30
_EDIT = ("version", "key")
FORMS_OF_OTHER_PAGES = {
    "step-to": (*_EDIT, "place", "open"),
    "step-restore": _EDIT,
    "checkpoint-restore": _EDIT,
    "variable-restore": (*_EDIT, "variable"),
    "variable-remove": (*_EDIT, "variable"),
    "plan-undo": (*_EDIT, "near", "open"),
    "plan-model": _EDIT,
    "withdraw-acceptance": (*_EDIT, "code", "step", "checkpoint"),
    "report-model": _EDIT,
    "explain-suggestion": (*_EDIT, "code", "step", "checkpoint", "text", "why"),
    "cancel-sweep": ("key",),
    "retry-sweep": ("key",),
    "cancel-class-job": ("key",),
    "roster-take": ("key", "text", "file"),
}
"""The fields of forms that a page shows only after something else, or that a script sends."""
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


@dataclass(frozen=True, slots=True)
class SiteMap:
    """A class with its people, and what they can ask."""

    browsers: dict[str, Client]
    everybody: tuple[str, ...]
    allowed: dict[tuple[str, str], tuple[str, ...]]
    """Who finds something, by the name of the address and the method; everybody where nobody does."""
    addresses: dict[str, list[str]]
    asked: dict[str, list[str]]
    """What stands in the queries of the links to an address."""
    forms: dict[str, list[Form]]
    ids: tuple[str, ...]
    """Whatever stands for something in an address or a hidden field."""

    @property
    def readable(self) -> list[str]:
        """The names of the addresses that can be read."""
        return [name for name, method in self.allowed if method == "GET"]

    @property
    def writable(self) -> list[str]:
        """The names of the addresses that take a form."""
        return [name for name, method in self.allowed if method == "POST"]

    @property
    def field_names(self) -> list[str]:
        """The names of all fields."""
        return sorted({name for forms in self.forms.values() for form in forms for name in form.fields})


def version_in(address: str) -> int:
    """Return the version that the plan in an address has now; 1 if there is none."""
    found = _ID.search(address)
    version = Plan.objects.filter(pk=found[0]).values_list("version", flat=True).first() if found else None
    return version or 1


def mapped() -> SiteMap:
    """Open a class, look at its pages, and note what they offer."""
    here, table = world(), expected()
    allowed = {
        (name, method): tuple(sorted(map(str, who or Who)))
        for name, methods in table.items()
        for method, who in methods.items()
    }
    found = _Looks(here)
    forms = {name: list(same_shape(found.forms[name])) for name, method in allowed if method == "POST"}
    for name, fields in FORMS_OF_OTHER_PAGES.items():
        forms[name] = [Form("POST", one, {each: _field(each) for each in fields}) for one in found.addresses[name]]
    return SiteMap(
        browsers={str(who): browser for who, browser in here.browsers.items()},
        everybody=tuple(map(str, Who)),
        allowed=allowed,
        addresses={name: list(known) for name, known in found.addresses.items()},
        asked=defaultdict(list, {name: sorted(known) for name, known in found.asked.items()}),
        forms=forms,
        ids=tuple(sorted(found.ids | {str(one) for one in here.known.values()})),
    )


def _field(name: str) -> Field:
    return Field(name, {"key": "hidden", "version": "hidden", "file": "file"}.get(name, "text"))


def draft_of(here: World) -> Plan:
    """Return one more plan of the owner, which says a marker wherever people write."""
    handed_in = Plan.objects.get(pk=here.known["plan_id"])
    draft = Plan(session_token=handed_in.session_token)
    store(draft, filled(MARKER))
    return draft


class _Looks:
    """Pages that have been looked at, and what was found there."""

    def __init__(self, here: World) -> None:
        places = dict(addresses(get_resolver().url_patterns))
        self.addresses = {name: {here.address(name, places[name]): None} for name in expected()}
        self.asked: dict[str, set[str]] = defaultdict(set)
        self.forms: dict[str, list[Form]] = defaultdict(list)
        self.ids: set[str] = set()
        self._here, self._looks, self._seen = here, Counter[tuple[Who, str]](), set[tuple[Who, str]]()
        self._look_around(str(here.known["plan_id"]), str(draft_of(here).pk))

    def _look_around(self, plan: str, draft: str) -> None:
        """Follow every link from every address that is known, for both plans."""
        first = [one for known in self.addresses.values() for one in known]
        for who in LOOKS:
            waiting = [*first, *(one.replace(plan, draft) for one in first if plan in one)]
            while waiting:
                waiting += self._look(who, waiting.pop(0))

    def _look(self, who: Who, address: str) -> list[str]:
        """Read a page if nobody has yet, and return where its links lead."""
        name = name_of(address)
        most = MOST_LOOKS_AT_PLANS if name == "plan" else MOST_LOOKS
        if name is None or (who, address) in self._seen or self._looks[who, name] >= most:
            return []
        self._seen.add((who, address))
        answer = self._here.browsers[who].get(address)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            return []
        self._looks[who, name] += 1
        page = Page(answer.content.decode(), address=address)
        for form in page.forms:
            self._note(form)
        return [self._known(one, address) for one in page.links]

    def _note(self, form: Form) -> None:
        name = name_of(self._known(form.address, form.address))
        if name is not None and form.method == "POST":
            self.forms[name].append(form)
            self.ids |= {
                one for each in form.fields.values() for one in (*each.sent, *each.offered) if 0 < len(one) < 80
            }
        elif name is not None:
            self.asked[name] |= set(form.fields)

    def _known(self, address: str, page: str) -> str:
        """Note an address that a page names, and return it in full."""
        if address.startswith("?"):
            address = page.partition("?")[0] + address
        name = name_of(address)
        if name is not None:
            self.addresses[name][address] = None
            self.asked[name] |= set(QueryDict(address.partition("?")[2]))
        return address


def name_of(address: str) -> str | None:
    """Return the name of an address; None for one outside the site, and for a file of its design."""
    try:
        return resolve(address.partition("?")[0]).url_name
    except Resolver404:
        return None
