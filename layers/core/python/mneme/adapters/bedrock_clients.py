"""Clients of Amazon Bedrock, one for each of a few time-outs.

The SDK fixes a client's time-out when it is made, while each call here has its own. So a call gets
the client with the longest time-out that fits; clients are made at first use and kept.
"""

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config

from mneme.domain.errors import ModelOutage, OutageReason

if TYPE_CHECKING:
    from collections.abc import Callable

CONNECT_SECONDS = 1.0
READ_SECONDS = (60.0, 45.0, 30.0, 20.0, 15.0, 10.0, 7.0, 5.0, 3.0, 2.0, 1.0, 0.5)


def read_seconds(timeout_seconds: float) -> float:
    """Return the longest time-out to wait for an answer. Raises ModelOutage if none is that short.

    Connecting comes before, and its own time-out counts.
    """
    for seconds in READ_SECONDS:
        if seconds + CONNECT_SECONDS <= timeout_seconds:
            return seconds
    raise ModelOutage(OutageReason.TIMED_OUT)


class BedrockClients:
    """Clients of one region; None is the process's own."""

    def __init__(self, region: str | None = None) -> None:
        self._region = region
        self._client: Callable[[float], Any] = cache(self._made)

    def __call__(self, timeout_seconds: float) -> Any:
        """Return a client whose call ends within the time. Raises ModelOutage if that is too short.

        It never repeats a call: whoever asks models does.
        """
        return self._client(read_seconds(timeout_seconds))

    @cached_property
    def _session(self) -> boto3.Session:
        return boto3.Session(region_name=self._region)

    def _made(self, seconds: float) -> Any:
        config = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=seconds,
            retries={"total_max_attempts": 1},
            tcp_keepalive=True,
        )
        return self._session.client("bedrock-runtime", config=config)
