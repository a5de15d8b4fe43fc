"""The files of a class, and the background work that makes them; below `classes/<class_id>/downloads/`."""

from django.urls import path

from planner.web.views import downloads

urlpatterns = [
    path("", downloads.page, name="downloads"),
    path("jobs/", downloads.jobs, name="class-jobs"),
    path("start/<slug:work>/", downloads.start, name="start-class-job"),
    path("jobs/<uuid:key>/cancel/", downloads.cancel, name="cancel-class-job"),
    path("jobs/<uuid:key>/retry/", downloads.retry, name="retry-class-job"),
    path("jobs/<uuid:key>/reports/", downloads.reports, name="class-reports"),
    path("gradebook/<slug:program>/", downloads.grades, name="gradebook"),
]
