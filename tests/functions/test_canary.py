"""canary: each turn goes the way with the key as it is then, and fails if it cannot."""

from collections.abc import Iterator

import boto3
import pytest
from moto import mock_aws

from functions.canary.handler import lambda_handler
from mneme.adapters.https_public_api import HttpsPublicApi
from mneme.application.canary.journey import Journey, JourneyEnded
from mneme.domain.errors import Unavailable
from tests.functions.cloud import REGION, InvocationContext, event

SECRET = "mneme-prod/canary"


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[HttpsPublicApi]]:
    """Yield the APIs that turns went through; nobody gets further."""
    apis: list[HttpsPublicApi] = []

    def go(journey: Journey) -> None:
        assert isinstance(journey.api, HttpsPublicApi)
        apis.append(journey.api)
        journey.took["add"] = 12

    monkeypatch.setattr(Journey, "go", go)
    for name, value in {
        "AWS_DEFAULT_REGION": REGION,
        "MNEME_STAGE": "prod",
        "MNEME_TABLES": "[]",
        "MNEME_BASE_URL": "https://api.example/live/",
        "MNEME_CANARY_SECRET": SECRET,
    }.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        yield apis


def _turn(name: str = "schedule__every_five_minutes") -> None:
    lambda_handler(event("canary", name), InvocationContext("canary"))


def test_each_turn_reads_the_key_anew(
    gone: list[HttpsPublicApi], capsys: pytest.CaptureFixture[str]
) -> None:
    client = boto3.client("secretsmanager")
    client.create_secret(Name=SECRET, SecretString="mk_canary_k_1\n")
    _turn()
    client.put_secret_value(SecretId=SECRET, SecretString="mk_canary_k_2")
    _turn("console__by_hand")

    keys = [api._headers["authorization"] for api in gone]
    assert keys == ["Bearer mk_canary_k_1", "Bearer mk_canary_k_2"]
    assert {api._url for api in gone} == {"https://api.example/live"}


def test_a_turn_without_a_key_fails(gone: list[HttpsPublicApi]) -> None:
    with pytest.raises(Unavailable, match="the secret with the key cannot be read"):
        _turn()

    assert gone == []


def test_where_a_way_ended_is_told_to_the_platform(
    gone: list[HttpsPublicApi], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(_: Journey) -> None:
        raise JourneyEnded("recall: it is not found after 60 s")

    monkeypatch.setattr(Journey, "go", ended)
    boto3.client("secretsmanager").create_secret(Name=SECRET, SecretString="mk_canary_k_1")

    with pytest.raises(JourneyEnded, match="recall: it is not found"):
        _turn()
