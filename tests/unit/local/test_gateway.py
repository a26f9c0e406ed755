import json
import logging
from typing import Any

import pytest

from infra.functions import FUNCTIONS
from local.authorization import TokenGate
from local.downloads import Downloads
from local.functions_host import FunctionsHost, InvocationContext
from local.gateway import Gateway
from local.gateway_events import HttpAnswer
from tests.unit.local.builders import ROUTE, http_function, http_request, policy

DONE = {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": '{"code":0}'}


class Answers:
    """A handler that returns or raises what it was given, and remembers its calls."""

    def __init__(self, result: Any = DONE) -> None:
        self.result = result
        self.calls: list[tuple[dict[str, Any], InvocationContext]] = []

    def __call__(self, event: dict[str, Any], context: InvocationContext) -> Any:
        self.calls.append((event, context))
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def gateway(handler: Answers, authorizer: Any = None) -> Gateway:
    function = http_function()
    answer = policy(tenant_id="home") if authorizer is None else authorizer

    def ask(event: dict[str, Any], request_id: str) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    host = FunctionsHost([function], load=lambda name: handler)
    return Gateway([function], host, TokenGate(ask, lambda: 0.0), no_downloads)


def no_downloads() -> Downloads:
    raise AssertionError("nothing is to be downloaded")


def envelope(answer: HttpAnswer) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(answer.body)
    assert set(read) == {"code", "msg", "trace_id", "data"}
    assert read["trace_id"] == "trace-1"
    return read


def test_an_authorized_request_reaches_its_function_with_its_context() -> None:
    handler = Answers()

    answer = gateway(handler).answer(http_request(body=b'{"query":"x"}'))

    assert answer == HttpAnswer(200, b'{"code":0}', (("content-type", "application/json"),))
    event, context = handler.calls[0]
    assert event["body"] == '{"query":"x"}'
    assert event["requestContext"]["authorizer"]["tenant_id"] == "home"
    assert (context.function_name, context.aws_request_id) == ("recall_api", "trace-1")
    assert context.invoked_function_arn.endswith(":function:recall_api")
    assert 9_000 < context.get_remaining_time_in_millis() <= 10_000


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ROUTE),
        ("HEAD", ROUTE),
        ("OPTIONS", ROUTE),
        ("POST", ROUTE + "/"),
        ("POST", "/memory/v1/nothing"),
        ("POST", "/memory/v1/RECALL"),
    ],
)
def test_only_the_posts_of_the_route_list_exist(method: str, path: str) -> None:
    handler = Answers()

    answer = gateway(handler).answer(http_request(method=method, path=path))

    assert (answer.status, envelope(answer)["code"]) == (404, 40401)
    assert handler.calls == []


@pytest.mark.parametrize(
    ("authorizer", "status", "code"),
    [
        (Exception("Unauthorized"), 401, 40101),
        (policy("Deny"), 403, 40302),
        (KeyError("a fault"), 500, 50000),
        ({"no": "policy"}, 500, 50000),
    ],
)
def test_a_refused_token_never_reaches_a_function(authorizer: Any, status: int, code: int) -> None:
    handler = Answers()

    answer = gateway(handler, authorizer).answer(http_request())

    assert (answer.status, envelope(answer)["code"]) == (status, code)
    assert handler.calls == []


def test_a_body_that_is_no_text_is_refused_rather_than_bent() -> None:
    handler = Answers()

    answer = gateway(handler).answer(http_request(body=b'{"query":"\xff"}'))

    assert (answer.status, envelope(answer)["code"]) == (400, 40001)
    assert handler.calls == []


@pytest.mark.parametrize("result", [ValueError("secret words"), None, {"statusCode": 9}])
def test_a_failing_function_is_a_fault_of_ours_with_its_trace_in_the_log(
    result: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = gateway(Answers(result)).answer(http_request())

    assert (answer.status, envelope(answer)["code"]) == (502, 50002)
    assert "secret" not in answer.body.decode()
    assert caplog.messages == ["recall_api failed; trace trace-1"]


def test_every_route_of_the_function_list_is_served() -> None:
    host = FunctionsHost(FUNCTIONS, load=lambda name: Answers())
    gate = TokenGate(lambda event, trace: policy(), lambda: 0.0)
    served = Gateway(FUNCTIONS, host, gate, no_downloads)

    routes = [route.path for function in FUNCTIONS for route in function.routes]

    statuses = {path: served.answer(http_request(path=path)).status for path in routes}
    assert statuses == dict.fromkeys(routes, 200)
