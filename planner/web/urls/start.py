"""The way in: what this is, the example, and one's own plans."""

from django.urls import path

from planner.web.views import deleting, start

urlpatterns = [
    path("", start.front, name="front"),
    path("example/copy/", start.copy_example, name="copy-example"),
    path("plans/", start.my_plans, name="my-plans"),
    path("plans/new/", start.new_plan, name="new-plan"),
    path("plans/<uuid:plan_id>/delete/", deleting.delete_plan, name="delete-plan"),
]
