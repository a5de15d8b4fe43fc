"""Plan files in and out; below `plans/`."""

from django.urls.resolvers import URLPattern

urlpatterns: list[URLPattern] = []
