"""The Test page and what a person does there; below `plans/<plan_id>/test/`."""

from django.urls import path

from planner.web.views import test, test_notes

urlpatterns = [
    path("", test.page, name="test"),
    path("predict/", test.predict, name="predict-test"),
    path("run/", test.run, name="run-test"),
    path("interruptions/", test_notes.assume, name="test-interruptions"),
    path("interruptions/preset/", test_notes.take_preset, name="test-preset"),
    path("why/", test_notes.reflect, name="test-why"),
]
