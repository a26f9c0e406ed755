"""Key sets over HTTPS: one request, bounded in time and size, and no redirection followed."""

import json
from http import HTTPStatus
from urllib.parse import urlsplit

from urllib3 import BaseHTTPResponse, Timeout
from urllib3.exceptions import HTTPError

from mneme.adapters.bounded_connection import BoundedTlsPool
from mneme.application.ports.signed_tokens import Jwk
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext

SECONDS = 2.0
LARGEST_SET = 65_536
MOST_KEYS = 100


class HttpsKeySets:
    """A `KeySets` that trusts what the machine trusts, and keeps no connection."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._timeout = Timeout(total=seconds, connect=seconds)

    def fetch(self, tenant: TenantContext, url: str) -> tuple[Jwk, ...]:  # noqa: ARG002
        """Return the keys. Raises Unavailable, and for an address that is none of https too."""
        parts = urlsplit(url)
        if parts.scheme != "https" or not parts.hostname:
            raise Unavailable("the issuer's keys have no https address")
        pool = BoundedTlsPool(parts.hostname, parts.port, maxsize=1)
        try:
            response = pool.urlopen(
                "GET",
                parts.path or "/",
                headers={"accept": "application/json", "accept-encoding": "identity"},
                retries=False,
                redirect=False,
                timeout=self._timeout,
                preload_content=False,
                decode_content=False,
            )
            return _keys(_body(response))
        except HTTPError as fault:  # the root of the library's own errors, not a status
            raise Unavailable("the issuer's keys did not come") from fault
        finally:
            pool.close()


def _body(response: BaseHTTPResponse) -> bytes:
    try:
        if response.status != HTTPStatus.OK:
            raise Unavailable(f"the issuer answered {response.status} where its keys should be")
        body = bytearray()
        while piece := response.read(LARGEST_SET):
            body += piece
            if len(body) > LARGEST_SET:
                raise Unavailable("the issuer's keys are too many to be read")
        return bytes(body)
    finally:
        response.close()


def _keys(body: bytes) -> tuple[Jwk, ...]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        content = None
    keys = content.get("keys") if isinstance(content, dict) else None
    if not isinstance(keys, list) or len(keys) > MOST_KEYS:
        raise Unavailable("the issuer publishes no set of keys there")
    return tuple(key for key in keys if isinstance(key, dict))
