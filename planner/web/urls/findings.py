"""Findings that are left as they are; below `plans/<plan_id>/plan/findings/`."""

from django.urls import path

from planner.web.views import findings

urlpatterns = [
    path("accept/", findings.accept, name="accept-finding"),
    path("withdraw/", findings.withdraw, name="withdraw-acceptance"),
]
