"""A user who has something in every store, and how much there is in each."""

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.erasure import Store
from mneme.domain.job import JobOwner
from mneme.domain.scope import Level, Scope
from tests.doubles.export_lines import LINE
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.managing import indexed, told, update
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.transfer import objects_of
from tests.doubles.world import TENANT, USER, World

APP = an_app("planner")
SESSION = Scope(Level.SESSION, "planner", "s-1")
LARGE = ["I like large teas. " * 900] * 20


def live(world: World) -> World:
    """Let a user have something everywhere, in an app, in its session and in neither."""
    for scope in (GLOBAL, APP, SESSION):
        update(world, told(world, f"Tea {scope.key}", scope, fact_key="drink"), content="Milk")
        told(world, f"Faded {scope.key}", scope, expire_at=world.clock.now())
    lived(world, days=0.4, index=False)
    lived(world, days=0.7)
    world.remember(said("I live in Oslo.", scope=APP))
    world.remember(said("I live in Rome.", "I like figs.", session_id="s-9"))
    for scope in (APP, GLOBAL):
        world.accept_add(world.acme, USER, said(*LARGE, scope=scope), None)
        world.accept_add(world.acme, USER, said("I like tea.", scope=scope), None)
    told(world, "Somebody else's", user_id="u-2")
    done(world, world.transfer.begin_export(world.acme, USER), JobOwner(TENANT, USER))
    world.transfer.begin_import(world.acme, USER, [LINE])
    indexed(world)
    return world


def counts_of(world: World) -> dict[Store, int]:
    """Return how much there is of the user, by looking at every row and object."""
    partition = user_partition(world.acme, USER)

    def rows(table: str, sort: str = "") -> list[Item]:
        whole = [row for row in world.rows(table) if row["pk"] == partition]
        return [row for row in whole if str(row.get("sk", "")).startswith(sort)]

    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    own = {str(row.get("blob")) for row in rows("operations")}
    archived = [row for row in rows("revisions") if row.get("archived")]
    page = world.backend.index_audit.listed(world.acme, partition, None, 10_000)
    open_states = {"PENDING", "ACCEPTED", "EXTRACTING", "EVOLVING", "DEFERRED"}
    return {
        Store.MEMORIES: len(rows("heads")),
        Store.REVISIONS: len(rows("revisions")),
        Store.ARCHIVE_OBJECTS: len(archived),
        Store.INDEX_DOCUMENTS: sum(entry.status is not None for entry in page.entries),
        Store.MESSAGES: len(rows("episodes")),
        Store.GUARDS: len(rows("guards")),
        Store.COUNTERS: len(rows("counters")),
        Store.SESSIONS: len(rows("sessions")),
        Store.OPEN_WRITES: sum(row["state"] in open_states for row in rows("operations", "TASK#")),
        Store.PAYLOADS: len(rows("operations", "DATA#")),
        Store.PAYLOAD_OBJECTS: sum(name in own for _, _, name in blobs.objects),
        Store.EXPORTS: sum(name.endswith(".jsonl") for name in objects_of(world)),
        Store.IMPORTS: sum(not name.endswith(".jsonl") for name in objects_of(world)),
        Store.DATA_KEYS: sum("destroy_at" not in row for row in rows("keys")),
        Store.CHANGE_RECORDS: sum(map(_tells, rows("change_log"))),
    }


def _tells(record: Item) -> bool:
    return "salt" in record and bool(record.get("sources") or record.get("said"))
