"""The Test page and what a person does there; below `plans/<plan_id>/test/`."""

from django.urls import path

from planner.web.views import test

urlpatterns = [
    path("", test.page, name="test"),
    path("run/", test.run, name="run-test"),
]
