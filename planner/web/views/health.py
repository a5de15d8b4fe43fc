"""What machines ask of the site: whether it answers, whether it can work, its numbers, and where to report a flaw."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from planner.services import database

_SECURITY_TXT_DAYS = 180


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Say that this process answers: for a supervisor, and for `demo` to know when to print the address."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Say whether requests can be sent here: the database answers and has every migration."""
    obstacle = database.obstacle()
    return HttpResponse(f"{obstacle or 'ready'}\n", content_type="text/plain", status=503 if obstacle else 200)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Give the numbers to who has the token; there is no such page for anybody else."""
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    # Loaded where a token is set: the library is not installed elsewhere.
    from planner.web.metrics import exposition

    return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say where to report a weakness, in the form of RFC 9116."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=_SECURITY_TXT_DAYS)).strftime("%Y-%m-%dT00:00:00Z")
    text = f"Contact: {settings.SECURITY_CONTACT}\nExpires: {expires}\nPreferred-Languages: en\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
