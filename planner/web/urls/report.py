"""The Report page and its files; below `plans/<plan_id>/report/`."""

from django.urls import path

from planner.web.views import report

urlpatterns = [
    path("", report.page, name="report"),
    path("model/", report.show_model, name="report-model"),
    path("as/<slug:name>/", report.file, name="report-file"),
    path("share/", report.share, name="share-report"),
    path("share/<uuid:link_id>/take-back/", report.unshare, name="unshare-report"),
    path("<int:number>/", report.handed_in, name="handed-in-report"),
    path("<int:number>/as/<slug:name>/", report.handed_in_file, name="handed-in-report-file"),
]
