"""Secrets and personal data: what is seen by its form, what is left alone, and how long a look takes at worst."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from planner.privacy import Private, Sighting, private_in, sightings

# Put together here, so that nobody who scans this file takes one for real.
KEYS = {
    "Amazon": "AKIA" + "IOSFODNN7EXAMPLE",
    "GitHub": "ghp_" + "a1B2c3D4e5F6" * 3,
    "GitHub, fine-grained": "github_pat_" + "11ABCDEFG0" * 3,
    "GitLab": "glpat-" + "a1B2c3D4e5F6g7H8i9J0",
    "Slack": "xoxb-" + "123456789012-abcDEF123ghi",
    "Slack hook": "https://hooks.slack.com/services/" + "T0ABCDEFG/B0ABCDEFG/" + "a1B2c3D4" * 3,
    "Stripe": "sk_live_" + "a1B2c3D4e5F6g7H8",
    "Google": "AIza" + "SyA1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q",
    "OpenAI": "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0",
    "Anthropic": "sk-" + "ant-api03-a1B2c3D4e5F6g7H8",
    "Hugging Face": "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH",
    "Groq": "gsk_" + "a1B2c3D4e5F6g7H8" * 3,
    "SendGrid": "SG." + "a1B2c3D4e5F6g7H8i9J0k1." + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V",
    "npm": "npm_" + "a1B2c3D4e5F6" * 3,
    "Telegram": "123456789:" + "AA" + "a1B2c3D4e5F" * 3,
}
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0In0." + "a1B2c3D4e5F6g7H8"


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys())
def test_access_keys_are_seen_by_their_form(key: str) -> None:
    assert private_in(f"Use {key}, please") == ("an access key",)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("-----BEGIN RSA " + "PRIVATE KEY-----", "a private key"),
        ("-----BEGIN " + "PRIVATE KEY-----", "a private key"),
        (JWT, "a signed token"),
        ("postgres://app:s3cret@db/plans", "a password"),
        ("Password: hunter22", "a password"),
        ("api_key=0a1b2c3d4e", "a password"),
        ("DE89 3704 0044 0532 0130 00", "an account number (IBAN)"),
        ("GB82WEST12345698765432", "an account number (IBAN)"),
        ("4111 1111 1111 1111", "a card number"),
        ("378282246310005", "a card number"),
        ("Mail ana.b+c@harborside.example.", "an e-mail address"),
        ("On call: +44 20 7946 0018", "a telephone number"),
        ("(020) 7946 0958", "a telephone number"),
        ("030 1234567", "a telephone number"),
        ("0043 1 588580", "a telephone number"),
        ("202-555-0123", "a telephone number"),
        ("(202) 555 0123", "a telephone number"),
    ],
)
def test_other_private_text_is_seen_by_its_form(text: str, what: str) -> None:
    assert private_in(text) == (what,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Order 12345678 of 2024-01-15 10:30",
        "01/02/2024 10:30",
        "10.0.0.12, version 1.2.3.4",
        "INV-2024-0012345",
        "4111 1111 1111 1112",
        "DE89 3704 0044 0532 0130 01",
        "git@github.com:owner/name.git",
        "https://host:8080/path",
        "secret: ask the treasurer",
        "Password = what the vault has",
        "postgres://user:password@host/name",
        "risk-assessment-for-the-customer-data",
        "sk-learn-pipeline-of-last-winter",
        "100 000 000 rows in 25 min",
        "@mention, a@b, and 5 @ 3.20",
        "The IBAN is in the vault",
    ],
)
def test_what_only_resembles_it_is_left_alone(text: str) -> None:
    assert sightings(text) == ()


def test_a_sighting_says_where_it_stands() -> None:
    text = "Call +44 20 7946 0018 or mail ana@harborside.example"
    seen = sightings(text)
    assert seen == (Sighting(Private.PHONE, 5, 21), Sighting(Private.EMAIL, 30, 52))
    assert [text[one.start : one.end] for one in seen] == ["+44 20 7946 0018", "ana@harborside.example"]


def test_each_kind_is_named_once() -> None:
    assert private_in("a@b.example c@d.example") == ("an e-mail address",)


def test_a_password_with_its_address_is_one_sighting() -> None:
    assert [seen.what for seen in sightings("https://user:pa55word@host.example/")] == [Private.PASSWORD]


@pytest.mark.parametrize("name", ["README.md", "pyproject.toml"])
def test_the_project_s_own_texts_hold_nothing_private(name: str) -> None:
    text = (Path(__file__).parents[1] / name).read_text(encoding="utf-8")
    assert private_in(text) == ()


@pytest.mark.parametrize(
    "piece",
    ["@ ", "a@a.", "1 ", "+1 ", "eyJ", "x", "password: ", "AB12 ", "http://a:", "a.b@", "4111 ", "020 1234 1234 ",
     "+44 20 7946 0018a ", "- ", "-----BEGIN ", "\n"],
)  # fmt: skip
def test_a_long_text_of_anything_is_looked_at_in_time(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    begun = time.perf_counter()
    sightings(text)
    assert time.perf_counter() - begun < 10
