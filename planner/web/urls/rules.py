"""The catalogue of the rules, and a page for each; below `rules/`."""

from django.urls import path

from planner.web.views import rules

urlpatterns = [
    path("", rules.catalogue, name="rules"),
    path("<slug:code>/", rules.page, name="rule"),
]
