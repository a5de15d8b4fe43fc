"""Reports that were shared; below `r/`."""

from django.urls import path

from planner.web.views import shared_report

urlpatterns = [
    path("<slug:token>/", shared_report.page, name="shared-report"),
    path("<slug:token>/as/<slug:name>/", shared_report.file, name="shared-report-file"),
]
