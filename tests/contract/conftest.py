"""Fixtures that several contract suites share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mneme.adapters.file_blob_store import FileBlobStore
from mneme.application.ports.blob_store import BlobStore
from tests.contract import table_store_fixtures
from tests.contract.blob_stores import s3
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


@pytest.fixture(params=["files", "moto", "moto-versioned"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BlobStore]:
    """Yield every blob store in turn."""
    if request.param == "files":
        yield FileBlobStore(tmp_path / "blobs")
        return
    with s3(versioned=request.param == "moto-versioned") as store:
        yield store
