"""A tenant's backend, calling the deployed API over HTTP."""

import time
from collections.abc import Callable
from threading import Event
from types import TracebackType
from typing import Any, Self

import httpx

# The emulator starts a process for each function's first call, one after the other.
PATIENCE_SECONDS = 120.0
POLL_SECONDS = 0.5


class Caller:
    """Posts to the API with one key. Use it as a context manager."""

    def __init__(self, base_url: str, api_key: str | None) -> None:
        headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self._client = httpx.Client(base_url=base_url, headers=headers, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._client.close()

    def answer(self, verb: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """Return the HTTP status and the whole envelope."""
        response = self._client.post(f"/memory/v1/{verb}", json=body)
        return response.status_code, dict(response.json())

    def data(self, verb: str, **body: Any) -> dict[str, Any]:
        """Return the data of a successful call."""
        status, envelope = self.answer(verb, **body)
        assert envelope["code"] == 0, (status, envelope)
        return dict(envelope["data"])

    def recalled(self, query: str, **scope: Any) -> list[str]:
        """Return the contents recalled for a question, or nothing while that fails in time."""
        status, envelope = self.answer("recall", query=query, timeout_ms=2000, **scope)
        if envelope["code"] == 50401:
            return []
        assert envelope["code"] == 0, (status, envelope)
        return [memory["content"] for memory in envelope["data"]["memories"]]


def eventually(condition: Callable[[], bool], poll_seconds: float = POLL_SECONDS) -> bool:
    """Return whether the condition comes true in reasonable time."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    pause = Event()
    while not condition():
        if time.monotonic() > deadline:
            return False
        pause.wait(poll_seconds)
    return True
