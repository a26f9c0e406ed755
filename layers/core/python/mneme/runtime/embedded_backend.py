"""Everything in one folder: SQLite, files, a local root key. No service, no account."""

from functools import partial
from pathlib import Path

from mneme.adapters.embedded_audit import EmbeddedAudit
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.embedded_rebuild import EmbeddedRebuild
from mneme.adapters.file_blob_store import FileBlobStore
from mneme.adapters.file_digest_store import FileDigestStore
from mneme.adapters.hadamard_rotation import rotated_dimensions
from mneme.adapters.local_certificate_keys import LocalCertificateKeys
from mneme.adapters.local_key_service import LocalKeyService
from mneme.adapters.signed_download_links import SignedDownloadLinks
from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.sqlite_whole_table import SqliteWholeTable
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.index_audit import IndexAudit
from mneme.application.ports.index_expunge import IndexExpunge
from mneme.application.ports.index_rebuild import IndexRebuild
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.repositories.row_keys import HEADS
from mneme.runtime.backend import Backend
from mneme.runtime.embedders import embedding_model
from mneme.runtime.settings import INDEX_OF_LOCAL_MODEL, Settings


def embedded_backend(settings: Settings, folder: Path, clock: Clock, ids: Ids) -> Backend:
    """Return the adapters over one folder; the index may be a real OpenSearch all the same.

    Tables, queues and index are databases of their own, so that their writers do not wait for
    each other.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables = SqliteDatabase(folder / "tables.db")
    feed = SqliteChangeFeed(tables, settings.tables)
    queues = SqliteWorkQueue(SqliteDatabase(folder / "queues.db"), settings.queue_layouts, clock)
    index, index_rebuild, index_audit, index_expunge = _index(settings, folder, feed, clock)
    blobs = FileBlobStore(folder / "blobs")
    return Backend(
        tables=SqliteTableStore(tables, settings.tables),
        queue=queues,
        queue_consumer=queues,
        dead_letters=queues,
        change_feed=feed,
        blobs=blobs,
        links=SignedDownloadLinks(settings.base_url, folder / "links.key", blobs, clock, ids),
        digests=FileDigestStore(folder / "digests"),
        key_service=LocalKeyService(folder / "root.key", ids),
        certificate_keys=LocalCertificateKeys(
            folder / "certificate-keys", settings.erasure.certificate_keys, ids
        ),
        index=index,
        index_audit=index_audit,
        index_rebuild=index_rebuild,
        whole_tables=SqliteWholeTable(tables, settings.tables),
        index_expunge=index_expunge,
    )


def _index(
    settings: Settings, folder: Path, feed: SqliteChangeFeed, clock: Clock
) -> tuple[VectorIndex, IndexRebuild, IndexAudit, IndexExpunge | None]:
    if settings.opensearch_url:
        # The client's packages cost 0.1 s of import, which the embedded index does not need.
        from mneme.runtime import search  # noqa: PLC0415

        url = settings.opensearch_url
        return (
            search.opensearch_index(url, settings),
            search.opensearch_rebuild(url, settings),
            search.opensearch_audit(url, settings),
            search.opensearch_expunge(url, settings),
        )
    # Of another model's vectors there is another file: it begins with every memory there is.
    of_local = settings.index_name == INDEX_OF_LOCAL_MODEL
    file = folder / ("index.db" if of_local else f"{settings.index_name}.db")
    database = SqliteDatabase(file)
    dimensions = rotated_dimensions(embedding_model(settings.embedder).dimensions)
    replay = partial(feed.replay, HEADS)
    index = EmbeddedIndex(database, dimensions=dimensions, rebuild=replay, now=clock.now)
    # What is deleted from this one is overwritten in its file.
    return index, EmbeddedRebuild(database, dimensions=dimensions), EmbeddedAudit(database), None
