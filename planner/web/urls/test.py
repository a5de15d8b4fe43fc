"""The Test page; below `plans/<plan_id>/test/`."""

from django.urls import path

from planner.web.views import test

urlpatterns = [
    path("", test.page, name="test"),
]
