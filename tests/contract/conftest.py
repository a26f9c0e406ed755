"""Fixtures that several contract suites share."""

from collections.abc import Iterator

import pytest

from tests.contract import table_store_fixtures
from tests.contract.emulator_fixtures import emulator_url  # noqa: F401 - a fixture
from tests.contract.table_store_fixtures import TABLE_STORES, TableHarness


@pytest.fixture(scope="module", params=TABLE_STORES)
def stores(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TableHarness]:
    """Yield every table store in turn."""
    match request.param:
        case "sqlite-memory":
            opened = table_store_fixtures.sqlite_tables(None)
        case "sqlite-file":
            folder = tmp_path_factory.mktemp("tables")
            opened = table_store_fixtures.sqlite_tables(folder / "tables.db")
        case "moto":
            opened = table_store_fixtures.moto_tables()
        case _:
            yield table_store_fixtures.dynamodb_tables(request.getfixturevalue("emulator_url"))
            return
    with opened as harness:
        yield harness


@pytest.fixture
def tables(stores: TableHarness) -> TableHarness:
    """Return every table store in turn, with a partition of the test's own."""
    return table_store_fixtures.fresh_partition(stores)
