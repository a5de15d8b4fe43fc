"""The Members page of a class; below `classes/<class_id>/members/`."""

from django.urls import path

from planner.web.views import members

urlpatterns = [
    path("", members.page, name="members"),
    path("<int:member_id>/role/", members.change_role, name="member-role"),
    path("<int:member_id>/remove/", members.remove, name="member-remove"),
    path("<int:member_id>/code/", members.new_return_code, name="member-code"),
    path("invite/", members.invite, name="invite"),
    path("roster/", members.preview_roster, name="roster"),
    path("roster/take/", members.take_roster, name="roster-take"),
]
