"""Connections to OpenSearch: signed for an AWS domain, plain for a node at home.

The time for an answer is the time for the whole of it: a node that drips a byte a second is late.
"""

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import boto3
from opensearchpy import OpenSearch, Urllib3AWSV4SignerAuth, Urllib3HttpConnection
from urllib3 import Timeout

from mneme.adapters.bounded_connection import BoundedConnection, BoundedTlsConnection

CONNECTIONS = 10
_DEFAULT_PORTS = {"https": 443, "http": 9200}


class _Connection(Urllib3HttpConnection):
    """Connections whose time-out counts from the request to the last byte of its answer."""

    def _create_urllib3_pool(self) -> None:
        super()._create_urllib3_pool()
        self.pool.ConnectionCls = BoundedTlsConnection if self.use_ssl else BoundedConnection

    def perform_request(
        self,
        method: str,
        url: str,
        params: Mapping[str, Any] | None = None,
        body: bytes | None = None,
        timeout: float | None = None,
        ignore: Collection[int] = (),
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send a request; without a `timeout` in seconds, the connection's own holds."""
        whole: Any = Timeout(total=self.timeout if timeout is None else timeout)
        return super().perform_request(method, url, params, body, whole, ignore, headers)


def opensearch_client(url: str, signed_for: str | None = None) -> OpenSearch:
    """Return a client whose connections are kept open and whose requests are never repeated.

    With a region of AWS in `signed_for`, requests are signed with the process's own credentials;
    else the address may carry a user and password. Raises ValueError for an address that is neither
    http nor https, and for a signature without TLS.
    """
    parts = urlsplit(url)
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ValueError("the search index needs an http or https address")
    if signed_for and parts.scheme != "https":
        raise ValueError("signed requests to the search index need an https address")
    return OpenSearch(
        hosts=[{"host": parts.hostname, "port": parts.port or _DEFAULT_PORTS[parts.scheme]}],
        url_prefix=parts.path.strip("/"),
        use_ssl=parts.scheme == "https",
        verify_certs=True,
        http_auth=_authentication(parts, signed_for),
        connection_class=_Connection,
        pool_maxsize=CONNECTIONS,
        max_retries=0,  # a caller has a deadline, a worker is called again
        retry_on_timeout=False,
    )


def _authentication(
    parts: SplitResult, signed_for: str | None
) -> Urllib3AWSV4SignerAuth | tuple[str, str] | None:
    if signed_for:
        session = boto3.Session(region_name=signed_for)
        return Urllib3AWSV4SignerAuth(session.get_credentials(), session.region_name)
    if parts.username:
        return unquote(parts.username), unquote(parts.password or "")
    return None
