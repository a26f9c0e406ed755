"""Which client an address gets: signed, with a password, or plain."""

from collections.abc import Iterator

import pytest
from opensearchpy import OpenSearch

from mneme.adapters.opensearch_connection import opensearch_client

AWS_DOMAIN = "https://search-memories-abc.eu-central-1.es.amazonaws.com"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[OpenSearch]]:
    """Yield a list whose clients are closed at the end; set made-up credentials."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    clients: list[OpenSearch] = []
    yield clients
    for client in clients:
        client.close()


def test_requests_to_an_aws_domain_are_signed_with_their_body(made: list[OpenSearch]) -> None:
    made.append(client := opensearch_client(AWS_DOMAIN, "eu-central-1"))

    connection = client.transport.get_connection()
    headers = connection.http_auth("POST", f"{AWS_DOMAIN}:443/memories/_msearch", b"{}")

    assert connection.use_ssl
    assert connection.port == 443
    assert "/eu-central-1/es/aws4_request" in headers["Authorization"]
    assert "x-amz-content-sha256" in headers["Authorization"]


@pytest.mark.parametrize("suffix", ["es.amazonaws.com.cn", "on.aws", "example.com"])
def test_whether_requests_are_signed_does_not_hang_on_the_name(
    made: list[OpenSearch], suffix: str
) -> None:
    url = f"https://search-memories-abc.cn-north-1.{suffix}"
    made.append(signed := opensearch_client(url, "cn-north-1"))
    made.append(plain := opensearch_client(url))

    assert callable(signed.transport.get_connection().http_auth)
    assert plain.transport.get_connection().http_auth is None


def test_a_signature_without_tls_is_refused() -> None:
    with pytest.raises(ValueError, match="https"):
        opensearch_client("http://search.example.com:9200", "eu-central-1")


def test_user_and_password_of_the_address_are_used(made: list[OpenSearch]) -> None:
    made.append(client := opensearch_client("https://ann:p%40ss@search.example.com/prefix/"))

    connection = client.transport.get_connection()
    assert connection.host == "https://search.example.com:443"
    assert connection.url_prefix == "/prefix"
    assert connection.headers["authorization"] == "Basic YW5uOnBAc3M="


def test_failed_requests_are_not_sent_again(made: list[OpenSearch]) -> None:
    made.append(client := opensearch_client("http://127.0.0.1:9"))

    assert client.transport.max_retries == 0
    assert client.transport.retry_on_timeout is False


@pytest.mark.parametrize("url", ["", "search.example.com", "ftp://search.example.com", "http://"])
def test_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="https"):
        opensearch_client(url)
