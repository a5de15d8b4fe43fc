"""The Submissions page of a class; below `classes/<class_id>/submissions/`."""

from django.urls import path
from django.views.generic import RedirectView

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="exercise"), name="submissions"),
]
