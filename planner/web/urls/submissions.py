"""The Submissions page of a class and the reviews; below `classes/<class_id>/submissions/`."""

from django.urls import path

from planner.web.views import review, submissions

urlpatterns = [
    path("", submissions.page, name="submissions"),
    path("names/", submissions.show_names, name="show-names"),
    path("names/allow/", submissions.allow_names, name="allow-names"),
    path("divide/", submissions.divide, name="divide-reviews"),
    path("assign/", submissions.assign, name="assign-reviews"),
    path("<uuid:submission_id>/", review.page, name="review"),
    path("<uuid:submission_id>/report/", review.report, name="review-report"),
    path("<uuid:submission_id>/report/<slug:name>/", review.file, name="review-report-file"),
]
