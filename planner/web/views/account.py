"""Signing up, in and out; the plans of a browser go with the person who signs in there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.db import IntegrityError
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from planner.services import plans
from planner.web.access import BROWSER
from planner.web.contexts.frame import frame
from planner.web.forms.account import NAME_TAKEN, SignInForm, SignUpForm
from planner.web.privacy_gate import ungated
from planner.web.rate import Rate, address_of

if TYPE_CHECKING:
    from django.contrib.auth.forms import AuthenticationForm
    from django.http import HttpRequest, HttpResponse

    from planner.models import User

BY_NAME = Rate("sign-in-name", most=10, seconds=300)
BY_ADDRESS = Rate("sign-in-address", most=100, seconds=300)
SIGN_UPS = Rate("sign-up", most=100, seconds=3_600)
_TOO_OFTEN = "That was tried too often. Wait a few minutes, then try again."


@method_decorator(ungated, name="dispatch")
class SignIn(LoginView):
    """Sign in, and keep what was begun in this browser."""

    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    next_page = "my-plans"
    redirect_authenticated_user = True

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return the frame of every page and the form."""
        return super().get_context_data(**frame(), **more)

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Try a name and a password, unless that was done too often."""
        where = address_of(request)
        name = request.POST.get("username", "").strip().casefold()
        # Both are counted each time, so that the first does not hide the second.
        allowed = [BY_ADDRESS.allows(where), BY_NAME.allows(f"{where} {name}")]
        if all(allowed):
            return super().post(request, *args, **named)
        return render(request, self.template_name, {**frame(), "too_often": _TOO_OFTEN}, status=429)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Keep the plans first: should that fail, the person is not in, and can try again."""
        adopt_plans(self.request, form.get_user())
        return super().form_valid(form)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form again, with its error."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class SignOut(LogoutView):
    """Sign out."""

    next_page = "front"


@ungated
@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account, sign in, and keep what was begun in this browser."""
    if request.user.is_authenticated:
        return redirect("my-plans")
    form = SignUpForm(request.POST or None)
    if request.method != "POST":
        return _sign_up_form(request, form, status=200)
    if not SIGN_UPS.allows(address_of(request)):
        return render(request, "account/sign_up.html", {**frame(), "too_often": _TOO_OFTEN}, status=429)
    if not form.is_valid() or not _has_entered(request, form):
        return _sign_up_form(request, form, status=422)
    return redirect("my-plans")


def _has_entered(request: HttpRequest, form: SignUpForm) -> bool:
    """Make the account and sign in; false, with an error on the form, if the name was taken a moment ago."""
    try:
        user = form.save()
    except IntegrityError:
        form.add_error("username", NAME_TAKEN)
        return False
    adopt_plans(request, user)
    login(request, user)
    return True


def adopt_plans(request: HttpRequest, user: User) -> None:
    """Give the plans of this browser to the user."""
    token = request.session.pop(BROWSER, None)
    if token:
        plans.adopt(token, user)


def _sign_up_form(request: HttpRequest, form: SignUpForm, *, status: int) -> HttpResponse:
    return render(request, "account/sign_up.html", {**frame(), "form": form}, status=status)
