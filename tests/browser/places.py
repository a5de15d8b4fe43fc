"""Every page of the site in every state that it can be in, and the person who may see all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from django.test import Client
from django.utils import timezone

from planner.core.plan import Answers, Interruptions
from planner.core.planfile import read_plan, write_plan
from planner.core.sketch import sketch
from planner.core.trying.prediction import Prediction
from planner.core.vocabulary import Often, Sure
from planner.models import Comment, Criterion, Person, Review, Score, Submission
from planner.services import demo, plans, report_links, steps, submissions, trials
from planner.services.classes import class_jobs, demo_class
from planner.services.classes.cohort import Assumptions
from planner.services.walkthrough import WORKED
from tests.jobs.working import work_everything
from tests.services.stored import new_key

if TYPE_CHECKING:
    from uuid import UUID

    from playwright.sync_api import Page

    from planner.core.plan import Plan as CorePlan
    from planner.models import Classroom, Plan

RUNS = 200
SMALL = (
    "Read the orders < -> orders\nApprove them ? <- orders -> approval\n|\nPay them ! x20 <- orders, approval [record]"
)
FORESEEN = Prediction(
    step="mail", repeats=Often.NEVER, repeats_sure=Sure.FAIRLY, lost_ms=300_000, lost_sure=Sure.GUESSING
)


@dataclass(frozen=True, kw_only=True)
class Place:
    """One page: its name, its address, what is done there first, and whether it is seen by somebody with an account."""

    name: str
    address: str
    act: Callable[[Page], object] = lambda page: None
    signed_in: bool = True


def world() -> tuple[Client, list[Place]]:
    """Return the browser of an instructor who also learns, and all there is to see."""
    instructor = demo.seed().instructor
    classroom = demo_class.seed(instructor)
    client = Client()
    client.force_login(instructor)
    return client, [*_anybody(), *_learner(Person(user=instructor)), *_class(classroom)]


def _anybody() -> Iterator[Place]:
    for name, address in {
        "front": "/",
        "sign in": "/account/sign-in/",
        "sign up": "/account/sign-up/",
        "join": "/join/",
        "come back": "/come-back/",
        "nothing there": "/nowhere/",
        "example 1": "/example/1/",
        "example 2": "/example/2/",
        "example 3": "/example/3/",
        "example 4": "/example/4/",
        "rules": "/rules/",
        "one rule": "/rules/R301/",
    }.items():
        yield Place(name=name, address=address, signed_in=False)


def _learner(person: Person) -> Iterator[Place]:
    begun, worked = demo.worked_example(), read_plan(WORKED.read_bytes())
    yield from _plan(person, begun)
    yield from _tests(person, begun)
    yield from _hand_ins(person, begun, worked)
    for name, address in {
        "front again": "",
        "my plans": "plans/",
        "import": "plans/import/",
        "my data": "my-data/",
    }.items():
        yield Place(name=name, address=f"/{address}")


def _plan(person: Person, begun: CorePlan) -> Iterator[Place]:
    unjudged = tuple(replace(step, replay_risk=None) for step in begun.steps)
    unanswered = tuple(replace(one, answers=Answers()) for one in begun.checkpoints)
    empty = plans.create(person, title="Pay the suppliers", key=new_key())
    open_one = _kept(person, replace(begun, title="Nothing judged yet", steps=unjudged, checkpoints=unanswered))
    row = _kept(person, begun)
    revealed = _kept(person, replace(begun, title="Everything shown"))
    plans.show_model(revealed)
    yield Place(name="plan, empty", address=f"/plans/{empty.pk}/plan/")
    yield Place(name="plan, nothing judged", address=f"/plans/{open_one.pk}/plan/")
    yield Place(name="plan", address=f"/plans/{row.pk}/plan/")
    yield Place(name="plan, all shown", address=f"/plans/{revealed.pk}/plan/", act=_open_all)
    yield from _editing(_kept(person, sketch(SMALL)))


def _editing(row: Plan) -> Iterator[Place]:
    """Each editor and each question that the Plan page can put, on a plan small enough to be looked at often."""
    here = f"/plans/{row.pk}/plan/"
    for what in ("plan", "step-approve-them", "step-pay-them", "checkpoint-a"):
        yield Place(name=f"plan, editing {what}", address=f"{here}?open={what}")
    yield Place(name="plan, editing a variable", address=here, act=_edit_variable)
    pay = f"{here}?open=step-pay-them"
    yield Place(name="plan, refused", address=pay, act=_write_nonsense)
    yield Place(name="plan, two values", address=pay, act=partial(_collide, row=row))
    yield Place(name="plan, private text", address=pay, act=_write_private_text)


def _tests(person: Person, begun: CorePlan) -> Iterator[Place]:
    empty = plans.create(person, title="Too few steps", key=new_key())
    row, tested = _kept(person, begun), _tested(person, replace(begun, title="Tested"))
    yield Place(name="test, nothing to test", address=f"/plans/{empty.pk}/test/")
    yield Place(name="test, before", address=f"/plans/{row.pk}/test/")
    yield Place(name="test", address=f"/plans/{tested.pk}/test/", act=_open_all)
    yield Place(name="sweep, before", address=f"/plans/{tested.pk}/test/sweep/")
    yield Place(name="sweep", address=f"/plans/{row.pk}/test/sweep/", act=_sweep)
    yield Place(name="test, one run of its own", address=f"/plans/{row.pk}/test/?cut=4000")


def _hand_ins(person: Person, begun: CorePlan, worked: CorePlan) -> Iterator[Place]:
    open_one, ready = _kept(person, begun), _tested(person, worked)
    reviewed = _tested(person, replace(worked, title="Handed in"))
    _review(submissions.hand_in(reviewed, version=reviewed.version, key=new_key()))
    token = report_links.token_of(report_links.make(ready, days=7, version=ready.version, key=new_key()))
    yield Place(name="hand in, to finish", address=f"/plans/{open_one.pk}/hand-in/", act=_press_hand_in)
    yield Place(name="hand in", address=f"/plans/{ready.pk}/hand-in/")
    yield Place(name="feedback", address=f"/plans/{reviewed.pk}/hand-in/1/")
    yield Place(name="report, too early", address=f"/plans/{_kept(person, begun).pk}/report/")
    yield Place(name="report", address=f"/plans/{ready.pk}/report/")
    yield Place(name="report, handed in", address=f"/plans/{reviewed.pk}/report/1/")
    yield Place(name="report, shared", address=f"/r/{token}/", signed_in=False)
    yield Place(name="report, over", address="/r/nothing/", signed_in=False)


def _class(classroom: Classroom) -> Iterator[Place]:
    home = f"/classes/{classroom.pk}/"
    handed_in = Submission.objects.filter(plan__exercise=classroom.exercise).first()
    yield Place(name="classes", address="/classes/")
    yield Place(name="class", address=home)
    for name in ("submissions", "picture", "exercise", "members", "downloads", "downloads/assumptions"):
        yield Place(name=name, address=f"{home}{name}/", act=_open_all)
    yield Place(name="before and after", address=f"{home}downloads/jobs/{_measured(classroom)}/assumptions/")
    if handed_in:
        yield Place(name="review", address=f"{home}submissions/{handed_in.pk}/")


def _measured(classroom: Classroom) -> UUID:
    """Let the class be measured under other assumptions, and return the key of the job."""
    teacher = classroom.members.select_related("classroom__exercise", "user").get(role="instructor")
    under = Assumptions(interruptions=Interruptions(restart_every_ms=600_000), seed=1)
    job = class_jobs.start(teacher, class_jobs.Work.COHORT, key=new_key(), assumptions=under.document())
    work_everything()
    return job.key


def _kept(person: Person, plan: CorePlan) -> Plan:
    return plans.import_file(person, write_plan(plan), key=new_key())


def _tested(person: Person, plan: CorePlan) -> Plan:
    row = _kept(person, plan)
    trials.run(row, version=row.version, key=new_key(), runs=RUNS, seed=trials.FIRST_SEED, foreseen=FORESEEN)
    return row


def _review(of: Submission) -> None:
    exercise = of.plan.exercise
    criterion = Criterion.objects.filter(exercise=exercise).first()
    reviewer = of.plan.owner
    review = Review.objects.create(submission=of, reviewer=reviewer, verdict="changes", given_at=timezone.now())
    if criterion:
        Score.objects.create(review=review, criterion=criterion, points=2)
    Comment.objects.create(review=review, text="Clearly argued, and the guard of the receipts is the right one.")
    Comment.objects.create(review=review, step="mail", text="Who looks unclear letters up on a Sunday?")


def _open_all(page: Page) -> None:
    for details in page.locator("main details:not([open]) > summary").all():
        if details.is_visible():
            details.click()


def _edit_variable(page: Page) -> None:
    page.get_by_role("link", name="Edit orders").click()
    page.get_by_role("button", name="Rename it everywhere").wait_for()


def _write_nonsense(page: Page) -> None:
    _write(page, "How long does it take?", "soon")
    page.get_by_role("heading", name="Not saved yet").wait_for()


def _collide(page: Page, row: Plan) -> None:
    """Let somebody else write the same field in between."""
    row.refresh_from_db()
    steps.edit(row, step="pay-them", notes=f"Version {row.version}.", version=row.version, key=new_key())
    _write(page, "Notes", "Ask the coordinator.")
    page.get_by_role("heading", name="This plan was changed in another tab").wait_for()


def _write_private_text(page: Page) -> None:
    _write(page, "Notes", "Ask ana@harborside.example")
    page.locator("#private-text-notice").wait_for()


def _sweep(page: Page) -> None:
    page.get_by_label("How fine").select_option("12")
    page.get_by_label("A session ends after").fill("1 h")
    page.get_by_label("up to after").fill("1 h")
    page.get_by_role("button", name="Show how it fares").click()
    page.locator("#sweep-title").wait_for()
    _open_all(page)


def _press_hand_in(page: Page) -> None:
    page.locator("#hand-in-send").press("Enter")
    page.get_by_role("heading", name="Not handed in yet").wait_for()


def _write(page: Page, label: str, text: str) -> None:
    field = page.locator(".editor").get_by_label(label, exact=True)
    field.fill(text)
    field.blur()
