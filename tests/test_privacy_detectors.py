"""The forms of keys, held against another project's detectors, one for each provider."""

from __future__ import annotations

import pytest
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.base import RegexBasedDetector
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.private_key import PrivateKeyDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector

from planner.privacy import private_in

SAMPLES = [
    (AWSKeyDetector, "AKIA" + "IOSFODNN7EXAMPLE"),
    (BasicAuthDetector, "https://user:pa55word@host.example/"),
    (GitHubTokenDetector, "ghp_" + "a1B2c3D4e5F6" * 3),
    (GitLabTokenDetector, "glpat-" + "a1B2c3D4e5F6g7H8i9J0"),
    (JwtTokenDetector, "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0In0." + "a1B2c3D4e5F6g7H8"),
    (NpmDetector, "//registry.npmjs.org/:_authToken=" + "npm_" + "a1B2c3D4e5F6" * 3),
    (OpenAIDetector, "sk-" + "a1B2c3D4e5F6g7H8i9J0" + "T3Blbk" + "FJ" + "a1B2c3D4e5F6g7H8i9J0"),
    (PrivateKeyDetector, "-----BEGIN RSA " + "PRIVATE KEY-----"),
    (SendGridDetector, "SG." + "a1B2c3D4e5F6g7H8i9J0k1." + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V"),
    (SlackDetector, "xoxb-" + "123456789012-abcDEF123ghi"),
    (SlackDetector, "https://hooks.slack.com/services/" + "T0ABCDEFG/B0ABCDEFG/" + "a1B2c3D4" * 3),
    (StripeDetector, "sk_live_" + "a1B2c3D4e5F6g7H8i9J0k1L2"),
    (TelegramBotTokenDetector, "123456789:" + "AA" + "a1B2c3D4e5F" * 3),
]


@pytest.mark.parametrize(("detector", "sample"), SAMPLES)
def test_what_a_named_detector_sees_is_seen_here_too(detector: type[RegexBasedDetector], sample: str) -> None:
    assert list(detector().analyze_string(sample))
    assert private_in(sample) != ()
