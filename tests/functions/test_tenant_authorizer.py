"""tenant_authorizer: a known key opens the whole stage to its tenant, any other text nothing."""

import hashlib
import json
import traceback
from typing import Any

import pytest

from mneme.application.ports.table_store import Put
from mneme.application.repositories.row_keys import TENANTS, api_key_key
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.caller import caller_of
from tests.functions.cloud import Cloud, event

KNOWN = event("tenant_authorizer", "token__known_key")
KEY = KNOWN["authorizationToken"].removeprefix("Bearer ")


@pytest.fixture(autouse=True)
def _known_key(cloud: Cloud) -> None:
    """Keep the key of the events as a key of the tenant."""
    _, tenant_id, key_id, secret = KEY.split("_")
    tenant = TenantContext(tenant_id)
    place = api_key_key(tenant, key_id)
    row = {
        "pk": place.partition,
        "sk": place.sort,
        "hash": hashlib.sha256(secret.encode()).digest(),
        "grants": frozenset({Grant.RECALL.value, Grant.WRITE.value}),
    }
    cloud.operator().tables.transact(tenant, [Put(TENANTS, row)])


def _token(token: str | None, **changes: Any) -> dict[str, Any]:
    return {**KNOWN, "authorizationToken": token, **changes}


def test_a_known_key_opens_every_path_of_the_stage(cloud: Cloud) -> None:
    answer = cloud.invoke("tenant_authorizer", KNOWN)

    (statement,) = answer["policyDocument"]["Statement"]
    assert answer["principalId"] == "acme"
    assert statement == {
        "Action": "execute-api:Invoke",
        "Effect": "Allow",
        "Resource": "arn:aws:execute-api:eu-central-1:123456789012:a1b2c3d4e5/prod/*",
    }


def test_the_context_is_plain_text_and_gives_the_caller_back(cloud: Cloud) -> None:
    context = cloud.invoke("tenant_authorizer", KNOWN)["context"]

    assert all(isinstance(value, str) for value in context.values())
    assert caller_of({"requestContext": {"authorizer": context}}) == TenantContext(
        "acme", frozenset({Grant.RECALL, Grant.WRITE}), credential_id=KEY.split("_")[2]
    )


@pytest.mark.parametrize("apps", [None, frozenset(), frozenset({"coach", "a b", 'q"', "应用"})])
def test_the_apps_of_a_key_reach_the_functions_unchanged(cloud: Cloud, apps) -> None:  # type: ignore[no-untyped-def]
    tenant = TenantContext("acme")
    key = cloud.operator().tenants.issue_key(tenant, frozenset({Grant.WRITE}), apps=apps)

    context = cloud.invoke("tenant_authorizer", _token(f"Bearer {key}"))["context"]

    assert caller_of({"requestContext": {"authorizer": context}}).apps == apps


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER  "])
def test_the_scheme_may_be_written_in_any_case(cloud: Cloud, scheme: str) -> None:
    answer = cloud.invoke("tenant_authorizer", _token(f"{scheme}{KEY} "))

    assert answer["principalId"] == "acme"


@pytest.mark.parametrize("name", ["token__unknown_key", "token__another_scheme"])
def test_a_token_we_do_not_know_is_unauthorized(cloud: Cloud, name: str) -> None:
    # The gateway answers 401 for exactly this text, and 500 for any other.
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        cloud.invoke("tenant_authorizer", event("tenant_authorizer", name))


@pytest.mark.parametrize("token", [None, "", "Bearer", "Bearer ", KEY, f"Bearer {KEY[:-1]}"])
def test_a_token_that_is_no_bearer_key_is_unauthorized(cloud: Cloud, token: str | None) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        cloud.invoke("tenant_authorizer", _token(token))


def test_an_event_without_a_token_is_unauthorized(cloud: Cloud) -> None:
    made = {name: value for name, value in KNOWN.items() if name != "authorizationToken"}

    with pytest.raises(Exception, match=r"^Unauthorized$"):
        cloud.invoke("tenant_authorizer", made)


def test_neither_key_nor_secret_is_logged(cloud: Cloud, logged: list[dict[str, Any]]) -> None:
    cloud.invoke("tenant_authorizer", KNOWN)
    with pytest.raises(Exception, match="Unauthorized"):
        cloud.invoke("tenant_authorizer", _token(f"Bearer {KEY}0"))

    assert [line["code"] for line in logged] == [40101]
    assert KEY.rsplit("_", 1)[1] not in json.dumps(logged)


@pytest.mark.parametrize("given", ["a fault", "no arn"])
def test_a_fault_of_ours_reaches_the_log_by_its_place_and_without_its_text(
    cloud: Cloud, given: str
) -> None:
    if given == "a fault":
        cloud.instead["credentials"] = _Faulty()
        asked = KNOWN
    else:
        asked = {**KNOWN, "methodArn": "xylophonist"}

    with pytest.raises(InternalFault) as raised:
        cloud.invoke("tenant_authorizer", asked)

    told = "".join(traceback.format_exception(raised.value))
    assert "Error in " in str(raised.value)
    assert "xylophonist" not in told


class _Faulty:
    def recognize(self, key: str) -> TenantContext:
        raise KeyError("xylophonist")
