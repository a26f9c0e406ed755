"""AWS clients for contract tests: moto's unless an endpoint is named."""

import os
from functools import cache
from typing import Any

import boto3
from botocore.config import Config

REGION = "eu-central-1"
EMULATOR_URL = os.environ.get("MNEME_EMULATOR_URL")


@cache
def shared_client(service: str, endpoint: str | None = None) -> Any:
    """Return the one client of this service: making one costs more than a test."""
    return new_client(service, endpoint)


def new_client(service: str, endpoint: str | None = None) -> Any:
    """Return a client with made-up credentials that tries each call once."""
    return boto3.client(
        service,  # type: ignore[call-overload]
        region_name=REGION,
        endpoint_url=endpoint,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        config=Config(retries={"total_max_attempts": 1}),
    )
