"""Sharing a report by an address that expires: made, shown to its owner, taken back, followed."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from planner.core.errors import require
from planner.core.files.reportfile import document_from_origin, origin_from_document
from planner.models import Plan, ReportLink
from planner.services import reports
from planner.services.once import key_of
from planner.services.trials import PlanHasMoved

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

    from planner.core.report import Report

DAYS = (1, 7, 30)
MOST_AT_ONCE = 20
_SALT = "planner.report-link"


class LinkIsOver(Exception):  # noqa: N818 -- it says how things stand
    """The link was good once; it has expired or was taken back."""


def make(row: Plan, *, days: int, version: int, key: str) -> ReportLink:
    """Share the report on a plan as it is, for so many days; the same key again gives the first link.

    PlanHasMoved if `version` is no longer the plan's; PlanError for other numbers of days, or too many links at once.
    """
    require(days in DAYS, "days", f"one of {', '.join(map(str, DAYS))}")
    key_id, now = key_of(key), timezone.now()
    with transaction.atomic():
        row.refresh_from_db(from_queryset=Plan.objects.select_for_update())
        known = row.report_links.filter(key=key_id).first()
        if known:
            return known
        if version != row.version:
            raise PlanHasMoved
        most = f"at most {MOST_AT_ONCE} links at once; take one back first"
        require(_good(row).count() < MOST_AT_ONCE, "", most)
        link = ReportLink(plan=row, key=key_id, created_at=now, expires_at=now + timedelta(days=days))
        link.origin = document_from_origin(reports.origin_now(row))
        link.digest = _hash(_token(link.pk))
        link.save()
    return link


def token_of(link: ReportLink) -> str:
    """Return the secret part of a link's address; nothing if it was made under another secret key of the site."""
    token = _token(link.pk)
    return token if constant_time_compare(_hash(token), link.digest) else ""


def good_links(row: Plan) -> list[ReportLink]:
    """Return the links to reports on a plan that can be followed, the newest first."""
    return list(_good(row))


def take_back(row: Plan, link_id: UUID) -> None:
    """Let a link lead nowhere from now on; again, or after it has expired, changes nothing.

    ReportLink.DoesNotExist if the plan has no such link.
    """
    link = row.report_links.get(pk=link_id)
    row.report_links.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())


def follow(token: str) -> Report:
    """Return the report that a link leads to, as it was when it was shared.

    ReportLink.DoesNotExist for an address that never was one; LinkIsOver for one that was.
    """
    link = ReportLink.objects.get(digest=_hash(token))
    if link.revoked_at or link.expires_at <= timezone.now():
        raise LinkIsOver
    return reports.again(origin_from_document(link.origin))


def _good(row: Plan) -> QuerySet[ReportLink]:
    return row.report_links.filter(revoked_at=None, expires_at__gt=timezone.now())


def _token(link_id: UUID) -> str:
    """Return a token that nobody can make without the secret key of the site."""
    return salted_hmac(_SALT, str(link_id), algorithm="sha256").hexdigest()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
