"""Every address of the site, read and written by everybody there is: who finds something, and who finds nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from planner.core.plan import Interruptions
from planner.models import ClassWork, Job, Member, Person, Plan, Role, User
from planner.models.job import JobStatus
from planner.services import report_links, submissions, sweeps, trials
from planner.services.classes import class_jobs, criteria, members
from planner.services.classes.class_jobs import Work
from planner.services.classes.cohort import Assumptions, together
from planner.services.classes.picture import picture
from tests.services.ready import ready_plan
from tests.services.stored import new_key
from tests.web.classes import School, school, signed_in
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db

SWEEP = sweeps.Sweep(restarts_ms=(600_000,), limits_ms=(None,), runs=10, seed=1)


class Who(StrEnum):
    """Somebody in front of a browser; the owner is a guest, everybody else but the stranger has an account."""

    STRANGER = "a stranger"
    OWNER = "the learner whose plan it is"
    CLASSMATE = "another learner of the class"
    ASSISTANT = "an assistant of the class"
    INSTRUCTOR = "the instructor of the class"
    OTHER_ASSISTANT = "an assistant of another class"
    OTHER_INSTRUCTOR = "the instructor of another class"


EVERYBODY = frozenset(Who)
NOBODY: frozenset[Who] = frozenset()
ACCOUNTS = EVERYBODY - {Who.STRANGER, Who.OWNER}
KNOWN = EVERYBODY - {Who.STRANGER}
MEMBERS = frozenset({Who.OWNER, Who.CLASSMATE, Who.ASSISTANT, Who.INSTRUCTOR})
STAFF = frozenset({Who.ASSISTANT, Who.INSTRUCTOR})
INSTRUCTOR = frozenset({Who.INSTRUCTOR})
OWNER = frozenset({Who.OWNER})

TABLE = (
    # What everybody may read, and forms for everybody.
    ("GET", EVERYBODY, "health ready front example example-screen rules rule my-plans classes my-data"),
    ("GET", EVERYBODY, "shared-report shared-report-file"),
    ("POST", EVERYBODY, "copy-example new-plan answer-example sign-out"),
    ("GET POST", EVERYBODY, "sign-up sign-in import-plan join join-class come-back"),
    # What a site shows once it is told to: numbers to who has the token, and where to report a weakness.
    ("GET", NOBODY, "metrics security-txt"),
    # What is kept of a person, and what takes an account.
    ("GET", KNOWN, "my-data-download"),
    ("POST", KNOWN, "my-data-delete"),
    ("POST", ACCOUNTS, "new-class"),
    ("GET POST", ACCOUNTS, "invitation"),
    # Deleting a plan again finds it gone, and says so to anybody; a stranger deletes nothing (below).
    ("GET", OWNER, "delete-plan"),
    ("POST", EVERYBODY, "delete-plan"),
    # A plan is its learner's alone, to read and to write, whoever teaches the class.
    ("GET", OWNER, "plan plan-file test hand-in feedback handed-in"),
    ("GET", OWNER, "report report-file handed-in-report handed-in-report-file"),
    ("POST", OWNER, "plan-about plan-undo plan-apply plan-model plan-identity plan-storage plan-resume"),
    ("POST", OWNER, "plan-interruptions accept-finding withdraw-acceptance"),
    ("POST", OWNER, "step-add step-edit step-up step-to step-down step-remove step-restore step-mark step-guard"),
    ("POST", OWNER, "checkpoint-after checkpoint-inside checkpoint-edit checkpoint-move checkpoint-remove"),
    ("POST", OWNER, "checkpoint-restore checkpoint-answer"),
    ("POST", OWNER, "variable-add variable-edit variable-rename variable-remove variable-restore"),
    ("POST", OWNER, "predict-test run-test test-interruptions test-preset test-why"),
    ("GET", OWNER, "sweep"),
    ("POST", OWNER, "start-sweep cancel-sweep retry-sweep"),
    ("POST", OWNER, "send-hand-in explain-suggestion report-model share-report unshare-report"),
    # A class.
    ("GET", MEMBERS, "class"),
    ("POST", MEMBERS, "new-class-plan new-return-code"),
    ("GET", INSTRUCTOR, "exercise members"),
    # What was handed in, to those who teach the class.
    ("GET", STAFF, "submissions review-report review-report-file class-picture class-picture-live class-run"),
    ("POST", STAFF, "show-names"),
    ("GET POST", STAFF, "review"),
    ("POST", INSTRUCTOR, "allow-names divide-reviews assign-reviews"),
    ("GET", INSTRUCTOR, "downloads class-jobs class-reports gradebook cohort cohort-result cohort-file"),
    ("POST", INSTRUCTOR, "start-class-job cancel-class-job retry-class-job start-cohort"),
    ("POST", INSTRUCTOR, "exercise-edit class-edit exercise-example exercise-interruptions class-joining class-code"),
    ("POST", INSTRUCTOR, "criterion-add criterion-edit criterion-up criterion-down criterion-remove"),
    ("POST", INSTRUCTOR, "member-role member-remove member-code invite roster roster-take"),
)
"""How an address may be asked, who finds something there, and the names of such addresses; the others find nothing."""


@dataclass(frozen=True)
class World:
    """Everybody in front of a browser of their own, and what stands in the addresses of one plan and its class."""

    browsers: dict[Who, Client]
    known: dict[str, Any]
    """What stands in an address, by the name of its place."""

    known_to: dict[str, dict[str, Any]]
    """The same for one address alone, by the name of that."""

    def address(self, name: str, places: Iterable[str]) -> str:
        """Return the address with this name."""
        known = self.known | self.known_to.get(name, {})
        return reverse(name, kwargs={place: known[place] for place in places})


def world() -> World:
    """Open two classes, and let somebody hand a plan in to the first."""
    spring, other = school("Spring"), school("Autumn", teacher="other teacher")
    owner, row = with_handed_in(spring)
    classmate, stranger_on_staff = User.objects.create_user("kim"), User.objects.create_user("kit")
    members.join(Person(user=classmate), spring.classroom, name="Kim")
    Member.objects.create(classroom=other.classroom, user=stranger_on_staff, role=Role.ASSISTANT, name="Kit")
    browsers = {
        Who.STRANGER: Client(),
        Who.OWNER: owner,
        Who.CLASSMATE: signed_in(classmate),
        Who.ASSISTANT: signed_in(spring.add_assistant()),
        Who.INSTRUCTOR: spring.as_instructor,
        Who.OTHER_ASSISTANT: signed_in(stranger_on_staff),
        Who.OTHER_INSTRUCTOR: other.as_instructor,
    }
    link = report_links.make(row, days=7, version=row.version, key=new_key())
    return World(browsers, known_in(spring, row), known_to_one(spring, report_links.token_of(link)))


def with_handed_in(spring: School) -> tuple[Client, Plan]:
    """Let a guest come into the class and hand a plan in."""
    client, row = with_plan(ready_plan())
    row.exercise = spring.classroom.exercise
    row.save()
    members.join(Person(session_token=row.session_token), spring.classroom, name="Ash")
    trials.run(row, version=row.version, key=new_key(), runs=100, seed=1)
    submissions.hand_in(row, version=row.version, key=new_key())
    # It counts as one that its test hurt, so that the class picture tells its run; its report has been made.
    teacher = spring.classroom.members.get(user=spring.instructor)
    picture(teacher)
    class_jobs.start(teacher, Work.REPORTS, key=new_key())
    under = Assumptions(interruptions=Interruptions(restart_every_ms=600_000), seed=1)
    class_jobs.start(teacher, Work.COHORT, key=new_key(), assumptions=under.document())
    Job.objects.update(status=JobStatus.DONE)
    Job.objects.filter(kind=Work.COHORT).update(result=together([], under=under))
    sweeps.ask(row, version=row.version, key=new_key(), wanted=SWEEP)
    ClassWork.objects.update(worst_step="Work", worst_runs=20, interrupted_runs=50, worst_share=0.4)
    return client, row


def known_in(spring: School, row: Plan) -> dict[str, Any]:
    """Return what the addresses of this plan and this class have in their places."""
    return {
        "plan_id": row.pk,
        "class_id": spring.classroom.pk,
        "submission_id": row.submissions.get().pk,
        "link_id": row.report_links.get().pk,
        "criterion": criteria.of(spring.classroom)[0].pk,
        "member_id": spring.classroom.members.get(name="Ash").pk,
        "key": Job.objects.get(kind=Work.REPORTS).key,
        "work": Work.REPORTS.value,
        "program": "canvas",
        "step": "read",
        "checkpoint": "after-read",
        "question": "complete",
        "number": 1,
        "name": "json",
    }


def known_to_one(spring: School, shared: str) -> dict[str, dict[str, Any]]:
    """Return what the addresses with codes and secrets have in their places, and those of the one sweep."""
    _, invitation = members.invite(spring.classroom, role=Role.ASSISTANT, now=timezone.now())
    swept, measured = ({"key": Job.objects.get(kind=kind).key} for kind in ("sweep", Work.COHORT))
    return {
        "join-class": {"code": spring.classroom.join_code},
        "rule": {"code": "R301"},
        "shared-report": {"token": shared},
        "shared-report-file": {"token": shared},
        "invitation": {"token": invitation},
        "cancel-sweep": swept,
        "retry-sweep": swept,
        "cohort-result": measured,
        "cohort-file": measured,
    }


def addresses(found: Iterable[Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of every address of the site, and the places in it."""
    for one in found:
        places = (*before, *one.pattern.converters)
        if hasattr(one, "url_patterns"):
            yield from addresses(one.url_patterns, places)
        else:
            yield one.name, places


def finds(client: Client, method: str, address: str) -> str:
    """Return what somebody gets there: something, nothing, or that it is not asked like this; nothing stays done."""
    again = Client()
    again.cookies.update(client.cookies)
    with transaction.atomic():
        answer = again.generic(method, address, content_type="application/x-www-form-urlencoded")
        transaction.set_rollback(True)
    to_sign_in = answer.status_code == 302 and answer.headers["Location"].startswith(reverse("sign-in"))
    if answer.status_code == 405:
        return "not asked so"
    return "nothing" if answer.status_code in (403, 404) or to_sign_in else "something"


def expected() -> dict[str, dict[str, frozenset[Who]]]:
    """Return for each address of the table who finds something by which method."""
    table: dict[str, dict[str, frozenset[Who]]] = {}
    for methods, who, names in TABLE:
        for name, method in product(names.split(), methods.split()):
            assert method not in table.setdefault(name, {}), f"{method} {name} stands twice in the table"
            table[name][method] = who
    return table


def test_every_address_is_in_the_table() -> None:
    assert sorted(expected()) == sorted(name for name, _ in addresses(get_resolver().url_patterns))


def test_everybody_finds_what_is_theirs_and_nothing_else() -> None:
    cache.clear()
    here = world()
    places = dict(addresses(get_resolver().url_patterns))
    wrong = {}
    for name, methods in expected().items():
        address = here.address(name, places[name])
        for method, (one, client) in product(("GET", "POST"), here.browsers.items()):
            found, wanted = finds(client, method, address), {"nothing", "not asked so"}
            if method in methods:
                wanted = {"something" if one in methods[method] else "nothing"}
            if found not in wanted:
                wrong[method, name, one.value] = found
    assert wrong == {}


def test_only_its_owner_deletes_a_plan() -> None:
    here = world()
    for one, client in here.browsers.items():
        if one is not Who.OWNER:
            client.post(here.address("delete-plan", ["plan_id"]))
    assert Plan.objects.count() == 1
    here.browsers[Who.OWNER].post(here.address("delete-plan", ["plan_id"]))
    assert Plan.objects.count() == 0


def test_staff_of_the_class_do_not_reach_the_plan_that_is_being_worked_on() -> None:
    here = world()
    for one in (Who.ASSISTANT, Who.INSTRUCTOR):
        answers = [
            finds(here.browsers[one], "GET", here.address(name, ["plan_id"])) for name in ("plan", "test", "report")
        ]
        assert answers == ["nothing"] * 3
