"""API keys are made for a tenant, rotated with an overlap, revoked for good, and listed."""

from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.application.tenants.api_key_rows import ApiKey, KeyTerms, KeyText
from mneme.application.tenants.api_keys import ApiKeys
from mneme.domain.errors import InvalidRequest, NotAuthenticated, NotFound, WriteConflict
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.made import later
from tests.doubles.watched import Interlude, Watched, writes_to
from tests.doubles.world import World

TERMS = KeyTerms(frozenset({Grant.RECALL}), frozenset({"coach"}))
HOUR = timedelta(hours=1)
NOBODY = "0" * 26


def _keys(world: World) -> ApiKeys:
    return world.tenants.api_keys


def _works(world: World, key: KeyText) -> bool:
    try:
        world.tenants.recognize(key.text)
    except NotAuthenticated:
        return False
    return True


def test_a_key_for_a_tenant_that_does_not_exist_is_refused(world: World) -> None:
    with pytest.raises(NotFound, match="no tenant called hoem"):
        _keys(world).issue(TenantContext("hoem"), TERMS)

    assert [row for row in world.rows("tenants") if row["pk"] == "hoem"] == []


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (KeyTerms(frozenset()), "scopes"),
        (replace(TERMS, expires_at=later(seconds=0)), "expires_at"),
        (replace(TERMS, expires_at=later(seconds=-1)), "expires_at"),
    ],
)
def test_a_key_that_could_do_nothing_is_not_made(world: World, terms: KeyTerms, field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        _keys(world).issue(world.acme, terms)

    assert refused.value.field == field


def test_a_rotated_key_works_beside_its_successor_until_the_overlap_is_over(world: World) -> None:
    old = _keys(world).issue(world.acme, TERMS)

    new = _keys(world).rotate(world.acme, old.key_id, HOUR)

    assert (_works(world, old), _works(world, new)) == (True, True)
    world.durable.clock.advance(hours=1)
    assert (_works(world, old), _works(world, new)) == (False, True)


def test_a_successor_may_do_what_the_old_key_may(world: World) -> None:
    old = _keys(world).issue(world.acme, TERMS)

    new = _keys(world).rotate(world.acme, old.key_id, HOUR, later(days=9))

    found = world.tenants.recognize(new.text)
    assert (found.grants, found.apps) == (TERMS.grants, TERMS.apps)
    kept = _keys(world).find(world.acme, new.key_id)
    assert kept is not None
    assert kept.terms == replace(TERMS, expires_at=later(days=9))


def test_a_successor_ends_when_the_old_key_would_have(world: World) -> None:
    terms = replace(TERMS, expires_at=later(days=2))
    old = _keys(world).issue(world.acme, terms)

    new = _keys(world).rotate(world.acme, old.key_id, HOUR)

    kept = _keys(world).find(world.acme, new.key_id)
    assert kept is not None
    assert kept.terms == terms


def test_without_an_overlap_the_old_key_is_refused_at_once(world: World) -> None:
    old = _keys(world).issue(world.acme, TERMS)

    _keys(world).rotate(world.acme, old.key_id, timedelta())

    assert not _works(world, old)


def test_an_overlap_lets_no_key_live_longer(world: World) -> None:
    old = _keys(world).issue(world.acme, replace(TERMS, expires_at=later(minutes=5)))

    _keys(world).rotate(world.acme, old.key_id, HOUR)

    world.durable.clock.advance(minutes=5)
    assert not _works(world, old)


@pytest.mark.parametrize("overlap", [timedelta(seconds=-1), timedelta(days=30, seconds=1)])
def test_an_overlap_beyond_its_bounds_is_refused(world: World, overlap: timedelta) -> None:
    old = _keys(world).issue(world.acme, TERMS)

    with pytest.raises(InvalidRequest) as refused:
        _keys(world).rotate(world.acme, old.key_id, overlap)

    assert refused.value.field == "overlap_seconds"


@pytest.mark.parametrize("end", ["revoked", "expired", "rotated", "unknown"])
def test_a_key_that_works_no_more_has_no_successor(world: World, end: str) -> None:
    old = _keys(world).issue(world.acme, replace(TERMS, expires_at=later(days=1)))
    key_id = NOBODY if end == "unknown" else old.key_id
    if end == "revoked":
        _keys(world).revoke(world.acme, key_id)
    if end == "rotated":
        _keys(world).rotate(world.acme, key_id, timedelta())
    if end == "expired":
        world.durable.clock.advance(days=1)

    with pytest.raises(NotFound):
        _keys(world).rotate(world.acme, key_id, HOUR)


def test_a_rotation_that_meets_a_revocation_makes_no_key(world: World) -> None:
    old = _keys(world).issue(world.acme, TERMS)
    revoke = Interlude(writes_to("tenants"), lambda: _keys(world).revoke(world.acme, old.key_id))
    raced = World(world.durable, lambda stores: _watched(stores, revoke))

    with pytest.raises(WriteConflict):
        _keys(raced).rotate(world.acme, old.key_id, HOUR)

    assert [key.key_id for key in _keys(world).all(world.acme)] == [old.key_id]


def test_a_revoked_key_is_refused_and_stays_so(world: World) -> None:
    key = _keys(world).issue(world.acme, TERMS)

    _keys(world).revoke(world.acme, key.key_id)
    _keys(world).revoke(world.acme, key.key_id)

    assert not _works(world, key)


def test_a_key_of_another_tenant_is_not_there(world: World) -> None:
    globex = world.tenants.create("globex")
    key = _keys(world).issue(globex, TERMS)

    with pytest.raises(NotFound):
        _keys(world).revoke(world.acme, key.key_id)

    assert _works(world, key)
    assert list(_keys(world).all(world.acme)) == []


def test_keys_are_listed_with_what_they_may_do_and_without_their_secrets(world: World) -> None:
    first = _keys(world).issue(world.acme, TERMS)
    second = _keys(world).issue(world.acme, KeyTerms(frozenset({Grant.WRITE})))
    _keys(world).revoke(world.acme, first.key_id)

    listed = list(_keys(world).all(world.acme))

    now = world.clock.now()
    assert listed == [
        ApiKey(first.key_id, TERMS, now, revoked=True),
        ApiKey(second.key_id, KeyTerms(frozenset({Grant.WRITE})), now, revoked=False),
    ]
    assert [key.works_at(now) for key in listed] == [False, True]
    assert first.secret not in repr(first)


def _watched(stores, watcher):  # type: ignore[no-untyped-def]
    return replace(stores, tables=Watched(stores.tables, watcher))
