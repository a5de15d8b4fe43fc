"""Signing up, in and out."""

from django.urls import path

from planner.web.views import account

urlpatterns = [
    path("account/sign-up/", account.sign_up, name="sign-up"),
    path("account/sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("account/sign-out/", account.SignOut.as_view(), name="sign-out"),
]
