"""The public API over HTTPS, as a tenant's backend calls it."""

import json
from collections.abc import Mapping
from typing import Any

from urllib3 import PoolManager, Timeout
from urllib3.exceptions import HTTPError

from mneme.application.ports.public_api import Reply
from mneme.domain.errors import Unavailable

ANSWER_SECONDS = 10.0


class HttpsPublicApi:
    """A `PublicApi` at an address such as `https://…/live/`, asked with one key."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url.rstrip("/")
        self._headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
        self._pool = PoolManager(retries=False, timeout=Timeout(total=ANSWER_SECONDS))

    def ask(self, verb: str, body: Mapping[str, Any]) -> Reply:
        """Return what a verb is answered by. Raises Unavailable if there is no answer in time."""
        try:
            answer = self._pool.request(
                "POST",
                f"{self._url}/memory/v1/{verb}",
                body=json.dumps(body).encode(),
                headers=self._headers,
                redirect=False,
            )
        except HTTPError as fault:  # the root of the library's own errors, not a status
            raise Unavailable(f"{verb} was not answered: {type(fault).__name__}") from fault
        return Reply(answer.status, _object(answer.data))


def _object(body: bytes) -> dict[str, Any]:
    """Return a JSON object, empty for what is none: not every answer of a gateway is ours."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
