"""The Exercise page of a class; below `classes/<class_id>/exercise/`."""

from django.urls import path

from planner.web.views import criteria, exercise

CRITERION = "criteria/<int:criterion>/"

urlpatterns = [
    path("", exercise.page, name="exercise"),
    path("edit/", exercise.edit, name="exercise-edit"),
    path("class/", exercise.edit_class, name="class-edit"),
    path("example/", exercise.example, name="exercise-example"),
    path("interruptions/", exercise.interruptions, name="exercise-interruptions"),
    path("joining/", exercise.joining, name="class-joining"),
    path("joining/code/", exercise.renew_code, name="class-code"),
    path("criteria/add/", criteria.add, name="criterion-add"),
    path(f"{CRITERION}edit/", criteria.edit, name="criterion-edit"),
    path(f"{CRITERION}up/", criteria.move_up, name="criterion-up"),
    path(f"{CRITERION}down/", criteria.move_down, name="criterion-down"),
    path(f"{CRITERION}remove/", criteria.remove, name="criterion-remove"),
]
