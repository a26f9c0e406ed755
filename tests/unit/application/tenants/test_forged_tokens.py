"""A user token that is forged, altered, or says less than ours say, opens nothing."""

from datetime import timedelta
from typing import Any

import jwt
import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.tenants.api_key_rows import KeyTerms
from mneme.application.tenants.user_tokens import TokenWish
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant
from tests.doubles.issuer import by_hmac, encoded
from tests.doubles.world import World

TERMS = KeyTerms(frozenset({Grant.RECALL}))


@pytest.fixture
def wish(world: World) -> TokenWish:
    """Return the plainest wish."""
    key = world.tenants.api_keys.issue(world.acme, TERMS)
    return TokenWish(key.key_id, "u-1", timedelta(minutes=15))


def _refused(world: World, token: str) -> bool:
    try:
        world.credentials.recognize(token)
    except NotAuthenticated:
        return True
    return False


def _parts(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    signed = token.removeprefix("mu_acme_")
    unread = {"verify_signature": False}
    return jwt.get_unverified_header(signed), jwt.decode(signed, options=unread)  # type: ignore[arg-type]


def test_a_token_that_another_tenants_key_signed_is_refused(world: World, wish: TokenWish) -> None:
    globex = world.tenants.create("globex")
    theirs = world.token_keys.signing(globex)
    ours = world.token_keys.signing(world.acme)
    _, claims = _parts(world.user_tokens.issue(world.acme, wish))

    forged = world.signed_tokens.sign(claims, theirs.secret, ours.key_id)

    assert _refused(world, f"mu_acme_{forged}")


@pytest.mark.parametrize(
    "changes",
    [
        {"tenant": "globex"},
        {"iss": "somebody"},
        {"aud": "somebody"},
        {"aud": None},
        {"exp": None},
        {"iat": None},
        {"exp": 4_000_000_000},
        {"sub": None},
        {"sub": ""},
        {"key": None},
        {"scopes": None},
        {"apps": "left out"},
        {"session": "left out"},
    ],
)
def test_even_a_well_signed_token_must_say_all_that_ours_say(
    world: World, wish: TokenWish, changes: dict[str, Any]
) -> None:
    signing = world.token_keys.signing(world.acme)
    _, claims = _parts(world.user_tokens.issue(world.acme, wish))
    left_out = {name for name, one in changes.items() if one in {None, "left out"}}
    altered = {name: one for name, one in (claims | changes).items() if name not in left_out}

    signed = world.signed_tokens.sign(altered, signing.secret, signing.key_id)

    assert _refused(world, f"mu_acme_{signed}")


def _forged(header: dict[str, Any], claims: dict[str, Any], public: bytes) -> dict[str, str]:
    none = f"{encoded({**header, 'alg': 'none'})}.{encoded(claims)}"
    widened = {**claims, "sub": "u-2"}
    return {
        "unsigned": f"{none}.",
        "unsigned, but with something": f"{none}.{encoded(b'x')}",
        "None": f"{encoded({**header, 'alg': 'None'})}.{encoded(claims)}.{encoded(b'x')}",
        "by the public key as a secret": by_hmac({**header, "alg": "HS256"}, claims, public),
        "by no secret": by_hmac({**header, "alg": "HS256"}, claims, b""),
        "of another type": by_hmac({**header, "typ": "JWT"}, claims, public),
        "for another user": f"{encoded(header)}.{encoded(widened)}.SIGNATURE",
        "with a critical header": f"{encoded({**header, 'crit': ['x']})}.e30.SIGNATURE",
        "with its own key": f"{encoded({**header, 'jwk': {}})}.{encoded(claims)}.SIGNATURE",
        "without a key id": f"{encoded({'alg': 'EdDSA', 'typ': header['typ']})}.eyJ9.SIGNATURE",
        "with a strange key id": f"{encoded({**header, 'kid': 'TENANT'})}.eyJ9.SIGNATURE",
        "with a key id that is none": f"{encoded({**header, 'kid': 7})}.eyJ9.SIGNATURE",
        "no JSON": f"{encoded(b'header')}.{encoded(b'claims')}.SIGNATURE",
        "a list": f"{encoded([header])}.{encoded([claims])}.SIGNATURE",
        "deep": f"{encoded(b'[' * 3000)}.{encoded(claims)}.SIGNATURE",
        "two parts": f"{encoded(header)}.{encoded(claims)}",
        "four parts": f"{encoded(header)}.{encoded(claims)}.SIGNATURE.x",
        "nothing": "",
        "a line behind": f"{encoded(header)}.{encoded(claims)}.SIGNATURE\n",
        "oversized": f"{encoded(header)}.{'A' * 10_000}.SIGNATURE",
    }


KINDS = sorted(_forged({"typ": "t"}, {}, b""))


@pytest.mark.parametrize("kind", KINDS)
def test_a_forged_token_is_refused(world: World, wish: TokenWish, kind: str) -> None:
    token = world.user_tokens.issue(world.acme, wish)
    signing = world.token_keys.signing(world.acme)
    public = world.signed_tokens.public_half(signing.secret)
    header, claims = _parts(token)

    forged = _forged(header, claims, public)[kind]

    assert _refused(world, f"mu_acme_{forged.replace('SIGNATURE', token.rpartition('.')[2])}")


def test_a_key_of_before_that_is_named_again_signs_nothing(world: World, wish: TokenWish) -> None:
    token = world.user_tokens.issue(world.acme, wish)
    named, _ = _parts(token)
    world.token_keys.rotate(world.acme)
    back = Update(TENANTS, tenant_key(world.acme), (SetTo("token_key", named["kid"]),))
    world.tables.transact(world.acme, [back])

    assert _refused(world, token)
