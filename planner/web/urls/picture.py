"""The Class picture page of a class; below `classes/<class_id>/picture/`."""

from django.urls import path

from planner.web.views import class_picture

urlpatterns = [
    path("", class_picture.page, name="class-picture"),
    path("live/", class_picture.live, name="class-picture-live"),
    path("runs/<uuid:submission_id>/", class_picture.run, name="class-run"),
]
