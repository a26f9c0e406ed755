"""What is counted as silence of the tables, and what is an answer of theirs."""

import pytest

from mneme.application.ports.table_store import Key, Missing, Put
from mneme.application.repositories.measured_tables import MeasuredTables
from mneme.application.repositories.row_keys import JOBS
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.measures import Measured
from tests.doubles.watched import Fuse, Watched
from tests.doubles.world import World

ROW = Put(JOBS, {"pk": "acme#u", "sk": "j#000"}, Missing("pk"))


def test_a_call_that_is_not_answered_is_counted(world: World) -> None:
    away = Watched(world.backend.tables, Fuse(1, fault=lambda: Unavailable("away")))
    tables = MeasuredTables(away, world.metrics)  # type: ignore[arg-type]

    with pytest.raises(Unavailable):
        tables.get(world.acme, JOBS, Key("acme#u", "j#000"))

    assert world.metrics.names(Measured.TABLES_UNAVAILABLE) == ["tables_unavailable"]


def test_who_loses_a_race_was_answered(world: World) -> None:
    tables = MeasuredTables(world.backend.tables, world.metrics)
    tables.transact(world.acme, [ROW])

    with pytest.raises(WriteConflict):
        tables.transact(world.acme, [ROW])

    assert world.metrics.names(Measured.TABLES_UNAVAILABLE) == []
