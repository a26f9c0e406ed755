"""From what a caller presents to the code of the answer: through the authorizer to each verb."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from mneme.application.tenants.api_key_rows import KeyTerms
from mneme.application.tenants.issuer_keys import IssuerKeys
from mneme.application.tenants.user_tokens import TokenWish
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.issuer import KIND, Issuer, by_hmac, encoded, public_pem, rsa_key
from tests.functions.calls import FUNCTION_OF, Answer, answer, request
from tests.functions.cloud import Cloud, event

ACME = TenantContext("acme")
EVERYTHING = KeyTerms(frozenset(Grant))
COACH = {"apps": frozenset({"coach"})}
BODY = {"user_id": "u-1", "content": "Likes tea", "skip_evolution": True, "app_id": "coach"}
RECALL = {"user_id": "u-1", "query": "tea", "scope": {"app_id": "coach"}}


@dataclass
class Door:
    """The gateway: asks the authorizer, and hands what it says to the function."""

    cloud: Cloud

    def context(self, credential: str) -> dict[str, str]:
        """Return what the authorizer says of a credential."""
        known = event("tenant_authorizer", "token__known_key")
        asked = {**known, "authorizationToken": f"Bearer {credential}"}
        context: dict[str, str] = self.cloud.invoke("tenant_authorizer", asked)["context"]
        return context

    def ask(self, credential: str, verb: str, body: dict[str, Any]) -> Answer:
        """Return the answer to a bearer of the credential."""
        return self.handed(self.context(credential), verb, body)

    def handed(self, context: dict[str, str], verb: str, body: dict[str, Any]) -> Answer:
        """Return the answer under a context that the gateway remembers."""
        made = request(verb, body)
        made["requestContext"]["authorizer"] = dict(context)
        now = self.cloud.clock.now()
        made["requestContext"]["requestTimeEpoch"] = int(now.timestamp() * 1000)
        return answer(self.cloud.invoke(FUNCTION_OF[verb], made))

    def refused(self, credential: str) -> bool:
        """Return whether the gateway answers 401."""
        try:
            self.context(credential)
        except Exception as refusal:
            # Any other text, and the gateway answers 500.
            if str(refusal) != "Unauthorized":
                raise
            return True
        return False


@pytest.fixture
def door(cloud: Cloud) -> Door:
    return Door(cloud)


@pytest.fixture
def issuer(cloud: Cloud) -> Iterator[Issuer]:
    """Yield the issuer of acme's users."""
    operator = cloud.operator()
    operator.oidc_tokens.describe(ACME, KIND)
    made = Issuer(operator)  # type: ignore[arg-type]
    cloud.instead["issuer_keys"] = IssuerKeys(made, cloud.clock)
    yield made
    cloud.operator().oidc_tokens.describe(ACME, None)


def _key(cloud: Cloud, terms: KeyTerms = EVERYTHING) -> str:
    return cloud.operator().tenants.api_keys.issue(ACME, terms).text


def _token(cloud: Cloud, key: str, **wish: Any) -> str:
    key_id = key.split("_")[2]
    asked = TokenWish(key_id, "u-1", timedelta(minutes=5), **wish)
    return cloud.operator().user_tokens.issue(ACME, asked)


def test_a_user_token_opens_its_users_memory(cloud: Cloud, door: Door) -> None:
    token = _token(cloud, _key(cloud))

    assert door.ask(token, "add_structured", BODY).code == 0
    assert door.ask(token, "recall", RECALL).code == 0


@pytest.mark.parametrize(
    ("wish", "verb", "body", "field"),
    [
        ({}, "add_structured", {**BODY, "user_id": "u-2"}, "user_id"),
        ({}, "recall", {**RECALL, "user_id": "u-10"}, "user_id"),
        ({}, "user/list", {"user_id": "u-2", "dimension": {}}, "user_id"),
        ({"grants": frozenset({Grant.RECALL})}, "add_structured", BODY, None),
        ({"grants": frozenset({Grant.WRITE})}, "recall", RECALL, None),
        ({"apps": frozenset({"planner"})}, "add_structured", BODY, "app_id"),
        ({"apps": frozenset({"planner"})}, "recall", RECALL, "scope.app_id"),
        ({"session_id": "s-1", **COACH}, "add_structured", BODY, "session_id"),
        ({"session_id": "s-1", **COACH}, "recall", RECALL, "scope.session_id"),
        ({"session_id": "s-1", **COACH}, "add_structured", {**BODY, "session_id": "s-1"}, "level"),
        ({"session_id": "s-1", **COACH}, "batch_delete", {"dimension": {"app_id": "coach"}}, None),
        ({"session_id": "s-1", **COACH}, "change_log", {"dimension": {"session_id": "s-2"}}, None),
    ],
)
def test_a_user_token_opens_nothing_beyond_what_it_is_bound_to(
    cloud: Cloud, door: Door, wish: dict[str, Any], verb: str, body: dict[str, Any], field: str
) -> None:
    told = door.ask(_token(cloud, _key(cloud), **wish), verb, {"user_id": "u-1", **body})

    assert (told.status, told.code) == (403, 40302)
    assert told.field == (field or told.field)


def test_a_token_of_a_session_writes_and_recalls_there(cloud: Cloud, door: Door) -> None:
    token = _token(cloud, _key(cloud), session_id="s-1", **COACH)
    there = {"app_id": "coach", "session_id": "s-1"}

    written = door.ask(token, "add_structured", {**BODY, **there, "level": "SESSION"})
    recalled = door.ask(token, "recall", {**RECALL, "scope": there})

    assert (written.code, recalled.code) == (0, 0)


@pytest.mark.parametrize("app_id", ["coach", None])
def test_a_token_of_a_session_reaches_no_session_of_that_id_in_another_app(
    cloud: Cloud, door: Door, app_id: str | None
) -> None:
    apps = None if app_id is None else frozenset({app_id})
    token = _token(cloud, _key(cloud), session_id="s-1", apps=apps)
    for other in {"coach", "planner", None} - {app_id}:
        there = {"session_id": "s-1", "app_id": other}

        written = door.ask(token, "add_structured", {**BODY, **there, "level": "SESSION"})
        recalled = door.ask(token, "recall", {**RECALL, "scope": there})

        assert (written.code, recalled.code) == (40302, 40302)


def test_a_token_of_a_session_manages_no_memory_of_another(cloud: Cloud, door: Door) -> None:
    key = _key(cloud)
    there = {**BODY, "content": "Likes jam", "session_id": "s-9", "level": "SESSION"}
    memory = (door.ask(key, "add_structured", there).data or {})["memory_id"]
    asked = {"user_id": "u-1", "memory_id": memory}

    for session_id, code in (("s-1", 40401), ("s-9", 0)):
        token = _token(cloud, key, session_id=session_id, **COACH)
        assert door.ask(token, "history", asked).code == code


def test_a_token_that_expires_while_the_gateway_remembers_it_is_refused(
    cloud: Cloud, door: Door
) -> None:
    context = door.context(_token(cloud, _key(cloud)))
    before = cloud.clock.now()
    cloud.clock.advance(minutes=5, seconds=29)
    assert door.handed(context, "recall", RECALL).code == 0

    cloud.clock.advance(seconds=1)
    told = door.handed(context, "recall", RECALL)
    cloud.clock.set(before)

    assert (told.status, told.code) == (401, 40101)


@pytest.mark.parametrize(
    "end", ["revoked", "rotated", "suspended", "tokens rotated", "expired", "replaced"]
)
def test_what_has_ended_is_refused_when_the_gateway_asks_again(
    cloud: Cloud, door: Door, end: str
) -> None:
    key = _key(cloud)
    token, key_id = _token(cloud, key), key.split("_")[2]
    assert not door.refused(token)
    operator, before = cloud.operator(), cloud.clock.now()
    keys = operator.tenants.api_keys
    match end:
        case "revoked":
            keys.revoke(ACME, key_id)
        case "rotated" | "replaced":
            new = keys.rotate(ACME, key_id, timedelta()).text
            assert not door.refused(new)
        case "suspended":
            operator.tenants.suspend(ACME, suspended=True)
        case "tokens rotated":
            operator.token_keys.rotate(ACME)
        case _:
            cloud.clock.advance(minutes=6)

    refused = door.refused(token), door.refused(key)
    cloud.clock.set(before)
    cloud.operator().tenants.suspend(ACME, suspended=False)

    outlived = end in {"tokens rotated", "expired"}
    assert refused == (True, not outlived)


def test_a_token_of_the_issuer_opens_its_users_memory_alone(
    cloud: Cloud, door: Door, issuer: Issuer
) -> None:
    token = issuer.token()

    assert door.ask(token, "recall", RECALL).code == 0
    assert door.ask(token, "recall", {**RECALL, "user_id": "u-2"}).field == "user_id"
    assert door.ask(token, "user/list", {"user_id": "u-1", "dimension": {}}).code == 40302


def test_hostile_tokens_are_refused_and_none_is_logged(
    cloud: Cloud, door: Door, issuer: Issuer, logged: list[dict[str, Any]]
) -> None:
    key = _key(cloud)
    token, claims = _token(cloud, key), issuer.claims()
    header = {"alg": "HS256", "typ": "JWT", "kid": "first"}
    good = issuer.token()
    hostile = {
        "wrong issuer": issuer.token(iss="https://login.example.org/"),
        "wrong audience": issuer.token(aud="another"),
        "expired": issuer.token(exp=1),
        "unsigned": f"mo_acme_{encoded({**header, 'alg': 'none'})}.{encoded(claims)}.",
        "confused": f"mo_acme_{by_hmac(header, claims, public_pem(rsa_key('first')))}",
        "ours as theirs": token.replace("mu_", "mo_"),
        "theirs as ours": good.replace("mo_", "mu_"),
        "of another tenant": token.replace("_acme_", "_globex_"),
        "cut": token[:-1],
        "oversized": f"{token}{'A' * 9_000}",
        "malformed": "mu_acme_xylophonist",
        "a key with a letter more": f"{key}0",
    }

    let_in = {kind for kind, presented in hostile.items() if not door.refused(presented)}
    door.ask(key, "recall", RECALL)
    door.ask(token, "recall", {**RECALL, "user_id": "u-2"})

    assert let_in == set()
    assert [line["code"] for line in logged].count(40101) == len(hostile)
    told = json.dumps(logged)
    for presented in (*hostile.values(), key, token, good):
        assert presented not in told
        assert presented.split("_", 2)[2][:40] not in told
        assert presented[-40:] not in told
