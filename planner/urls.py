"""Every address of the site."""

from django.urls import path

from planner.web.views.health import health

urlpatterns = [
    path("health/", health, name="health"),
]
