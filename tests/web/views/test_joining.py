"""/join/, /come-back/ and /invitations/: the ways into a class."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from planner.models import Invitation, Member, Plan, Role, User
from planner.services.classes import classrooms, members
from tests.web.classes import School, form, guest, school, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


@pytest.fixture
def spring() -> School:
    return school()


def link(spring: School) -> str:
    return f"/join/{spring.classroom.join_code}/"


def test_a_code_leads_in_however_it_is_typed(spring: School, client: Client) -> None:
    code = spring.classroom.join_code
    assert client.get("/join/").status_code == 200
    answer = client.post("/join/", form(code=f" {code[:3].lower()} {code[3:]}"))
    assert (answer.status_code, answer.headers["Location"]) == (302, link(spring))
    assert "Spring" in client.get(link(spring)).content.decode()
    assert Member.objects.count() == 1


@pytest.mark.parametrize("code", ["", "ABCDEF", "x" * 41])
def test_a_code_that_no_class_has_is_refused_beside_its_field(spring: School, client: Client, code: str) -> None:
    answer = client.post("/join/", form(code=code))
    assert answer.status_code == 422
    assert 'id="id_code_error"' in answer.content.decode()


def test_a_guest_comes_in_by_a_name_and_is_told_a_code_once(spring: School, client: Client) -> None:
    answer = client.post(link(spring), form(name="Kim"))
    code = answer.context["return_code"]
    page = answer.content.decode()
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, True)
    assert f"{code[:4]}-{code[4:8]}-{code[8:12]}-{code[12:]}" in page
    assert client.get(spring.address()).status_code == 200
    again = client.post(link(spring), form(name="Kim"))
    assert (again.status_code, again.headers["Location"]) == (302, spring.address())
    assert spring.classroom.members.filter(role=Role.LEARNER).count() == 1


def test_an_account_comes_in_without_a_code(spring: School) -> None:
    client = signed_in(User.objects.create_user("kim"))
    answer = client.post(link(spring), form(name="Kim"))
    assert (answer.status_code, answer.context["return_code"]) == (200, "")
    assert "Your code to come back" not in answer.content.decode()


def test_a_name_that_is_an_address_is_not_held_back_as_private(spring: School, client: Client) -> None:
    assert client.post(link(spring), form(name="kim@harborside.example")).status_code == 200


@pytest.mark.parametrize("wrong", [{"name": " "}, {"name": "x" * 201}, {"name": "Kim", "key": ""}])
def test_without_a_name_nobody_comes_in(spring: School, client: Client, wrong: dict[str, str]) -> None:
    assert client.post(link(spring), form() | wrong).status_code == 422
    assert Member.objects.count() == 1


def test_a_closed_class_has_no_way_in(spring: School, client: Client) -> None:
    classrooms.edit(spring.classroom, is_open=False)
    assert client.post("/join/", form(code=spring.classroom.join_code)).status_code == 422
    assert client.get(link(spring)).status_code == 404
    assert client.post(link(spring), form(name="Kim")).status_code == 404


def test_trying_codes_is_slowed_down(client: Client) -> None:
    for _ in range(60):
        assert client.post("/come-back/", form(code="WRONG")).status_code == 422
    assert client.post("/come-back/", form(code="WRONG")).status_code == 429


def test_a_guest_comes_back_elsewhere(spring: School) -> None:
    here, person = guest()
    code = members.join(person, spring.classroom, name="Kim").return_code
    here.post(spring.address("plans/new/"), form(title="Mine"))
    elsewhere = Client()
    assert elsewhere.get("/come-back/").status_code == 200
    answer = elsewhere.post("/come-back/", form(code=f"{code[:8].lower()}-{code[8:]}"))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/plans/")
    assert "Mine" in elsewhere.get("/plans/").content.decode()
    assert elsewhere.get(spring.address()).status_code == 200


def test_with_an_account_the_work_of_the_guest_is_the_account_s(spring: School) -> None:
    here, person = guest()
    code = members.join(person, spring.classroom, name="Kim").return_code
    here.post(spring.address("plans/new/"), form(title="Mine"))
    kim = User.objects.create_user("kim")
    assert signed_in(kim).post("/come-back/", form(code=code)).status_code == 302
    assert Plan.objects.get().owner == kim
    assert here.get(spring.address()).status_code == 404


def test_plans_that_nobody_could_come_back_to_are_not_left_unasked(spring: School) -> None:
    _, person = guest()
    code = members.join(person, spring.classroom, name="Kim").return_code
    other, _ = guest()
    other.post("/plans/new/", form(title="Of this browser"))
    asked = other.post("/come-back/", form(code=code))
    assert asked.status_code == 422
    assert "plans that no class and no account keeps" in asked.content.decode()
    assert "Of this browser" in other.get("/plans/").content.decode()
    assert other.post("/come-back/", form(code=code, leave="on")).status_code == 302
    assert "Of this browser" not in other.get("/plans/").content.decode()


def invited(spring: School, role: Role = Role.ASSISTANT) -> str:
    _, token = members.invite(spring.classroom, role=role, now=timezone.now())
    return f"/invitations/{token}/"


def test_an_invitation_asks_to_sign_in_first(spring: School, client: Client) -> None:
    address = invited(spring)
    assert client.get(address).headers["Location"] == f"/account/sign-in/?next={address}"


def test_an_invitation_is_taken_up_once(spring: School) -> None:
    address, robin = invited(spring), User.objects.create_user("robin")
    client = signed_in(robin)
    assert "You are invited as <strong>assistant</strong>" in client.get(address).content.decode()
    answer = client.post(address, form())
    assert (answer.status_code, answer.headers["Location"]) == (302, spring.address("submissions/"))
    assert spring.classroom.members.get(user=robin).role == Role.ASSISTANT
    late = signed_in(User.objects.create_user("late"))
    assert [late.get(address).status_code, late.post(address, form()).status_code] == [410, 410]
    assert spring.classroom.members.count() == 2


def test_an_invitation_without_its_hidden_field_is_refused(spring: School) -> None:
    client = signed_in(User.objects.create_user("robin"))
    assert client.post(invited(spring), {}).status_code == 422
    assert spring.classroom.members.count() == 1


def test_an_invitation_runs_out(spring: School) -> None:
    address = invited(spring)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = signed_in(User.objects.create_user("robin")).get(address)
    assert answer.status_code == 410
    assert "This invitation no longer works" in answer.content.decode()
