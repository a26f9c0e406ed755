"""The times and the lists that a token's claims may tell."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant
from mneme.domain.token_claims import SKEW, grants_in, names_in, require_in_time

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
AT = int(NOW.timestamp())
GOOD = {"iat": AT, "nbf": AT, "exp": AT + 300}
FORGIVEN = int(SKEW.total_seconds())


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"exp": AT + 0.5},
        {"exp": AT - FORGIVEN + 1},
        {"iat": AT + FORGIVEN, "nbf": AT + FORGIVEN},
        {"iat": None, "nbf": None},
        {"exp": 10**15},
    ],
)
def test_a_token_in_its_time_is_good(changes: dict[str, Any]) -> None:
    claims = {name: one for name, one in (GOOD | changes).items() if one is not None}

    assert require_in_time(claims, NOW) > NOW


@pytest.mark.parametrize(
    "changes",
    [
        {"exp": None},
        {"exp": AT - FORGIVEN},
        {"exp": 0},
        {"exp": -1},
        {"exp": str(AT + 300)},
        {"exp": True},
        {"exp": [AT + 300]},
        {"exp": float("inf")},
        {"exp": float("nan")},
        {"exp": 10**400},
        {"iat": -(10**400)},
        {"iat": AT + FORGIVEN + 1},
        {"nbf": AT + FORGIVEN + 1},
        {"iat": "now"},
        {"nbf": False},
    ],
)
def test_a_token_out_of_its_time_or_without_one_is_refused(changes: dict[str, Any]) -> None:
    claims = {name: one for name, one in (GOOD | changes).items() if one is not None}

    with pytest.raises(NotAuthenticated):
        require_in_time(claims, NOW)


def test_the_end_of_a_token_counts_the_skew_that_is_forgiven() -> None:
    assert require_in_time(GOOD, NOW) == NOW + timedelta(seconds=300) + SKEW


@pytest.mark.parametrize(("iat", "good"), [(AT, True), (AT - 1, False), (None, False)])
def test_a_token_that_was_made_for_too_long_is_refused(iat: int | None, good: bool) -> None:
    claims = {"exp": AT + 300} | ({} if iat is None else {"iat": iat})

    if good:
        require_in_time(claims, NOW, timedelta(seconds=300))
        return
    with pytest.raises(NotAuthenticated):
        require_in_time(claims, NOW, timedelta(seconds=300))


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, set()),
        ("", set()),
        ("coach", {"coach"}),
        ("coach  planner", {"coach", "planner"}),
        (["coach", "a b"], {"coach", "a b"}),
        ([], set()),
    ],
)
def test_a_claim_lists_names_as_a_text_or_as_a_list(value: object, names: set[str]) -> None:
    assert names_in({"apps": value}, "apps") == names


@pytest.mark.parametrize("value", [1, True, {"coach": True}, ["coach", 1], [["coach"]]])
def test_a_claim_that_lists_no_names_is_refused(value: object) -> None:
    with pytest.raises(NotAuthenticated):
        names_in({"apps": value}, "apps")


def test_scopes_are_named_with_or_without_a_prefix_and_others_mean_nothing() -> None:
    claims = {"scope": "openid mneme:recall write Manage mneme:mneme:admin"}

    assert grants_in(claims, "scope") == {Grant.RECALL, Grant.WRITE}
