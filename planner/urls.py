"""Every address of the site: each page lists its own in planner.web.urls."""

from django.urls import include, path

from planner.web.views.health import health, metrics, ready, security_txt

urlpatterns = [
    path("health/", health, name="health"),
    path("ready/", ready, name="ready"),
    path("metrics/", metrics, name="metrics"),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("", include("planner.web.urls.start")),
    path("", include("planner.web.urls.accounts")),
    path("", include("planner.web.urls.classes")),
    path("my-data/", include("planner.web.urls.my_data")),
    path("example/", include("planner.web.urls.example")),
    path("rules/", include("planner.web.urls.rules")),
    path("plans/", include("planner.web.urls.plan_files")),
    path("plans/<uuid:plan_id>/plan/", include("planner.web.urls.plan")),
    path("plans/<uuid:plan_id>/plan/findings/", include("planner.web.urls.findings")),
    path("plans/<uuid:plan_id>/test/", include("planner.web.urls.test")),
    path("plans/<uuid:plan_id>/test/sweep/", include("planner.web.urls.sweeps")),
    path("plans/<uuid:plan_id>/hand-in/", include("planner.web.urls.hand_in")),
    path("plans/<uuid:plan_id>/report/", include("planner.web.urls.report")),
    path("r/", include("planner.web.urls.shared_report")),
    path("classes/<uuid:class_id>/submissions/", include("planner.web.urls.submissions")),
    path("classes/<uuid:class_id>/downloads/", include("planner.web.urls.downloads")),
    path("classes/<uuid:class_id>/picture/", include("planner.web.urls.picture")),
    path("classes/<uuid:class_id>/exercise/", include("planner.web.urls.exercise")),
    path("classes/<uuid:class_id>/members/", include("planner.web.urls.members")),
]
