"""The Members page of a class; below `classes/<class_id>/members/`."""

from django.urls import path
from django.views.generic import RedirectView

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="exercise"), name="members"),
]
