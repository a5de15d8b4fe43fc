"""The sweeps of a plan; below `plans/<plan_id>/test/sweep/`."""

from django.urls import path

from planner.web.views import sweeps

urlpatterns = [
    path("", sweeps.page, name="sweep"),
    path("start/", sweeps.start, name="start-sweep"),
    path("<uuid:key>/cancel/", sweeps.cancel, name="cancel-sweep"),
    path("<uuid:key>/retry/", sweeps.retry, name="retry-sweep"),
]
