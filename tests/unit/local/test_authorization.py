from typing import Any

import pytest

from local.authorization import CACHE_SECONDS, AccessDenied, TokenGate, Unauthorized
from tests.unit.local.builders import http_request, policy

STAGE = "arn:aws:execute-api:local:000000000000:mneme/local/"


class Authorizer:
    """Gives the same answer each time, or raises it, and remembers what it was asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[dict[str, Any]] = []

    def __call__(self, event: dict[str, Any], request_id: str) -> Any:
        self.asked.append(event)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def gate(authorizer: Authorizer, time: Time | None = None, entries: int = 8) -> TokenGate:
    return TokenGate(authorizer, time or Time(), entries)


def with_token(token: str, **changes: Any) -> Any:
    return http_request(headers=(("authorization", token),), **changes)


def test_the_context_reaches_functions_as_strings_only() -> None:
    authorizer = Authorizer(policy(tenant_id="home", admin=True, limit=5, absent=None))

    context = gate(authorizer).context(http_request())

    assert context == {
        "tenant_id": "home",
        "admin": "true",
        "limit": "5",
        "principalId": "home",
        "integrationLatency": 0,
    }


def test_a_request_without_a_token_is_refused_without_asking() -> None:
    authorizer = Authorizer(policy())

    with pytest.raises(Unauthorized):
        gate(authorizer).context(http_request(headers=()))

    assert authorizer.asked == []


def test_the_platforms_own_word_means_an_unknown_token_and_is_not_kept() -> None:
    authorizer = Authorizer(Exception("Unauthorized"))
    tokens = gate(authorizer)

    for _ in range(2):
        with pytest.raises(Unauthorized):
            tokens.context(http_request())

    assert len(authorizer.asked) == 2


def test_any_other_error_of_the_authorizer_is_a_fault_not_a_refusal() -> None:
    with pytest.raises(KeyError):
        gate(Authorizer(KeyError("table"))).context(http_request())


def test_one_answer_serves_all_paths_for_a_minute() -> None:
    authorizer, time = Authorizer(policy()), Time()
    tokens = gate(authorizer, time)

    tokens.context(http_request())
    time.now = CACHE_SECONDS - 1
    tokens.context(http_request(path="/memory/v1/add"))
    assert len(authorizer.asked) == 1

    time.now = CACHE_SECONDS
    tokens.context(http_request())
    assert len(authorizer.asked) == 2


def test_each_token_is_asked_for_and_the_oldest_is_forgotten_first() -> None:
    authorizer = Authorizer(policy())
    tokens = gate(authorizer, entries=2)

    for token in ("a", "b", "c", "c", "b", "a"):
        tokens.context(with_token(token))

    assert [event["authorizationToken"] for event in authorizer.asked] == ["a", "b", "c", "a"]


@pytest.mark.parametrize(
    ("resource", "allowed"),
    [
        ("*", True),
        (STAGE + "*", True),
        (STAGE + "POST/memory/v1/recall", True),
        (STAGE + "????/memory/v1/recall", True),
        ([STAGE + "GET/*", STAGE + "POST/*"], True),
        (STAGE + "POST/memory/v1/add", False),
        (STAGE + "POST/memory/v1/recal.", False),
        (STAGE + "GET/*", False),
    ],
)
def test_a_policy_holds_for_the_paths_it_names(resource: Any, allowed: bool) -> None:
    tokens = gate(Authorizer(policy(resource=resource)))

    if allowed:
        assert tokens.context(http_request())["principalId"] == "home"
    else:
        with pytest.raises(AccessDenied):
            tokens.context(http_request())


def test_a_denial_outweighs_a_permission_and_is_kept_as_well() -> None:
    answer = policy()
    answer["policyDocument"]["Statement"] += policy("Deny")["policyDocument"]["Statement"]
    authorizer = Authorizer(answer)
    tokens = gate(authorizer)

    for _ in range(2):
        with pytest.raises(AccessDenied):
            tokens.context(http_request())

    assert len(authorizer.asked) == 1


def test_a_context_value_that_the_platform_would_refuse_is_a_fault() -> None:
    with pytest.raises(TypeError, match="strings, numbers and booleans"):
        gate(Authorizer(policy(grants=["write"]))).context(http_request())
