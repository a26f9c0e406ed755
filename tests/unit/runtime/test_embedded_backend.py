"""Everything in one folder: what one process writes there, the next one finds."""

from dataclasses import replace
from pathlib import Path

import pytest

from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.vector_index import IndexQuery
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Status
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible
from mneme.runtime.bootstrap import Services
from mneme.runtime.missing_index import MissingIndex
from mneme.runtime.search import opensearch_index
from mneme.runtime.settings import EmbedderSettings, Settings
from tests.doubles import CountingIds, FixedClock
from tests.doubles.made import GLOBAL, NOW, a_fact, said
from tests.doubles.world import LAYOUTS, QUEUE_LAYOUTS, USER

ACME = TenantContext("acme")


def _settings(folder: Path, opensearch_url: str | None = None) -> Settings:
    return Settings("home", LAYOUTS, folder, QUEUE_LAYOUTS, {}, {}, "", opensearch_url, "")


def _process(folder: Path, seed: int = 0) -> Services:
    return Services(_settings(folder / "data"), FixedClock(), CountingIds(seed))


def test_what_one_process_accepted_another_one_works_on(tmp_path: Path) -> None:
    first = _process(tmp_path)
    first.tenants.create("acme")
    task = first.accept_add(ACME, USER, said("I live in Oslo."), None)

    second = _process(tmp_path, seed=1)

    assert second.read_task(ACME, USER, task.task_id) == task
    assert len(second.queue_consumer.receive(EXTRACTION, 10)) == 1
    assert second.change_feed.read("heads", None, 10).changes == ()


def test_an_index_of_an_older_version_gets_every_memory_again(tmp_path: Path) -> None:
    first = _process(tmp_path)
    first.tenants.create("acme")
    first.write_structured(ACME, USER, GLOBAL, a_fact("Lives in Oslo"))
    page = first.change_feed.read("heads", None, 10)
    first.index_changes(page.changes)
    with SqliteDatabase(tmp_path / "data" / "index.db").write() as connection:
        connection.execute("PRAGMA user_version = 1")

    second = _process(tmp_path, seed=1)

    again = second.change_feed.read("heads", page.checkpoint, 10)
    assert [change.after for change in again.changes] == [page.changes[0].after]


def test_the_root_key_is_one_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    _process(tmp_path).tenants.create("acme")

    _process(tmp_path, seed=1).keys.keys_for(ACME, USER, 1)

    key_file = tmp_path / "data" / "root.key"
    assert key_file.stat().st_mode & 0o077 == 0


def test_a_named_search_domain_takes_the_place_of_the_embedded_index(tmp_path: Path) -> None:
    url = "http://127.0.0.1:9"

    made = Services(_settings(tmp_path, url), FixedClock(), CountingIds()).backend.index

    assert type(made) is type(opensearch_index(url, _settings(tmp_path)))
    assert not (tmp_path / "index.db").exists()


def test_a_function_without_a_search_domain_has_no_index() -> None:
    index = MissingIndex()

    for use in (
        index.prepare,
        lambda: index.apply(ACME, []),
        lambda: index.search(ACME, None),  # type: ignore[arg-type]
        lambda: index.listed(ACME, "acme#u-1", None, 1),
        lambda: index.sweep(ACME, "acme#u-1", FixedClock().now()),
    ):
        with pytest.raises(InternalFault):
            use()


def test_technology_is_made_at_first_use_only(tmp_path: Path) -> None:
    services = _process(tmp_path)

    services.tenants.create("acme")

    assert not {"embedder", "rotation", "stemmer"} & set(vars(services))
    assert services.stemmer.stem("walking") == "walk"
    assert services.rotation.rotate(bytes(32), bytes(range(4)) * 4)


def test_another_embedding_model_has_an_index_of_its_own_that_begins_with_every_memory(
    tmp_path: Path,
) -> None:
    first = _process(tmp_path)
    first.tenants.create("acme")
    first.write_structured(ACME, USER, GLOBAL, a_fact("Lives in Oslo"))
    page = first.change_feed.read("heads", None, 10)
    named = EmbedderSettings("small", 100, url="http://127.0.0.1:9/v1")
    settings = replace(_settings(tmp_path / "data"), embedder=named, index_name="memories-small")

    second = Services(settings, FixedClock(), CountingIds(1))
    again = second.change_feed.read("heads", page.checkpoint, 10)
    second.index_changes(again.changes)

    visible = Visible(frozenset({VisibleScope("G", 1)}), NOW, NOW, frozenset({Status.ACTIVE}))
    query = IndexQuery(f"acme#{USER}", visible, bytes(4 * 128), (), 10, 10, 1.0)
    assert second.backend.index.search(ACME, query).hits == ()
    assert (tmp_path / "data" / "memories-small.db").exists()
    assert again.changes
