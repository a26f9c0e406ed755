"""An index that was lost, or that holds what it should not, is built anew from the rows."""

from dataclasses import replace

import pytest

from mneme.application.index import rebuild_index
from mneme.application.ports.index_rebuild import IndexRebuild
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from tests.doubles.made import NOW, a_fact, later
from tests.doubles.world import USER, World


class _Lost(World):
    """A world whose index was never written."""

    def says(self, text: str, user_id: str = USER, **query: object) -> list[str]:
        """Recall from what the index shows, and return the contents of the answer."""
        asked = RecallQuery(user_id=user_id, text=text, **query)  # type: ignore[arg-type]
        found = self.recall(self.acme, asked)
        assert not found.degraded
        return [one.revision.content for one in found.memories]


@pytest.fixture
def world() -> _Lost:
    return _Lost()


def test_what_is_in_the_rows_is_found_again(world: _Lost) -> None:
    world.decide(a_fact("Lives in Oslo"))
    world.decide(a_fact("Plays the violin"))
    assert world.says("violin") == []

    assert sum(world.rebuild_index()) == 2

    assert world.says("violin") == ["Plays the violin"]


def test_past_revisions_are_found_again_too(world: _Lost) -> None:
    world.decide(a_fact("Lives in Oslo", fact_key="home_city"))
    world.decide(a_fact("Lives in Rome", fact_key="home_city", observed_at=later(days=1)))

    list(world.rebuild_index())

    assert world.says("Lives in Oslo") != ["Lives in Oslo"]
    assert "Lives in Oslo" in world.says("Lives in Oslo", include_superseded=True)


def test_what_no_row_speaks_of_is_gone(world: _Lost) -> None:
    partition = user_partition(world.acme, USER)
    stray = IndexDocument(
        user=partition,
        memory_id="stray",
        revision=1,
        version=99,
        status=Status.ACTIVE,
        scope=VisibleScope("G", 1),
        ownership=Ownership.USER,
        mem_type=MemType.SEMANTIC,
        kind=Kind.FACT,
        vector=b"",
        model="any",
        terms=("x",),
        observed_at=NOW,
    )
    world.backend.index.apply(world.acme, [stray])
    found = _Counted(world.backend.index_rebuild)

    list(replace(world.rebuild_index, rebuild=found)())

    assert found.filled == []


def test_a_page_that_fails_ends_the_run_and_the_next_goes_on_behind_the_last(
    world: _Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild_index, "PAGE", 1)
    for number in range(4):
        world.decide(a_fact(f"Owns boat number {number}"))
    failing = _Counted(world.backend.index_rebuild, fails_at=3)

    with pytest.raises(Unavailable):
        list(replace(world.rebuild_index, rebuild=failing)())
    going_on = _Counted(world.backend.index_rebuild)
    list(replace(world.rebuild_index, rebuild=going_on)())

    assert (len(failing.filled), len(going_on.filled)) == (2, 2)
    assert len(world.says("boat")) == 4


def test_each_tenant_is_filled_by_itself(world: _Lost) -> None:
    world.decide(a_fact("Lives in Oslo"))
    found = _Counted(world.backend.index_rebuild)

    list(replace(world.rebuild_index, rebuild=found)())

    assert [tenant.tenant_id for tenant in found.tenants] == [world.acme.tenant_id]


class _Counted:
    """Takes down what is filled, and may fail."""

    def __init__(self, inner: IndexRebuild, fails_at: int | None = None) -> None:
        self._inner = inner
        self._fails_at = fails_at
        self.filled: list[IndexDocument | Tombstone] = []
        self.tenants: list[TenantContext] = []

    def begin(self, *, anew: bool = False) -> str | None:
        return self._inner.begin(anew=anew)

    def fill(self, tenant: TenantContext, entries: list[IndexDocument | Tombstone]) -> None:
        if len(self.filled) + 1 == self._fails_at:
            raise Unavailable("the index is down")
        self.filled += entries
        self.tenants.append(tenant)
        self._inner.fill(tenant, entries)

    def reached(self, cursor: str) -> None:
        self._inner.reached(cursor)

    def finish(self) -> None:
        self._inner.finish()
