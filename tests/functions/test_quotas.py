"""Requests beyond a tenant's quota are answered 42900, by every function, and tell when to come."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.domain.errors import Unavailable
from mneme.domain.measures import Measured
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.recorded_metrics import RecordedMetrics
from tests.functions.calls import FUNCTION_OF, answer, call, request
from tests.functions.cloud import Cloud, event

BODIES: dict[str, dict[str, Any]] = {
    "add_structured": {"user_id": "u-1", "content": "Likes tea", "skip_evolution": True},
    "recall": {"user_id": "u-1", "query": "tea"},
    "user/list": {"user_id": "u-1"},
}
CLASS = {"add_structured": "write", "recall": "recall", "user/list": "manage"}
TWO = '{{"{}": {{"minute": 2}}}}'


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_what_is_beyond_the_quota_is_refused_until_its_window_is_over(
    cloud: Cloud, verb: str
) -> None:
    quotas = TWO.format(CLASS[verb])
    codes = [call(cloud, verb, BODIES[verb], quotas=quotas).code for _ in range(2)]
    result = cloud.invoke(FUNCTION_OF[verb], request(verb, BODIES[verb], quotas=quotas))
    told = answer(result)
    cloud.clock.advance(minutes=1)

    assert codes == [0, 0]
    assert (told.status, told.code, told.data) == (429, 42900, {"retry_after": 60})
    assert result["multiValueHeaders"]["Retry-After"] == ["60"]
    assert call(cloud, verb, BODIES[verb], quotas=quotas).code == 0


def test_a_malformed_request_is_refused_for_that_and_not_counted(cloud: Cloud) -> None:
    cloud.clock.advance(minutes=1)
    quotas = TWO.format("recall")

    codes = [
        call(cloud, "recall", body, quotas=quotas).code
        for body in ({}, {}, {}, BODIES["recall"], BODIES["recall"], BODIES["recall"])
    ]

    assert codes == [40001, 40001, 40001, 0, 0, 42900]


def test_what_has_no_quota_is_not_counted(cloud: Cloud) -> None:
    before = cloud.rows("quotas")

    assert call(cloud, "recall", BODIES["recall"], quotas=TWO.format("write")).code == 0
    assert call(cloud, "recall", BODIES["recall"]).code == 0
    assert cloud.rows("quotas") == before


class _Away:
    """A counter that is out of reach."""

    def take(self, *_: object) -> None:
        raise Unavailable("the table store did not answer")


def test_a_request_that_cannot_be_counted_is_answered_and_logged(
    cloud: Cloud, logged: list[dict[str, Any]]
) -> None:
    admission, metrics = cloud.operator().admission, RecordedMetrics()
    cloud.instead["admission"] = replace(admission, quotas=_Away(), metrics=metrics)  # type: ignore[arg-type]

    assert call(cloud, "recall", BODIES["recall"], quotas=TWO.format("recall")).code == 0

    assert [line["message"] for line in logged][:1] == ["request not counted"]
    assert metrics.values(Measured.REQUEST_UNCOUNTED) == [1]


def test_an_operators_quota_reaches_the_functions_by_the_authorizer(cloud: Cloud) -> None:
    quotas = {"recall": {"minute": 600, "day": 50_000}}
    asked = {"action": "quotas.set", "tenant": "acme", "quotas": quotas, "usage_key": "k" * 20}
    assert cloud.invoke("tenant_admin", asked)["code"] == 0
    key = cloud.operator().tenants.issue_key(TenantContext("acme"), frozenset({Grant.RECALL}))
    known = event("tenant_authorizer", "token__known_key")

    said = cloud.invoke("tenant_authorizer", {**known, "authorizationToken": f"Bearer {key}"})

    assert said["usageIdentifierKey"] == "k" * 20
    assert said["context"]["quotas"] == '{"recall": {"day": 50000, "minute": 600}}'
    shown = cloud.invoke("tenant_admin", {"action": "quotas.show", "tenant": "acme"})
    assert shown["data"] == {"quotas": quotas, "usage_key": "k" * 20}
    cloud.invoke("tenant_admin", {"action": "quotas.set", "tenant": "acme"})


@pytest.mark.parametrize(
    "quotas",
    [
        {"everything": {"minute": 1}},
        {"recall": {"hour": 1}},
        {"recall": {"minute": -1}},
        {"recall": {"minute": "600"}},
        {"recall": 600},
    ],
)
def test_a_strange_quota_is_not_set(cloud: Cloud, quotas: dict[str, Any]) -> None:
    asked = {"action": "quotas.set", "tenant": "acme", "quotas": quotas}

    assert cloud.invoke("tenant_admin", asked)["code"] == 40001
