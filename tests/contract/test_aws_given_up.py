"""A service of AWS that hangs is given up at the deadline, whatever its client's time-outs are."""

import time

import boto3
import pytest
from botocore.config import Config

from mneme.adapters.aws_clients import AwsClients
from mneme.adapters.call_bounds import CallBounds
from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.thread_errands import ThreadErrands
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import RecallTimedOut, Unavailable
from mneme.domain.recall_account import RecallStep
from mneme.domain.tenancy import internal_context
from tests.contract.scripted_server import Reply, hang, respond, scripted_server
from tests.doubles.durable import LAYOUTS

ACME = internal_context("acme")
SECONDS = 0.3
SLACK = 0.5
THROTTLED = {"__type": "com.amazonaws.dynamodb#ThrottlingException", "message": "slow down"}


def _state(deadline_seconds: float, *replies: Reply) -> float:
    """Ask for a user's row of a table at fault; return after how long that was over."""
    with scripted_server(*replies) as server:
        client = boto3.client(
            "dynamodb",
            endpoint_url=server.url,
            region_name="eu-central-1",
            aws_access_key_id="test",
            aws_secret_access_key="test",
            config=Config(
                connect_timeout=2, read_timeout=2, retries={"total_max_attempts": len(replies)}
            ),
        )
        users = UserRepository(DynamodbTableStore(client, LAYOUTS))
        deadline = Deadline.after(SystemClock(), deadline_seconds, ThreadErrands("test"))
        started = time.monotonic()
        try:
            deadline.within(RecallStep.GATE, lambda: users.state(ACME, "u-1"))
        finally:
            took = time.monotonic() - started
            assert took < deadline_seconds + SLACK
    raise AssertionError("it answered")


def test_a_table_that_hangs_is_given_up_at_the_deadline() -> None:
    with pytest.raises(RecallTimedOut) as told:
        _state(SECONDS, hang())

    assert told.value.data == {"step": "gate"}


def test_a_table_that_is_throttled_is_an_outage_while_there_is_time() -> None:
    with pytest.raises(Unavailable):
        _state(20.0, respond(400, THROTTLED))


def test_a_call_goes_on_no_longer_than_the_functions_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")

    config = AwsClients(CallBounds(read_seconds=0.5, tries=2)).kms.meta.config

    assert (config.connect_timeout, config.read_timeout) == (0.5, 0.5)
    assert config.retries == {"mode": "standard", "total_max_attempts": 2}
