"""Reviewing: private drafts, the first verdict stands, and nothing is lost when two do it at once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from planner.core.errors import PlanError
from planner.models import Comment, Member, Review, Score, Submission
from planner.services import feedback, steps, submissions
from planner.services.classes import reviewing
from planner.services.classes.reviewing import Draft, Remark, Verdict
from tests.services.classes.crowded import NOW, assistant, handed_in, opened_class
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

WHY = Remark(text="Why there?", checkpoint="after-read")


@pytest.fixture
def teacher() -> Member:
    return opened_class()


@pytest.fixture
def submission(teacher: Member) -> Submission:
    return handed_in(teacher.classroom)


def full(member: Member, points: int = 2) -> dict[int, int]:
    return {criterion.pk: points for criterion in member.classroom.exercise.criteria.all()}


def kept(submission: Submission, member: Member) -> Draft:
    return reviewing.draft_of(reviewing.review_of(submission, reviewing.account_of(member)))


def again(submission: Submission) -> Submission:
    """The learner's next hand-in."""
    plan = submission.plan
    steps.edit(plan, step="work", name=f"Work {plan.version}", version=plan.version, key=new_key())
    return submissions.hand_in(plan, version=plan.version, key=new_key())


def test_a_draft_is_kept_for_its_reviewer_alone(teacher: Member, submission: Submission) -> None:
    other = assistant(teacher.classroom)
    reviewing.save(submission, teacher, Draft(points=full(teacher), remarks=(WHY,)))
    reviewing.save(submission, other, Draft(remarks=(Remark(text=" Mine. "),)))
    assert (kept(submission, teacher).points, kept(submission, teacher).remarks) == (full(teacher), (WHY,))
    assert kept(submission, other).remarks == (Remark(text="Mine."),)
    assert feedback.given_on(submission) == []


def test_a_draft_is_replaced_by_one_that_follows_on_it(teacher: Member, submission: Submission) -> None:
    reviewing.save(submission, teacher, Draft(remarks=(WHY,)))
    first = kept(submission, teacher)
    reviewing.save(submission, teacher, replace(first, remarks=(WHY, Remark(text="And here?", step="work"))))
    assert [one.text for one in kept(submission, teacher).remarks] == ["Why there?", "And here?"]
    reviewing.save(submission, teacher, replace(kept(submission, teacher), remarks=(Remark(text="  "),)))
    assert kept(submission, teacher).remarks == ()


def test_the_same_draft_twice_is_saved_once(teacher: Member, submission: Submission) -> None:
    first = reviewing.save(submission, teacher, Draft(remarks=(WHY,)))
    second = reviewing.save(submission, teacher, Draft(remarks=(WHY,)))
    assert (first, first.changed_at) == (second, second.changed_at)
    assert Comment.objects.count() == 1


def test_a_draft_from_a_page_that_is_out_of_date_replaces_nothing(teacher: Member, submission: Submission) -> None:
    reviewing.save(submission, teacher, Draft(remarks=(WHY,)))
    with pytest.raises(reviewing.DraftHasMoved) as told:
        reviewing.save(submission, teacher, Draft(remarks=(Remark(text="Another tab."),)))
    assert told.value.theirs == kept(submission, teacher)
    assert kept(submission, teacher).remarks == (WHY,)


@pytest.mark.parametrize(
    ("draft", "path"),
    [
        (Draft(points={0: 2}), "points"),
        (Draft(remarks=(Remark(text="x" * 5_001),)), "remarks"),
        (Draft(remarks=(Remark(text="x", step="a", checkpoint="b"),)), "remarks"),
        (Draft(remarks=tuple(Remark(text=str(at)) for at in range(61))), "remarks"),
    ],
)
def test_what_no_review_holds_is_refused(teacher: Member, submission: Submission, draft: Draft, path: str) -> None:
    with pytest.raises(PlanError) as refused:
        reviewing.save(submission, teacher, draft)
    assert refused.value.path == path
    assert not Review.objects.exists()


@pytest.mark.parametrize("points", [-1, 4])
def test_points_go_from_0_to_3(teacher: Member, submission: Submission, points: int) -> None:
    with pytest.raises(PlanError, match="0 to 3 points"):
        reviewing.save(submission, teacher, Draft(points=full(teacher, points)))


def give(submission: Submission, member: Member, verdict: Verdict, **draft: object) -> Review:
    filled = Draft(points=full(member), remarks=(WHY,))
    newest = submission.number
    return reviewing.give(
        submission,
        member,
        replace(filled, **draft),  # type: ignore[arg-type]
        verdict=verdict,
        newest=newest,
        now=NOW,
    )


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_gives_the_review_to_the_learner_with_what_was_filled_in(
    teacher: Member, submission: Submission, verdict: Verdict
) -> None:
    given = give(submission, teacher, verdict)
    assert [(one, one.verdict, one.given_at) for one in feedback.given_on(submission)] == [(given, verdict, NOW)]
    assert Score.objects.filter(review=given, points=2).count() == len(full(teacher))


def test_to_accept_every_criterion_has_points(teacher: Member, submission: Submission) -> None:
    some = dict(list(full(teacher).items())[1:])
    with pytest.raises(PlanError, match="points for every criterion before it is accepted; 1 lack them"):
        give(submission, teacher, Verdict.ACCEPTED, points=some)
    assert feedback.given_on(submission) == []


def test_to_ask_for_changes_a_comment_says_which(teacher: Member, submission: Submission) -> None:
    with pytest.raises(PlanError, match="says what to change"):
        give(submission, teacher, Verdict.CHANGES, remarks=())
    assert give(submission, teacher, Verdict.CHANGES, points={}).verdict == "changes"


def test_the_same_verdict_twice_is_given_once(teacher: Member, submission: Submission) -> None:
    assert give(submission, teacher, Verdict.ACCEPTED) == give(submission, teacher, Verdict.ACCEPTED)
    assert Review.objects.count() == 1


def test_a_review_that_was_given_stays_as_it_is(teacher: Member, submission: Submission) -> None:
    give(submission, teacher, Verdict.ACCEPTED)
    with pytest.raises(reviewing.AlreadyGiven):
        give(submission, teacher, Verdict.CHANGES)
    with pytest.raises(reviewing.AlreadyGiven):
        reviewing.save(submission, teacher, Draft(remarks=(Remark(text="One more."),)))
    assert [one.verdict for one in feedback.given_on(submission)] == ["accepted"]


def test_the_first_verdict_stands_and_the_second_reviewer_may_add_to_it(
    teacher: Member, submission: Submission
) -> None:
    other = assistant(teacher.classroom)
    give(submission, teacher, Verdict.ACCEPTED)
    with pytest.raises(reviewing.AlreadyDecided) as told:
        give(submission, other, Verdict.CHANGES)
    assert told.value.first.reviewer == teacher.user
    added = reviewing.add_to(submission, other, Draft(remarks=(Remark(text="Also well told."),)), now=NOW)
    assert (added.verdict, added.given_at) == ("accepted", NOW)
    assert reviewing.add_to(submission, other, Draft(remarks=(Remark(text="Twice."),)), now=NOW) == added
    assert [one.text for one in added.comments.all()] == ["Also well told."]


def test_there_is_nothing_to_add_to_before_the_first_verdict(teacher: Member, submission: Submission) -> None:
    with pytest.raises(PlanError, match="a verdict that somebody else has given"):
        reviewing.add_to(submission, teacher, Draft(remarks=(WHY,)), now=NOW)
    give(submission, teacher, Verdict.ACCEPTED)
    with pytest.raises(PlanError, match="points or a comment"):
        reviewing.add_to(submission, assistant(teacher.classroom), Draft(), now=NOW)


def test_a_hand_in_meanwhile_is_told_once_and_the_review_stays_with_its_version(
    teacher: Member, submission: Submission
) -> None:
    newer = again(submission)
    with pytest.raises(reviewing.HandedInAgain) as told:
        give(submission, teacher, Verdict.CHANGES)
    assert told.value.newest == 2
    draft = Draft(points=full(teacher), remarks=(WHY,))
    given = reviewing.give(submission, teacher, draft, verdict=Verdict.CHANGES, newest=2, now=NOW)
    assert given.submission == submission
    assert feedback.given_on(newer) == []


def test_who_else_has_it_open_is_told_for_ten_minutes(teacher: Member, submission: Submission) -> None:
    other = assistant(teacher.classroom)
    assert reviewing.look_at(submission, teacher, now=NOW) == []
    assert reviewing.look_at(submission, other, now=NOW + timedelta(minutes=5)) == [("Tea Cher", NOW)]
    assert reviewing.look_at(submission, other, now=NOW + timedelta(minutes=11)) == []


def test_a_verdict_closes_the_hand_in(teacher: Member, submission: Submission) -> None:
    reviewing.look_at(submission, teacher, now=NOW)
    give(submission, teacher, Verdict.ACCEPTED)
    assert reviewing.look_at(submission, assistant(teacher.classroom), now=NOW) == []


def test_a_hand_in_of_another_class_is_not_found(teacher: Member) -> None:
    foreign = handed_in(opened_class("Autumn").classroom)
    with pytest.raises(Submission.DoesNotExist):
        reviewing.find(teacher, foreign.pk)
