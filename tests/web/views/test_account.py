"""Signing up, in and out: the plans of a browser go with its person, and errors give nothing away."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from planner.models import Plan, User
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db

IN, UP, OUT = "/account/sign-in/", "/account/sign-up/", "/account/sign-out/"
PASSWORD = "quite a long one 4"
WRONG = "This name and this password do not belong together."


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password=PASSWORD)


def new_account(name: str = "bea", first: str = PASSWORD, second: str = PASSWORD) -> dict[str, str]:
    return {"username": name, "password1": first, "password2": second}


def name_and_password(name: str = "ann", password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"username": name, "password": password, **more}


def user_of(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


@pytest.mark.parametrize("address", [IN, UP])
def test_the_page_shows_its_form(address: str, client: Client) -> None:
    page = client.get(address)
    assert page.status_code == 200
    assert 'type="password"' in page.content.decode()


def test_signing_up_makes_the_account_signs_in_and_keeps_the_plan() -> None:
    client, row = with_plan("Read")
    answer = client.post(UP, new_account())
    user = User.objects.get()
    assert (answer.status_code, answer.headers["Location"], user_of(client)) == (302, "/plans/", str(user.pk))
    assert (Plan.objects.get().owner, client.get(f"/plans/{row.pk}/plan/").status_code) == (user, 200)


def test_signing_in_keeps_the_plan_of_the_browser(ann: User) -> None:
    client, row = with_plan("Read")
    answer = client.post(IN, name_and_password())
    assert (answer.status_code, answer.headers["Location"]) == (302, "/plans/")
    assert (Plan.objects.get().owner, Plan.objects.get().session_token) == (ann, "")
    assert client.get(f"/plans/{row.pk}/plan/").status_code == 200


def test_the_plan_is_there_wherever_its_person_signs_in(ann: User) -> None:
    here, row = with_plan("Read")
    here.post(IN, name_and_password())
    elsewhere = Client()
    assert elsewhere.get(f"/plans/{row.pk}/plan/").status_code == 404
    elsewhere.post(IN, name_and_password())
    assert elsewhere.get(f"/plans/{row.pk}/plan/").status_code == 200


def test_after_signing_out_the_browser_has_none_of_it(ann: User) -> None:
    client, row = with_plan("Read")
    client.post(IN, name_and_password())
    answer = client.post(OUT)
    assert (answer.status_code, answer.headers["Location"], user_of(client)) == (302, "/", None)
    assert client.get(f"/plans/{row.pk}/plan/").status_code == 404


def test_the_session_gets_a_new_key_on_the_way_in(ann: User) -> None:
    client, _ = with_plan("Read")
    before = client.session.session_key
    client.post(IN, name_and_password())
    assert client.session.session_key != before


@pytest.mark.parametrize(
    "wrong", [("ann", "another one 4"), ("nobody", PASSWORD), ("", PASSWORD), ("ann", ""), ("an\x00n", PASSWORD)]
)
def test_a_wrong_name_or_password_keeps_the_plan_where_it_is(wrong: tuple[str, str], ann: User) -> None:
    client, row = with_plan("Read")
    assert client.post(IN, name_and_password(*wrong)).status_code == 422
    assert (user_of(client), client.get(f"/plans/{row.pk}/plan/").status_code) == (None, 200)


def test_the_answer_is_the_same_whichever_is_wrong(client: Client, ann: User) -> None:
    User.objects.create_user("closed", password=PASSWORD, is_active=False)
    for wrong in (("ann", "another one 4"), ("nobody", PASSWORD), ("closed", PASSWORD)):
        assert WRONG in client.post(IN, name_and_password(*wrong)).content.decode()


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (new_account(second="another one 4"), "The two passwords differ."),
        (new_account(first="short", second="short"), "too short"),
        (new_account(first="12345678901", second="12345678901"), "entirely numeric"),
        (new_account(name="ANN"), "This name cannot be used here."),
        (new_account(name="a b"), "Enter a valid username."),
        (new_account(name=""), "This field is required."),
    ],
)
def test_an_account_that_cannot_be_is_refused_beside_its_field(form: dict[str, str], said: str, ann: User) -> None:
    client, row = with_plan("Read")
    answer = client.post(UP, form)
    assert (answer.status_code, User.objects.count(), user_of(client)) == (422, 1, None)
    assert said in answer.content.decode()
    assert client.get(f"/plans/{row.pk}/plan/").status_code == 200


def test_signing_up_twice_makes_one_account(client: Client) -> None:
    answers = [client.post(UP, new_account()).status_code for _ in range(2)]
    assert (answers, User.objects.count()) == ([302, 302], 1)


def test_passwords_are_kept_as_argon2(client: Client) -> None:
    client.post(UP, new_account())
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_after_signing_in_one_is_where_one_wanted_to_be(client: Client, ann: User) -> None:
    assert client.post(IN, name_and_password(next="/example/")).headers["Location"] == "/example/"


def test_signing_in_leads_to_no_other_site(client: Client, ann: User) -> None:
    answer = client.post(IN, name_and_password(next="https://elsewhere.example/"))
    assert answer.headers["Location"] == "/plans/"


def test_who_is_in_is_not_asked_again(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert [client.get(address).status_code for address in (IN, UP)] == [302, 302]


def test_guessing_is_slowed_down(client: Client, ann: User) -> None:
    answers = [client.post(IN, name_and_password(password="guess")).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert client.post(IN, name_and_password()).status_code == 429
    assert user_of(client) is None


def test_another_name_can_still_sign_in_meanwhile(client: Client, ann: User) -> None:
    for _ in range(11):
        client.post(IN, name_and_password("somebody", "guess"))
    assert client.post(IN, name_and_password()).status_code == 302


def test_signing_out_takes_a_form(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get(OUT).status_code == 405
    assert user_of(client) == str(ann.pk)


def test_a_form_of_another_site_does_nothing(ann: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert [strict.post(address, name_and_password()).status_code for address in (IN, UP, OUT)] == [403, 403, 403]


def test_what_a_person_is_called_is_not_held_back_as_private(client: Client) -> None:
    assert client.post(UP, new_account(name="bea@harborside.example")).status_code == 302
    client.post(OUT)
    assert client.post(IN, name_and_password("bea@harborside.example")).status_code == 302
