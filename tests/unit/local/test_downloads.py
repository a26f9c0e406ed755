import json
from typing import Any

import pytest

from local.authorization import TokenGate
from local.downloads import Downloads
from local.functions_host import FunctionsHost
from local.gateway import Gateway
from mneme.domain.errors import Unavailable
from tests.unit.local.builders import http_request


class Links:
    """Links of which one is good."""

    def opened(self, path: str) -> tuple[str, bytes] | None:
        """Return the file behind the good one."""
        if path == "/downloads/down":
            raise Unavailable("the disk is gone")
        return ("mine.jsonl", b"{}\n") if path == "/downloads/good" else None


def _refuses(event: dict[str, Any], request_id: str) -> Any:
    raise AssertionError("a link needs no credential")


@pytest.fixture
def gateway() -> Gateway:
    links: Any = Links()
    host = FunctionsHost([])
    return Gateway([], host, TokenGate(_refuses, lambda: 0.0), lambda: Downloads(links))


def test_a_good_link_is_answered_with_the_file(gateway: Gateway) -> None:
    answer = gateway.answer(http_request(method="GET", path="/downloads/good"))

    assert (answer.status, answer.body) == (200, b"{}\n")
    assert dict(answer.headers)["content-disposition"] == 'attachment; filename="mine.jsonl"'
    assert dict(answer.headers)["cache-control"] == "no-store"


@pytest.mark.parametrize(("method", "name"), [("GET", "bad"), ("POST", "good"), ("GET", "")])
def test_anything_else_is_a_path_that_is_not_there(
    gateway: Gateway, method: str, name: str
) -> None:
    answer = gateway.answer(http_request(method=method, path=f"/downloads/{name}"))

    assert (answer.status, json.loads(answer.body)["code"]) == (404, 40401)


def test_an_outage_is_told_as_one(gateway: Gateway) -> None:
    assert gateway.answer(http_request(method="GET", path="/downloads/down")).status == 502


def test_links_that_nobody_here_can_open_are_refused_at_once() -> None:
    links: Any = object()

    with pytest.raises(TypeError, match="open"):
        Downloads(links)
