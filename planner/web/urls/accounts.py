"""Signing up, in and out."""

from django.urls.resolvers import URLPattern

urlpatterns: list[URLPattern] = []
