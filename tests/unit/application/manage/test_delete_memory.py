"""Delete: gone from recall at once, nothing else comes back, and the counters follow."""

import pytest

from mneme.application.ports.vector_index import Tombstone
from mneme.domain.errors import NotAllowed, NotFound, RevisionConflict, Unavailable
from mneme.domain.memory import Kind, Provenance, Status
from mneme.domain.recollection import RecallQuery
from mneme.domain.task import Decision
from mneme.domain.tenancy import Grant, TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import recalled, records
from tests.doubles.made import GLOBAL, a_fact, an_app, later, said
from tests.doubles.managing import head_of, indexed, told, update
from tests.doubles.world import TENANT, USER, World, a_tenant


def delete(world: World, memory_id: str, tenant: TenantContext | None = None, **parts: int) -> None:
    world.manage.delete.one(tenant or world.acme, USER, memory_id, parts.get("expected"))


def shown(world: World, text: str, **query: bool) -> list[str]:
    """Recall with the index as it is."""
    answer = world.recall(world.acme, RecallQuery(user_id=USER, text=text, **query))
    return [one.revision.content for one in answer.memories]


def test_p15_what_is_deleted_is_not_returned_even_while_the_index_lags(world: World) -> None:
    memory_id = told(world, "I like green tea")
    update(world, memory_id, content="I like black tea")
    indexed(world)
    assert shown(world, "tea", include_superseded=True) == ["I like black tea", "I like green tea"]

    delete(world, memory_id)

    for history in (False, True):
        assert shown(world, "tea", include_superseded=history) == []
        assert shown(world, "tea", include_archived=history, consistent=True) == []


def test_p15_a_tombstone_takes_every_revision_out_of_the_index_in_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory_id = told(world, "Text 1")
    for number in range(2, 6):
        update(world, memory_id, content=f"Text {number}")
    indexed(world)
    delete(world, memory_id)
    index, apply, applied = world.backend.index, world.backend.index.apply, []

    def fails_once(tenant: TenantContext, entries: list[Tombstone]) -> None:
        applied.append(entries)
        if len(applied) == 1:
            raise Unavailable("no answer")
        apply(tenant, entries)

    monkeypatch.setattr(index, "apply", fails_once)
    with pytest.raises(Unavailable):
        indexed(world)
    indexed(world)

    assert [(type(one), one.memory_id, one.revision) for one in applied[1]] == [
        (Tombstone, memory_id, number) for number in range(1, 6)
    ]


def test_p17_deleting_the_current_fact_does_not_make_its_predecessor_current(world: World) -> None:
    lisbon = world.decide(a_fact("I live in Lisbon", fact_key="home_city"))
    berlin = world.decide(
        a_fact("I live in Berlin", fact_key="home_city", observed_at=later(days=1))
    )
    world.durable.clock.advance(days=2)
    assert (berlin.decision, berlin.memory_id) == (Decision.UPDATE, lisbon.memory_id)

    delete(world, berlin.memory_id)

    assert recalled(world, "Where do I live?") == []
    assert recalled(world, "Where do I live?", include_superseded=True) == []


def test_p17_nor_does_it_bring_back_a_memory_that_it_superseded(world: World) -> None:
    world.decide(a_fact("I like cheese pizza"))
    hate = world.decide(a_fact("I hate cheese pizza", observed_at=later(days=1)))
    world.durable.clock.advance(days=2)
    assert hate.decision is Decision.DELETE

    delete(world, hate.memory_id)

    assert recalled(world, "pizza") == []
    assert {held.head.status for held in world.held()} == {Status.SUPERSEDED, Status.DELETED}


def test_p25_one_tenants_deletion_leaves_the_same_words_of_another(world: World) -> None:
    globex = a_tenant("globex")
    world.tenants.create("globex")
    mine = told(world, "I like tea")
    theirs = world.write_structured(globex, USER, GLOBAL, a_fact("I like tea"))

    delete(world, mine)

    assert theirs.decision is Decision.ADD
    heads = world.memories.heads(globex, USER, [theirs.memory_id])
    assert heads[theirs.memory_id].status is Status.ACTIVE
    with pytest.raises(NotFound):
        delete(world, theirs.memory_id)


def test_deleting_counts_once_however_often_it_is_asked_for(world: World) -> None:
    kept, gone = told(world, "I like tea"), told(world, "I like coffee", is_important=True)

    for _ in range(3):
        delete(world, gone)

    assert (head_of(world, gone).status, head_of(world, kept).status) == (
        Status.DELETED,
        Status.ACTIVE,
    )
    assert [record["operation"] for record in records(world)] == ["ADD", "ADD", "DELETE"]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@pytest.mark.parametrize("status", [Status.ARCHIVED, Status.SUPERSEDED, Status.CANDIDATE])
def test_what_is_not_active_can_be_deleted_and_was_never_counted(
    world: World, status: Status
) -> None:
    memory_id = told(world, "I like tea", provenance=Provenance.CANDIDATE)
    world.set_head(memory_id, status=status.value)

    delete(world, memory_id)

    assert (head_of(world, memory_id).status, stored_counts(world)) == (Status.DELETED, {})


def test_a_message_can_be_deleted(world: World) -> None:
    world.remember(said("Good morning."))
    (turn,) = world.held(Kind.TURN)

    delete(world, turn.head.memory_id)

    assert recalled(world, "Good morning.", include_turns=True) == []


def test_what_is_told_again_after_its_deletion_is_learned_again(world: World) -> None:
    memory_id = told(world, "I like tea")
    delete(world, memory_id)

    again = world.decide(a_fact("I like tea"))

    assert again.decision is Decision.ADD
    assert again.memory_id != memory_id
    assert recalled(world, "tea") == ["I like tea"]


def test_another_revision_than_expected_is_not_deleted(world: World) -> None:
    memory_id = told(world, "I like tea")
    update(world, memory_id, content="I like coffee")

    with pytest.raises(RevisionConflict) as refused:
        delete(world, memory_id, expected=1)

    assert refused.value.data == {"current_revision": 2}
    assert head_of(world, memory_id).status is Status.ACTIVE


def test_of_several_each_is_told_apart(world: World) -> None:
    bound = TenantContext(TENANT, frozenset({Grant.MANAGE}), apps=frozenset({"coach"}))
    own = [told(world, f"Fact {n}", an_app("coach")) for n in range(45)]
    other, everywhere = told(world, "Fact", an_app("planner")), told(world, "Fact")

    outcomes = world.manage.delete.some(bound, USER, [other, *own, everywhere, "nobody's"])

    assert isinstance(outcomes[0], NotFound)
    assert isinstance(outcomes[-2], NotAllowed)
    assert isinstance(outcomes[-1], NotFound)
    assert {getattr(head, "status", None) for head in outcomes[1:-2]} == {Status.DELETED}
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
