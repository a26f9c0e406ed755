"""A small client of the public API: one kept-alive connection, and an error for every refusal."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 30.0


class ApiError(Exception):
    """The API refused; `code` is the number in its answer."""

    def __init__(self, path: str, code: int, message: str) -> None:
        super().__init__(f"{path} answered {code}: {message}")
        self.code = code


class Client:
    """Calls one server with one key. Not for several threads at once.

    `sent_again` counts the requests that were sent a second time, for want of an answer.
    """

    def __init__(self, base_url: str, api_key: str) -> None:
        self.sent_again = 0
        address = urlsplit(base_url)
        self._connection = http.client.HTTPConnection(
            address.hostname or "", address.port, timeout=TIMEOUT_SECONDS
        )
        self._prefix = address.path.rstrip("/")
        self._headers = {
            "Authorization": f"Bearer {api_key}",
            "Content-Type": "application/json",
        }

    def call(self, verb: str, **fields: object) -> dict[str, Any]:
        """Return the `data` of the verb's answer. Raises ApiError for any code but 0."""
        path = f"/memory/v1/{verb}"
        body = json.dumps(fields, ensure_ascii=False).encode()
        answer = json.loads(self._send("POST", path, body))
        if answer["code"]:
            raise ApiError(path, answer["code"], answer["msg"])
        data: dict[str, Any] = answer["data"]
        return data

    def ping(self) -> None:
        """Ask the server whether it is healthy: a request that costs it next to nothing."""
        self._send("GET", "/healthz", None)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _send(self, method: str, path: str, body: bytes | None) -> bytes:
        try:
            return self._exchange(method, path, body)
        except (http.client.RemoteDisconnected, ConnectionError):
            # A server may close a connection that was idle; it has not seen this request then.
            self._connection.close()
            self.sent_again += 1
            return self._exchange(method, path, body)

    def _exchange(self, method: str, path: str, body: bytes | None) -> bytes:
        self._connection.request(method, self._prefix + path, body, self._headers)
        return self._connection.getresponse().read()
