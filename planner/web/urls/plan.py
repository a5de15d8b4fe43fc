"""The Plan page and what a person does there; below `plans/<plan_id>/plan/`."""

from django.urls import path

from planner.web.views import plan

urlpatterns = [
    path("", plan.page, name="plan"),
]
