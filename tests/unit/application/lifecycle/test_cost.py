"""What the daily run reads follows what is due, and not what is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mneme.application.ports.table_store import Page, Put
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.row_keys import HEADS, user_partition
from mneme.domain.due import dated
from mneme.domain.memory import WeightAnchor
from mneme.runtime.backend import Backend
from tests.doubles.lifecycle import lived
from tests.doubles.made import NOW, a_head, later
from tests.doubles.watched import Watched
from tests.doubles.world import World, a_tenant

DUE = 200
USERS = 50


@dataclass
class _Items:
    """Counts what is read: every item of a page or a batch, and every read of one."""

    read: int = 0

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """Nothing."""

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """Nothing."""

    def count(self, answer: object) -> None:
        """Count what was answered."""
        if isinstance(answer, Page):
            self.read += max(1, len(answer.items))
        elif isinstance(answer, dict):
            self.read += max(1, len(answer))


class _Counted(Watched):
    """A table store whose answers are counted."""

    def __init__(self, adapter: object, items: _Items) -> None:
        super().__init__(adapter, items)
        self._items = items

    def __getattr__(self, method: str) -> Any:
        call = super().__getattr__(method)

        def counted(*arguments: Any, **options: Any) -> Any:
            answer = call(*arguments, **options)
            self._items.count(answer)
            return answer

        return counted


def _filled(stored: int) -> World:
    """Return a world of so many heads without revisions, of which `DUE` are due in 100 days."""
    world = World()
    tables, tenant = world.durable.backend.tables, a_tenant("acme")
    for start in range(0, stored, 100):
        rows = []
        for number in range(start, start + 100):
            faded = number % (stored // DUE) == 0
            anchor = WeightAnchor(0.8, NOW if faded else later(days=60))
            head = a_head(memory_id=f"m{number:06d}", anchor=anchor, created_at=NOW)
            partition = user_partition(tenant, f"u-{number % USERS}")
            rows.append(
                Put(HEADS, head_row(partition, dated(None, head, NOW, world.thresholds().dating)))
            )
        tables.transact(tenant, rows)
    return world


def _read(stored: int) -> tuple[int, int]:
    """Return how many items a daily run reads, and how many memories it archives."""
    world, items = _filled(stored), _Items()

    def around(stores: Backend) -> Backend:
        return replace(stores, tables=_Counted(stores.tables, items))  # type: ignore[arg-type]

    counted = World(world.durable, around=around)
    job = lived(counted, days=100, index=False)
    return items.read, job.progress.changed


def test_ten_times_the_memories_with_as_many_due_cost_the_daily_run_no_more() -> None:
    few, many = _read(2_000), _read(20_000)

    assert (few[1], many[1]) == (DUE, DUE)
    assert many[0] <= few[0] * 1.1


def test_a_day_on_which_nothing_is_due_reads_next_to_nothing() -> None:
    world, items = _filled(2_000), _Items()
    counted = World(
        world.durable,
        around=lambda stores: replace(stores, tables=_Counted(stores.tables, items)),  # type: ignore[arg-type]
    )

    job = lived(counted, days=1, index=False)

    assert job.progress.read == 0
    # One look at each of the index's 64 shards, and the job's own rows, which the test reads too.
    assert items.read < 250
