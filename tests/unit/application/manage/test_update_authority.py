"""Who may update what, on whose behalf, and each of several by itself."""

import pytest

from mneme.application.manage.update_memory import Updated
from mneme.domain.change import Actor
from mneme.domain.errors import NotAllowed, NotFound, RevisionConflict
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.bookkeeping import log_is_dense
from tests.doubles.evolving import records
from tests.doubles.made import an_app
from tests.doubles.managing import told, update
from tests.doubles.world import TENANT, USER, World


@pytest.mark.parametrize(
    ("caller", "actor"),
    [
        (TenantContext(TENANT, frozenset({Grant.MANAGE})), Actor.USER),
        (TenantContext(TENANT, frozenset({Grant.MANAGE, Grant.ADMIN})), Actor.ADMIN),
        (TenantContext(TENANT, frozenset(Grant), user_id=USER), Actor.USER),
    ],
)
def test_the_change_record_tells_on_whose_behalf(
    world: World, caller: TenantContext, actor: Actor
) -> None:
    memory_id = told(world, "I like tea")

    update(world, memory_id, caller, content="I like coffee")
    update(world, memory_id, caller, is_important=True)

    noted = [
        (r["operation"], r["reason"], r["actor"], r["revision_before"], r["revision_after"])
        for r in records(world)[1:]
    ]
    assert noted == [("UPDATE", "corrected", actor, 1, 2), ("UPDATE", "metadata", actor, 2, 2)]
    assert log_is_dense(world)


def test_a_credential_bound_to_apps_updates_its_apps_memories_only(world: World) -> None:
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))
    own = told(world, "I like tea", an_app("coach"))
    other = told(world, "I like tea", an_app("planner"))
    everywhere = told(world, "I like tea")

    assert update(world, own, bound, content="I like coffee").revision == 2
    with pytest.raises(NotFound):
        update(world, other, bound, content="I like coffee")
    with pytest.raises(NotAllowed):
        update(world, everywhere, bound, content="I like coffee")
    assert world.contents() == ["I like coffee", "I like tea", "I like tea"]


def test_what_was_purged_or_deleted_long_ago_is_not_found(world: World) -> None:
    purged, deleted = told(world, "I like tea", an_app()), told(world, "I like coffee")
    world.set_user(scope_epochs={"A#planner": 2})
    world.set_head(deleted, status="DELETED")
    world.durable.clock.advance(days=31)

    for memory_id in (purged, deleted, "nobody's"):
        with pytest.raises(NotFound):
            update(world, memory_id, is_important=True)


def test_each_of_several_is_done_by_itself(world: World) -> None:
    tea, coffee = told(world, "I like tea"), told(world, "I like coffee")
    wishes = [
        MemoryUpdate(tea, MemoryPatch(content="I like coffee")),
        MemoryUpdate("nobody's", MemoryPatch(is_important=True)),
        MemoryUpdate(coffee, MemoryPatch(content="I like water")),
    ]

    double, missing, done = world.manage.update_several(world.acme, USER, wishes)

    assert isinstance(double, RevisionConflict)
    assert isinstance(missing, NotFound)
    assert isinstance(done, Updated)
    assert done.head.revision == 2
    assert world.contents() == ["I like tea", "I like water"]
