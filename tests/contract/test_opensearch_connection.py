"""Requests to OpenSearch: signed for AWS, sent once, over connections that are kept."""

import hashlib
import hmac
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench.callers import all_at_once
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract.certificates import TRUSTED, write_certificate
from tests.contract.scripted_server import (
    Reply,
    Request,
    ScriptedServer,
    hang,
    keep_and_close,
    respond,
    scripted_server,
)
from tests.contract.vector_index_builders import DIMENSIONS, document, query

TENANT = internal_context("acme")
USER = "acme#ann"
DOMAIN = "search-mneme.eu-central-1.es.amazonaws.com"
SECRET = "a-secret-key"
FOUND_NOTHING = {
    "responses": [
        {
            "status": 200,
            "timed_out": False,
            "_shards": {"failed": 0},
            "hits": {"total": {"value": 0}, "hits": []},
            "aggregations": {"length": {"value": None}},
        }
    ]
}


def index_at(url: str) -> OpensearchIndex:
    """Return an index on a client of its own."""
    signed_for = "eu-central-1" if url.startswith("https") else None
    return OpensearchIndex(opensearch_client(url, signed_for), "memories", DIMENSIONS)


def search(index: OpensearchIndex, seconds: float = 10.0) -> None:
    """Ask for nothing."""
    index.search(TENANT, query(USER, vector=None, timeout_seconds=seconds))


@pytest.fixture
def aws_domain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return how to run a server that has the name of an AWS domain."""
    certificate = write_certificate(tmp_path, DOMAIN)
    monkeypatch.setenv(TRUSTED, str(certificate))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("AWS_SESSION_TOKEN", "a-session-token")
    look_up = socket.getaddrinfo

    def here(host: str, *rest: Any, **named: Any) -> Any:
        return look_up("127.0.0.1" if host == DOMAIN else host, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", here)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    @contextmanager
    def running(*replies: Reply) -> Iterator[tuple[ScriptedServer, str]]:
        with scripted_server(*replies, tls=context) as server:
            yield server, f"https://{DOMAIN}:{urlsplit(server.url).port}"

    return running


def test_a_search_of_an_aws_domain_is_signed_with_the_process_credentials(
    aws_domain: Callable[..., Any],
) -> None:
    with aws_domain(respond(200, FOUND_NOTHING)) as (server, url):
        search(index_at(url))

    [request] = server.requests
    assert request.headers["x-amz-security-token"] == "a-session-token"
    assert request.headers["x-amz-content-sha256"] == hashlib.sha256(request.body).hexdigest()
    assert {"host", "x-amz-date", "x-amz-security-token"} <= _signed_headers(request)
    assert _signature(request) == _expected_signature(request)


def test_a_write_to_an_aws_domain_is_signed_too(aws_domain: Callable[..., Any]) -> None:
    taken = {"errors": False, "items": []}
    with aws_domain(respond(404), respond(200, taken)) as (server, url):
        index_at(url).apply(TENANT, [document(USER)])

    assert [request.line.split()[0] for request in server.requests] == ["HEAD", "POST"]
    for request in server.requests:
        assert _signature(request) == _expected_signature(request)


def test_what_was_changed_on_its_way_no_longer_fits_its_signature(
    aws_domain: Callable[..., Any],
) -> None:
    with aws_domain(respond(200, FOUND_NOTHING)) as (server, url):
        search(index_at(url))

    [request] = server.requests
    other = Request(request.line.replace("memories", "others"), request.headers, request.body)
    assert _signature(request) != _expected_signature(other)


def test_an_aws_domain_that_cannot_prove_its_name_gets_no_request(
    aws_domain: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(TRUSTED)
    with aws_domain(respond(200, FOUND_NOTHING)) as (server, url), pytest.raises(Unavailable):
        search(index_at(url))

    assert server.requests == []


def test_a_node_at_home_gets_no_signature() -> None:
    with scripted_server(respond(200, FOUND_NOTHING)) as server:
        search(index_at(server.url))

    assert "authorization" not in server.requests[0].headers


def test_user_and_password_of_an_address_are_sent_decoded() -> None:
    with scripted_server(respond(200, FOUND_NOTHING)) as server:
        search(index_at(server.url.replace("http://", "http://ann:p%40ss@")))

    assert server.requests[0].headers["authorization"] == "Basic YW5uOnBAc3M="


def test_one_connection_serves_request_after_request() -> None:
    with scripted_server(*[respond(200, FOUND_NOTHING)] * 20) as server:
        index = index_at(server.url)
        for _ in range(20):
            search(index)

    assert (len(server.requests), server.connections) == (20, 1)


def test_callers_at_once_share_no_more_connections_than_they_are() -> None:
    callers = 4
    with scripted_server(*[respond(200, FOUND_NOTHING)] * 40) as server:
        index = index_at(server.url)
        all_at_once(lambda _: [search(index) for _ in range(10)], range(callers))

    assert len(server.requests) == 40
    assert server.connections <= callers


def test_a_connection_that_the_node_closed_meanwhile_is_replaced() -> None:
    with scripted_server(keep_and_close(200, FOUND_NOTHING), respond(200, FOUND_NOTHING)) as server:
        index = index_at(server.url)
        search(index)
        server.wait_for_closed()

        search(index)

    assert (len(server.requests), server.connections) == (2, 2)


def test_a_search_that_is_late_ends_in_its_time_and_is_not_sent_again() -> None:
    with scripted_server(hang(), respond(200, FOUND_NOTHING)) as server:
        with pytest.raises(Unavailable):
            search(index_at(server.url), seconds=0.05)

        assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_refusal_is_unavailable_and_not_sent_again(status: int) -> None:
    with scripted_server(respond(status, {}), respond(200, FOUND_NOTHING)) as server:
        with pytest.raises(Unavailable):
            search(index_at(server.url))

        assert len(server.requests) == 1


def _signed_headers(request: Request) -> set[str]:
    return set(_part(request, "SignedHeaders=").split(";"))


def _signature(request: Request) -> str:
    return _part(request, "Signature=")


def _part(request: Request, name: str) -> str:
    return request.headers["authorization"].split(name)[1].split(",")[0].strip()


def _expected_signature(request: Request) -> str:
    """Return what AWS computes of a request (Signature Version 4)."""
    method, target, _ = request.line.split()
    address = urlsplit(target)
    queries = "&".join(
        sorted(part if "=" in part else f"{part}=" for part in address.query.split("&") if part)
    )
    names = _part(request, "SignedHeaders=")
    canonical = "\n".join(
        [
            method,
            address.path,
            queries,
            *(f"{name}:{request.headers[name]}" for name in names.split(";")),
            "",
            names,
            hashlib.sha256(request.body).hexdigest(),
        ]
    )
    date = request.headers["x-amz-date"]
    scope = f"{date[:8]}/eu-central-1/es/aws4_request"
    assert _part(request, "Credential=") == f"AKIAEXAMPLE/{scope}"
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    key = f"AWS4{SECRET}".encode()
    for part in (*scope.split("/"),):
        key = hmac.digest(key, part.encode(), "sha256")
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, digest])
    return hmac.digest(key, text.encode(), "sha256").hex()
