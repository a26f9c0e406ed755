"""The public API: every route behind the authorizer, every answer in the envelope."""

import json
from typing import Any

import pytest

from infra.function import Trigger
from infra.functions import FUNCTIONS
from infra.settings import STAGES
from tests.infra.synthesized import Cloud, Template, plain

TOKEN = "<ApiAuthorizer>"
ENVELOPES = {
    "UNAUTHORIZED": (401, 40101),
    "ACCESS_DENIED": (403, 40302),
    "REQUEST_TOO_LARGE": (413, 41301),
    "THROTTLED": (429, 42900),
    "QUOTA_EXCEEDED": (429, 42900),
    "INTEGRATION_FAILURE": (502, 50002),
    "INTEGRATION_TIMEOUT": (504, 50401),
    "DEFAULT_4XX": (None, 40001),
    "DEFAULT_5XX": (None, 50000),
}


@pytest.fixture(scope="module")
def service(cloud: Cloud) -> Template:
    return cloud.template("prod", "service")


def paths(service: Template) -> dict[str, str]:
    """Return the path of each resource of the API, by its logical id."""
    resources = service.resources("AWS::ApiGateway::Resource")

    def path(logical_id: str) -> str:
        properties = resources[logical_id]["Properties"]
        parent = properties["ParentId"].get("Ref")
        return f"{path(parent) if parent else ''}/{properties['PathPart']}"

    return {logical_id: path(logical_id) for logical_id in resources}


def methods(service: Template) -> dict[str, dict[str, Any]]:
    path_of = paths(service)
    found = service.properties("AWS::ApiGateway::Method").values()
    return {path_of[method["ResourceId"]["Ref"]]: method for method in found}


def test_every_route_of_the_functions_is_served_and_no_other(service: Template) -> None:
    assert set(methods(service)) == {route.path for row in FUNCTIONS for route in row.routes}
    assert {row.trigger for row in FUNCTIONS if row.routes} == {Trigger.HTTP}


def test_every_method_is_a_post_that_needs_the_authorizer(service: Template) -> None:
    asked = {
        (method["HttpMethod"], method["AuthorizationType"], plain(method["AuthorizerId"]))
        for method in methods(service).values()
    }

    assert asked == {("POST", "CUSTOM", TOKEN)}


def test_every_method_hands_the_whole_request_to_its_function(service: Template) -> None:
    kinds = {method["Integration"]["Type"] for method in methods(service).values()}
    recall = methods(service)["/memory/v1/recall"]["Integration"]["Uri"]

    assert kinds == {"AWS_PROXY"}
    assert "<RecallApiLive>" in plain(recall)


def test_the_authorizer_reads_the_bearer_token_and_is_cached_for_a_minute(
    service: Template,
) -> None:
    (authorizer,) = service.properties("AWS::ApiGateway::Authorizer").values()

    assert authorizer["Type"] == "TOKEN"
    assert authorizer["IdentitySource"] == "method.request.header.Authorization"
    assert authorizer["AuthorizerResultTtlInSeconds"] == 60


@pytest.mark.parametrize("kind", ENVELOPES)
def test_the_gateways_own_answers_have_the_envelope(service: Template, kind: str) -> None:
    (response,) = (
        response
        for response in service.properties("AWS::ApiGateway::GatewayResponse").values()
        if response["ResponseType"] == kind
    )
    status, code = ENVELOPES[kind]

    body = json.loads(response["ResponseTemplates"]["application/json"])
    assert list(body) == ["code", "msg", "trace_id", "data"]
    assert (body["code"], body["trace_id"], body["data"]) == (code, "$context.requestId", None)
    assert response.get("StatusCode") == (str(status) if status else None)


def test_access_is_logged_without_bodies_queries_or_addresses(service: Template) -> None:
    (stage,) = service.properties("AWS::ApiGateway::Stage").values()
    logged = set(json.loads(stage["AccessLogSetting"]["Format"]).values())

    assert logged == {
        "$context.authorizer.principalId",
        "$context.error.responseType",
        "$context.httpMethod",
        "$context.integrationLatency",
        "$context.requestId",
        "$context.requestTime",
        "$context.resourcePath",
        "$context.responseLatency",
        "$context.status",
        "$context.xrayTraceId",
    }


def test_the_stage_is_traced_throttled_and_never_logs_data(service: Template) -> None:
    (stage,) = service.properties("AWS::ApiGateway::Stage").values()
    (settings,) = stage["MethodSettings"]
    throttle = STAGES["prod"].throttle

    assert stage["TracingEnabled"] is True
    assert (settings["ResourcePath"], settings["HttpMethod"]) == ("/*", "*")
    assert settings["DataTraceEnabled"] is False
    assert settings["ThrottlingRateLimit"] == throttle.rate
    assert settings["ThrottlingBurstLimit"] == throttle.burst


def test_what_the_gateway_logs_by_itself_is_kept_no_longer_and_goes_with_the_stage(
    service: Template,
) -> None:
    groups = service.resources("AWS::Logs::LogGroup")
    (name,) = (name for name, one in groups.items() if "LogGroupName" in one["Properties"])
    (stage,) = service.resources("AWS::ApiGateway::Stage").values()
    written = plain(groups[name]["Properties"]["LogGroupName"])

    assert stage["Properties"]["MethodSettings"][0]["LoggingLevel"] == "ERROR"
    assert written == f"API-Gateway-Execution-Logs_<ApiRest>/{stage['Properties']['StageName']}"
    assert groups[name]["DeletionPolicy"] == "Delete"
    assert name in stage["DependsOn"]  # the gateway would make one of its own


def test_connections_older_than_tls_1_2_are_refused(service: Template) -> None:
    (api,) = service.properties("AWS::ApiGateway::RestApi").values()

    assert api["SecurityPolicy"].startswith("SecurityPolicy_TLS13_1_2_")
    assert api["EndpointAccessMode"] == "STRICT"
    assert api["EndpointConfiguration"] == {"Types": ["REGIONAL"]}


def test_a_firewall_stands_before_the_production_api_and_reads_no_bodies(cloud: Cloud) -> None:
    rules = {
        stage: [
            rule["Name"]
            for acl in cloud.template(stage, "service").properties("AWS::WAFv2::WebACL").values()
            for rule in acl["Rules"]
        ]
        for stage in ("dev", "prod", "local")
    }

    assert rules == {"dev": [], "prod": ["rate-per-address", "reputation"], "local": []}


def test_one_address_may_ask_for_as_much_as_the_throttle_admits(cloud: Cloud) -> None:
    (acl,) = cloud.template("prod", "service").properties("AWS::WAFv2::WebACL").values()
    rate = acl["Rules"][0]["Statement"]["RateBasedStatement"]

    admitted = STAGES["prod"].throttle.rate * rate["EvaluationWindowSec"]
    assert rate["Limit"] >= admitted


def test_the_function_of_operators_has_no_door_but_iam(service: Template) -> None:
    permissions = service.properties("AWS::Lambda::Permission").values()
    urls = service.resources("AWS::Lambda::Url")

    let_in = {plain(permission["FunctionName"]) for permission in permissions}
    assert [name for name in let_in if "TenantAdmin" in name] == []
    assert urls == {}


def test_every_function_that_answers_callers_may_count_their_requests() -> None:
    answering = {row.name for row in FUNCTIONS if row.trigger is Trigger.HTTP}

    assert {row.name for row in FUNCTIONS if row.access.count == ("quotas",)} == answering
