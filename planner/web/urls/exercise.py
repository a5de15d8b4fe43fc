"""The Exercise page of a class; below `classes/<class_id>/exercise/`."""

from django.urls import path

from planner.web.views import exercise

urlpatterns = [
    path("", exercise.page, name="exercise"),
]
