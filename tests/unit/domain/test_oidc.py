"""An issuer is described by https addresses of named hosts, and by nothing that leads elsewhere."""

from typing import Any

import pytest

from mneme.domain.errors import InvalidRequest
from mneme.domain.oidc import OidcIssuer, usual_keys_url
from mneme.domain.tenancy import Grant

GOOD: dict[str, Any] = {
    "issuer": "https://login.example.com/realms/acme",
    "audience": "mneme",
    "keys_url": "https://login.example.com:8443/keys",
    "grants": frozenset({Grant.RECALL}),
}


def test_a_plain_description_is_taken() -> None:
    assert OidcIssuer(**GOOD).user_claim == "sub"


@pytest.mark.parametrize("field", ["issuer", "keys_url"])
@pytest.mark.parametrize(
    "address",
    [
        "http://login.example.com/keys",
        "file:///etc/passwd",
        "//login.example.com/keys",
        "https://",
        "https:///keys",
        "https://me:secret@login.example.com/keys",
        "https://login.example.com/keys?next=1",
        "https://login.example.com/keys#first",
        "https://login.example.com:port/keys",
        "https://169.254.169.254/latest",
        "https://[::1]/keys",
        "https://2130706433/keys",
        "https://127.1/keys",
        "https://0x7f000001/keys",
        "https://login.example.com/a b",
        "https://login.example.com/\nhost: x",
        "https://lögin.example.com/keys",
        "https://login.example.com/" + "k" * 512,
    ],
)
def test_an_address_that_could_lead_elsewhere_is_refused(field: str, address: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        OidcIssuer(**(GOOD | {field: address}))

    assert refused.value.field == field


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("audience", "", "audience"),
        ("user_claim", "", "user_claim"),
        ("apps_claim", "a" * 129, "apps_claim"),
        ("scopes_claim", "", "scopes_claim"),
        ("grants", frozenset(), "scopes"),
    ],
)
def test_a_part_that_says_nothing_is_refused(field: str, value: Any, named: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        OidcIssuer(**(GOOD | {field: value}))

    assert refused.value.field == named


@pytest.mark.parametrize("issuer", ["https://a.example.com", "https://a.example.com/"])
def test_the_usual_place_of_keys_is_below_the_issuer(issuer: str) -> None:
    assert usual_keys_url(issuer) == "https://a.example.com/.well-known/jwks.json"
