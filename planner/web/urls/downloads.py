"""The files of a class, and the background work that makes them; below `classes/<class_id>/downloads/`."""

from django.urls import path

from planner.web.views import cohort, downloads

urlpatterns = [
    path("", downloads.page, name="downloads"),
    path("jobs/", downloads.jobs, name="class-jobs"),
    path("start/<slug:work>/", downloads.start, name="start-class-job"),
    path("jobs/<uuid:key>/cancel/", downloads.cancel, name="cancel-class-job"),
    path("jobs/<uuid:key>/retry/", downloads.retry, name="retry-class-job"),
    path("jobs/<uuid:key>/reports/", downloads.reports, name="class-reports"),
    path("assumptions/", cohort.page, name="cohort"),
    path("assumptions/start/", cohort.start, name="start-cohort"),
    path("jobs/<uuid:key>/assumptions/", cohort.result, name="cohort-result"),
    path("jobs/<uuid:key>/assumptions/file/", cohort.file, name="cohort-file"),
    path("gradebook/<slug:program>/", downloads.grades, name="gradebook"),
]
