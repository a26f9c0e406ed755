"""Which client a call on Bedrock gets."""

from typing import Any

import pytest

from mneme.adapters.bedrock_clients import (
    CONNECT_SECONDS,
    READ_SECONDS,
    BedrockClients,
    read_seconds,
)
from mneme.domain.errors import ModelOutage, OutageReason


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> BedrockClients:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    return BedrockClients("eu-central-1")


@pytest.mark.parametrize("timeout", [1.5, 3.0, 9.9, 29.0, 31.0, 3600.0])
def test_connecting_and_waiting_together_fit_into_the_time(timeout: float) -> None:
    chosen = read_seconds(timeout)

    assert chosen + CONNECT_SECONDS <= timeout
    assert [one for one in READ_SECONDS if chosen < one <= timeout - CONNECT_SECONDS] == []


@pytest.mark.parametrize("timeout", [-1.0, 0.0, 1.4])
def test_without_time_enough_for_any_client_there_is_none(timeout: float) -> None:
    with pytest.raises(ModelOutage) as caught:
        read_seconds(timeout)

    assert caught.value.reason is OutageReason.TIMED_OUT


def test_a_client_is_made_once_for_each_time_and_never_repeats_a_call(
    clients: BedrockClients,
) -> None:
    client: Any = clients(31.0)

    assert clients(32.5) is client
    assert clients(21.0) is not client
    assert client.meta.config.read_timeout == 30.0
    assert client.meta.config.retries["total_max_attempts"] == 1
    assert client.meta.region_name == "eu-central-1"
