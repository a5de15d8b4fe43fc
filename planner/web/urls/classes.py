"""The classes of a person, and the ways into one."""

from django.urls import path

from planner.web.views import classes, joining

urlpatterns = [
    path("classes/", classes.classes, name="classes"),
    path("classes/new/", classes.new_class, name="new-class"),
    path("classes/<uuid:class_id>/", classes.page, name="class"),
    path("classes/<uuid:class_id>/plans/new/", classes.new_plan, name="new-class-plan"),
    path("classes/<uuid:class_id>/code/", classes.new_code, name="new-return-code"),
    path("join/", joining.join, name="join"),
    path("join/<slug:code>/", joining.join_class, name="join-class"),
    path("come-back/", joining.come_back, name="come-back"),
    path("invitations/<slug:token>/", joining.invitation, name="invitation"),
]
