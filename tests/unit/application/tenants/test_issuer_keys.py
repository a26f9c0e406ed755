"""An issuer's keys are fetched seldom, and whoever sends nonsense makes nobody fetch them."""

from datetime import timedelta

import pytest

from mneme.application.tenants.issuer_keys import AGAIN, KEPT
from mneme.domain.errors import NotAuthenticated, Unavailable
from mneme.domain.tenancy import TenantContext
from tests.doubles.issuer import KEYS_URL, KIND, Issuer, public_jwk, rsa_key
from tests.doubles.world import World


@pytest.fixture
def issuer(world: World) -> Issuer:
    """Return the issuer that acme's operator described."""
    world.oidc_tokens.describe(world.acme, KIND)
    return Issuer(world)


def _caller(world: World, token: str) -> TenantContext:
    return world.credentials.recognize(token).caller


def _refused(world: World, token: str) -> bool:
    try:
        _caller(world, token)
    except NotAuthenticated:
        return True
    return False


def test_keys_are_fetched_once_an_hour_while_tokens_name_known_ones(
    world: World, issuer: Issuer
) -> None:
    for _ in range(3):
        _caller(world, issuer.token())
        world.durable.clock.advance(120)

    assert issuer.asked == [("acme", KEYS_URL)]
    world.durable.clock.advance(KEPT.total_seconds())
    _caller(world, issuer.token())
    assert len(issuer.asked) == 2


def test_a_new_key_is_fetched_once_a_minute_at_most(world: World, issuer: Issuer) -> None:
    _caller(world, issuer.token())
    issuer.keys = (public_jwk(rsa_key("second"), kid="second"), *issuer.keys)
    renewed = f"mo_acme_{issuer.signed(issuer.claims(), rsa_key('second'), kid='second')}"
    assert _refused(world, renewed)

    world.durable.clock.advance(AGAIN.total_seconds() + 1)

    assert _caller(world, renewed).user_id == "u-1"
    assert len(issuer.asked) == 2


def test_nonsense_makes_nobody_fetch_again_and_again(world: World, issuer: Issuer) -> None:
    for number in range(50):
        forged = issuer.signed(issuer.claims(), rsa_key("second"), kid=f"k{number}")
        assert _refused(world, f"mo_acme_{forged}")

    assert len(issuer.asked) == 1


def test_while_the_issuer_is_away_known_keys_go_on_and_nobody_is_let_in_by_others(
    world: World, issuer: Issuer
) -> None:
    issuer.away = True
    for _ in range(3):
        with pytest.raises(Unavailable):
            _caller(world, issuer.token())
    assert len(issuer.asked) == 1
    issuer.away = False
    world.durable.clock.advance(AGAIN.total_seconds() + 1)
    assert _caller(world, issuer.token()).user_id == "u-1"
    issuer.away = True

    world.durable.clock.advance(timedelta(minutes=30).total_seconds())

    assert _caller(world, issuer.token()).user_id == "u-1"


def test_one_tenants_keys_are_nobody_elses(world: World, issuer: Issuer) -> None:
    _caller(world, issuer.token())
    world.oidc_tokens.describe(world.tenants.create("globex"), KIND)

    _caller(world, issuer.token("globex"))

    assert issuer.asked == [("acme", KEYS_URL), ("globex", KEYS_URL)]
