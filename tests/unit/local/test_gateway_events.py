import base64

import pytest
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent
from aws_lambda_powertools.utilities.data_classes.api_gateway_authorizer_event import (
    APIGatewayAuthorizerTokenEvent,
)

from local.gateway_events import HttpAnswer, MalformedAnswer, http_answer, proxy_event, token_event
from tests.unit.local.builders import http_request

EVENT_KEYS = {
    "resource",
    "path",
    "httpMethod",
    "headers",
    "multiValueHeaders",
    "queryStringParameters",
    "multiValueQueryStringParameters",
    "pathParameters",
    "stageVariables",
    "requestContext",
    "body",
    "isBase64Encoded",
}
CONTEXT_KEYS = {
    "accountId",
    "apiId",
    "authorizer",
    "domainName",
    "domainPrefix",
    "extendedRequestId",
    "httpMethod",
    "identity",
    "path",
    "protocol",
    "requestId",
    "requestTime",
    "requestTimeEpoch",
    "resourceId",
    "resourcePath",
    "stage",
}


def test_a_request_becomes_the_event_of_a_rest_api_proxy() -> None:
    request = http_request(body='{"query":"où?"}'.encode())

    event = proxy_event(request, request.body.decode(), {"tenant_id": "home"})

    assert set(event) == EVENT_KEYS
    assert set(event["requestContext"]) == CONTEXT_KEYS
    read = APIGatewayProxyEvent(event)
    assert (read.http_method, read.path) == ("POST", "/memory/v1/recall")
    assert read.json_body == {"query": "où?"}
    assert read.request_context.request_id == "trace-1"
    assert read.request_context.request_time_epoch == 1772366400000
    assert event["requestContext"]["requestTime"] == "01/Mar/2026:12:00:00 +0000"
    assert event["requestContext"]["authorizer"] == {"tenant_id": "home"}
    assert event["requestContext"]["path"] == "/local/memory/v1/recall"


def test_a_header_or_parameter_given_twice_is_seen_once_and_in_full() -> None:
    request = http_request(headers=(("x-a", "1"), ("x-a", "2")), query="q=1&q=2&empty=")

    event = proxy_event(request, "", {})

    assert event["headers"] == {"x-a": "2"}
    assert event["multiValueHeaders"] == {"x-a": ["1", "2"]}
    assert event["queryStringParameters"] == {"q": "2", "empty": ""}
    assert event["multiValueQueryStringParameters"] == {"q": ["1", "2"], "empty": [""]}


def test_what_a_request_lacks_is_null_in_its_event() -> None:
    event = proxy_event(http_request(), "", {})

    absent = ("body", "queryStringParameters", "multiValueQueryStringParameters", "pathParameters")
    assert [event[name] for name in absent] == [None] * 4


def test_the_authorizer_is_asked_with_a_token_event() -> None:
    event = token_event(http_request(), "Bearer mk_home")

    assert event == {
        "type": "TOKEN",
        "authorizationToken": "Bearer mk_home",
        "methodArn": "arn:aws:execute-api:local:000000000000:mneme/local/POST/memory/v1/recall",
    }
    arn = APIGatewayAuthorizerTokenEvent(event).parsed_arn
    assert (arn.stage, arn.http_method, arn.resource) == ("local", "POST", "memory/v1/recall")


def test_a_result_becomes_an_answer_with_all_its_headers() -> None:
    answer = http_answer(
        {
            "statusCode": 202,
            "headers": {"Content-Type": "application/json", "Set-Cookie": "ignored"},
            "multiValueHeaders": {"Set-Cookie": ["a=1", "b=2"]},
            "body": '{"code":0}',
        }
    )

    assert answer == HttpAnswer(
        202,
        b'{"code":0}',
        (("set-cookie", "a=1"), ("set-cookie", "b=2"), ("content-type", "application/json")),
    )


def test_a_base64_body_is_sent_as_the_bytes_it_stands_for() -> None:
    encoded = base64.b64encode(b"\xff\x00").decode()

    answer = http_answer({"statusCode": 200, "body": encoded, "isBase64Encoded": True})

    assert answer.body == b"\xff\x00"


@pytest.mark.parametrize(
    "result",
    [
        None,
        "done",
        {"body": "{}"},
        {"statusCode": "soon"},
        {"statusCode": 42},
        {"statusCode": 200, "body": {"code": 0}},
        {"statusCode": 200, "body": "%", "isBase64Encoded": True},
        {"statusCode": 200, "headers": ["content-type"]},
    ],
)
def test_a_result_that_is_no_answer_is_refused(result: object) -> None:
    with pytest.raises(MalformedAnswer):
        http_answer(result)
