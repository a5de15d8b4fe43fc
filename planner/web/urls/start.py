"""The way in: what this is, the example, and one's own plans."""

from django.urls import path

from planner.web.views import start

urlpatterns = [
    path("", start.front, name="front"),
    path("example/copy/", start.copy_example, name="copy-example"),
    path("plans/", start.my_plans, name="my-plans"),
    path("plans/new/", start.new_plan, name="new-plan"),
]
