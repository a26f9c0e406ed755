"""Text that would be a query elsewhere is text here: it finds what carries it, nothing more."""

from typing import Any

import pytest

from mneme.domain.scope import join_key, split_key
from mneme.domain.tenancy import TenantContext
from tests.doubles.world import a_tenant
from tests.isolation.cast import ID_PAIRS
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
INJECTIONS = (
    "u1|*",
    "u*",
    "u1*",
    "?1",
    "%",
    "u_",
    "u1 OR 1=1",
    'x" OR 1=1',
    "u1' OR '1'='1",
    "u1') OR 1=1; DROP TABLE table_heads; --",
    '{"ne": ""}',
    '{"$or": [{}]}',
    '[{"match_all": {}}]',
    "user_id:(u1 OR u2)",
    "/.*/",
    "u1\u200b",
    "acme#u1",
    "acme2#u1",
    "../u1",
    "${u1}",
    "{{u1}}",
    "TRUE",
)


@pytest.fixture
def deployment() -> Deployment:
    """Return a deployment in which user u1 has said something, in the app `a` too."""
    deployment = Deployment(["acme", "acme2"])
    for place in ({}, {"app_id": "a"}, {"app_id": "a", "session_id": "s", "level": "SESSION"}):
        _tell(deployment, "u1", f"I love oolong tea {len(place)}.", place | _tagged("red"))
    deployment.settle()
    return deployment


def _tagged(value: str) -> dict[str, Any]:
    return {"custom_tags": {"team": value}}


def _tell(deployment: Deployment, user: str, text: str, more: dict[str, Any]) -> None:
    body = {"user_id": user, "content": text, "skip_evolution": True}
    assert deployment.call("add_structured", ACME, body | more).code == 0


def _recalled(
    deployment: Deployment, user: str, caller: TenantContext = ACME, **more: Any
) -> list[str]:
    body = {"user_id": user, "query": "love tea", "min_relevance": 0, "top_k": 50}
    answer = deployment.call("recall", caller, body | more)
    return sorted(memory["content"] for memory in answer.memories)


GLOBAL, APP, SESSION = (f"I love oolong tea {number}." for number in (0, 1, 3))


def test_the_user_of_this_suite_has_something_to_hide(deployment: Deployment) -> None:
    scope = {"app_id": "a", "session_id": "s"}

    assert _recalled(deployment, "u1", scope=scope) == [GLOBAL, APP, SESSION]


@pytest.mark.parametrize("text", INJECTIONS)
def test_a_user_id_of_query_syntax_is_a_user_of_its_own(deployment: Deployment, text: str) -> None:
    assert _recalled(deployment, text, include_superseded=True, include_archived=True) == []

    _tell(deployment, text, "I love mate.", {})
    deployment.settle()

    assert _recalled(deployment, text) == ["I love mate."]
    assert _recalled(deployment, "u1") == [GLOBAL]


@pytest.mark.parametrize("text", INJECTIONS)
def test_an_app_or_session_of_query_syntax_is_one_of_its_own(
    deployment: Deployment, text: str
) -> None:
    for scope in ({"app_id": text}, {"session_id": text}, {"app_id": "a", "session_id": text}):
        own = {"app_id": "a"}.items() <= scope.items()

        found = _recalled(deployment, "u1", scope=scope | {"include_global": False})

        assert found == ([APP] if own else [])


@pytest.mark.parametrize("text", INJECTIONS)
def test_a_tag_of_query_syntax_finds_only_what_carries_it(
    deployment: Deployment, text: str
) -> None:
    asked = [{"custom_tags": [{"team": text}]}, {"custom_tags": [{text: "red"}]}]
    assert [_recalled(deployment, "u1", filter=each) for each in asked] == [[], []]

    _tell(deployment, "u1", "I love mate.", {"custom_tags": {"team": text, text: "red"}})
    deployment.settle()

    assert [_recalled(deployment, "u1", filter=each) for each in asked] == [["I love mate."]] * 2


@pytest.mark.parametrize("text", [*INJECTIONS, "*", "*:*", "_all", "I love oolong tea 1."])
def test_a_query_of_query_syntax_widens_nothing(deployment: Deployment, text: str) -> None:
    _tell(deployment, "u2", "I love mate.", {})
    deployment.settle()

    assert _recalled(deployment, "u2", query=text) == ["I love mate."]
    assert _recalled(deployment, "u1", query=text) == [GLOBAL]
    assert _recalled(deployment, "u1", a_tenant("acme2"), query=text) == []


@pytest.mark.parametrize(
    "tags",
    [
        {"userId": "u2", "user-id": "u2", "ｕｓｅｒ＿ｉｄ": "u2"},
        {"pk": "acme#u2", "sk": "x", "scope_key": "G", "key_epoch": 9},
        {"__class__": "Head", "constructor": "x", "$set": "x"},
    ],
)
def test_tags_that_look_like_a_place_move_nothing(
    deployment: Deployment, tags: dict[str, Any]
) -> None:
    _tell(deployment, "u1", "I love mate.", {"app_id": "b", "custom_tags": tags})
    deployment.settle()

    assert _recalled(deployment, "u2") == []
    assert _recalled(deployment, "u1") == [GLOBAL]
    assert _recalled(deployment, "u1", scope={"app_id": "b"}) == ["I love mate.", GLOBAL]


@pytest.mark.parametrize("pair", ID_PAIRS, ids=lambda pair: ascii(pair[0][:8]))
def test_joined_ids_never_collide_and_come_apart_again(pair: tuple[str, str]) -> None:
    one, other = pair
    lists = [(one,), (other,), (one, other), (other, one), (f"{one}#{other}",), (one, "", other)]

    joined = [join_key(*parts) for parts in lists]

    assert len(set(joined)) == len(set(lists))
    assert [split_key(key) for key in joined] == lists
