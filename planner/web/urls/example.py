"""The Example page; below `example/`."""

from django.urls import path

from planner.web.views import example

urlpatterns = [
    path("", example.page, name="example"),
    path("<int:number>/", example.page, name="example-screen"),
    path("<int:number>/answer/", example.answer, name="answer-example"),
]
