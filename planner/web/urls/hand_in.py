"""The Hand in page and the Feedback page; below `plans/<plan_id>/hand-in/`."""

from django.urls import path

from planner.web.views import feedback, hand_in

urlpatterns = [
    path("", hand_in.page, name="hand-in"),
    path("send/", hand_in.send, name="send-hand-in"),
    path("explain/", hand_in.explain, name="explain-suggestion"),
    path("feedback/", feedback.newest, name="feedback"),
    path("<int:number>/", feedback.page, name="handed-in"),
]
