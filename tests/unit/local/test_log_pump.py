"""The logs of files are emptied now and then, and sooner again where a reader was in the way."""

from dataclasses import dataclass

from local.log_pump import LogPump, Settling
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.sqlite_database import SqliteDatabase
from tests.doubles import FixedClock
from tests.doubles.durable import Durable


@dataclass
class _Store:
    """A store whose readers may be in the way."""

    settled: int = 0
    free: bool = True

    def settle(self) -> bool:
        self.settled += 1
        return self.free


def test_a_log_is_emptied_when_its_time_has_come() -> None:
    clock, store = FixedClock(), _Store()
    pump = LogPump("store", store, 60.0, clock)
    for seconds, settled in ((0, 0), (59, 0), (1, 1), (59, 1), (1, 2)):
        clock.advance(seconds)
        assert pump.step() is False
        assert store.settled == settled


def test_where_a_reader_was_in_the_way_it_is_tried_again_soon() -> None:
    clock, store = FixedClock(), _Store(free=False)
    pump = LogPump("store", store, 60.0, clock)
    clock.advance(60)
    pump.step()

    clock.advance(6)
    pump.step()

    assert store.settled == 2


def test_every_store_of_a_file_can_do_so() -> None:
    durable = Durable()

    for store in (durable.backend.tables, durable.queue, EmbeddedIndex(SqliteDatabase())):
        assert isinstance(store, Settling)
        assert store.settle()
