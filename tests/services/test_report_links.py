"""Sharing a report by an address that expires."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import override_settings
from django.utils import timezone

from planner.core.errors import PlanError
from planner.models import Plan, ReportLink
from planner.services import report_links, reports, steps
from planner.services.report_links import LinkIsOver
from planner.services.trials import PlanHasMoved
from tests.services.stored import new_key, stored

pytestmark = pytest.mark.django_db

DRAWING = "Read\n|\nPay !\nReport"


def made(row: Plan, *, days: int = 7) -> ReportLink:
    return report_links.make(row, days=days, version=row.version, key=new_key())


def test_a_link_leads_to_the_report_as_it_was_when_it_was_shared() -> None:
    row = stored(DRAWING)
    then = reports.on_plan(row)
    link = made(row)
    steps.edit(row, step="pay", name="Pay everybody", version=row.version, key=new_key())
    assert report_links.follow(report_links.token_of(link)) == then
    assert reports.on_plan(row) != then


def test_it_lasts_for_the_days_that_were_chosen() -> None:
    link = made(stored(DRAWING), days=30)
    assert link.expires_at - link.created_at == timedelta(days=30)


def test_making_it_twice_from_one_form_makes_it_once() -> None:
    row, key = stored(DRAWING), new_key()
    first = report_links.make(row, days=7, version=1, key=key)
    steps.edit(row, step="pay", name="Pay everybody", version=row.version, key=new_key())
    assert report_links.make(row, days=7, version=1, key=key) == first
    assert ReportLink.objects.count() == 1


def test_a_plan_that_has_moved_is_not_shared_unseen() -> None:
    row = stored(DRAWING)
    steps.edit(row, step="pay", name="Pay everybody", version=row.version, key=new_key())
    with pytest.raises(PlanHasMoved):
        report_links.make(row, days=7, version=1, key=new_key())
    assert ReportLink.objects.count() == 0


def test_nothing_of_the_address_is_in_the_database() -> None:
    row = stored(DRAWING)
    link = made(row)
    token = report_links.token_of(link)
    kept = ReportLink.objects.filter(pk=link.pk).values().get()
    assert len(token) == 64
    assert token not in str(kept)


def test_an_address_that_never_was_one_leads_nowhere() -> None:
    link = made(stored(DRAWING))
    for token in ("", "x", link.digest, str(link.pk)):
        with pytest.raises(ObjectDoesNotExist):
            report_links.follow(token)


def test_an_expired_link_says_so() -> None:
    link = made(stored(DRAWING))
    token = report_links.token_of(link)
    past = timezone.now() - timedelta(days=8)
    ReportLink.objects.update(created_at=past, expires_at=past + timedelta(days=7))
    with pytest.raises(LinkIsOver):
        report_links.follow(token)
    assert report_links.good_links(link.plan) == []


def test_a_link_can_be_taken_back_and_stays_so() -> None:
    row = stored(DRAWING)
    link, other = made(row), made(row)
    report_links.take_back(row, link.pk)
    report_links.take_back(row, link.pk)
    with pytest.raises(LinkIsOver):
        report_links.follow(report_links.token_of(link))
    assert report_links.good_links(row) == [other]


def test_a_link_of_another_plan_cannot_be_taken_back() -> None:
    row, other = stored(DRAWING), stored(DRAWING)
    link = made(other)
    with pytest.raises(ObjectDoesNotExist):
        report_links.take_back(row, link.pk)
    assert report_links.good_links(other) == [link]


def test_only_some_lengths_and_so_many_links_at_once() -> None:
    row = stored(DRAWING)
    with pytest.raises(PlanError, match="days: one of 1, 7, 30"):
        made(row, days=365)
    for _ in range(report_links.MOST_AT_ONCE):
        made(row)
    with pytest.raises(PlanError, match="at most 20 links at once; take one back first"):
        made(row)
    report_links.take_back(row, report_links.good_links(row)[0].pk)
    assert made(row).plan == row


def test_after_a_change_of_the_secret_key_links_lead_on_and_are_not_shown_any_more() -> None:
    link = made(stored(DRAWING))
    token = report_links.token_of(link)
    with override_settings(SECRET_KEY="another " * 8):
        assert report_links.token_of(link) == ""
        assert report_links.follow(token).title == "Sketch"
