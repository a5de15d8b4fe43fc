"""The Hand in page; below `plans/<plan_id>/hand-in/`."""

from django.urls import path

from planner.web.views import hand_in

urlpatterns = [
    path("", hand_in.page, name="hand-in"),
]
