"""Purges as the platform runs them, and a search for a word in all that is stored."""

from collections.abc import Iterator

from infra.tables import TABLES
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.job import Job, JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from tests.doubles.lifecycle import done
from tests.doubles.managing import indexed
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.world import TENANT, USER, World
from tests.isolation.stored_bytes import spellings

EVERYTHING = PurgeTarget()
OWNER = JobOwner(TENANT, USER)


class ClearCipher:
    """A `Cipher` that hides nothing, so that what is stored can be searched."""

    def seal(self, key: bytes, plaintext: bytes, context: bytes) -> bytes:
        """Return the text itself."""
        return plaintext

    def open(self, key: bytes, sealed: bytes, context: bytes) -> bytes:
        """Return the text itself."""
        return sealed


def a_clear_world() -> World:
    """Return a world in which nothing is encrypted."""
    world = World()
    world.__dict__["cipher"] = ClearCipher()
    return world


def purge(world: World, target: PurgeTarget = EVERYTHING) -> str:
    """Purge, and return the job's id."""
    return world.purge_memory(world.acme, USER, target)


def purged(world: World, target: PurgeTarget = EVERYTHING) -> Job:
    """Purge, and let the job and the indexer come to their ends."""
    job = done(world, purge(world, target), OWNER)
    indexed(world)
    assert job.state is JobState.DONE, job
    return job


def stored(world: World) -> Iterator[tuple[str, str]]:
    """Yield where something is stored, and all of it as text: rows, objects, messages."""
    for table in TABLES:
        for row in world.rows(table.name):
            yield table.name, str(dict(row))
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    for (_, container, name), data in blobs.objects.items():
        yield container, f"{name} {data!r}"
    with world.durable.queue_database.read() as connection:
        for (body,) in connection.execute("SELECT body FROM queue_messages"):
            yield "queues", str(body)


def places_of(world: World, word: str) -> set[str]:
    """Return where a word is stored."""
    forms = [form.decode("latin-1") for form in spellings(word)]
    return {place for place, text in stored(world) if any(form in text for form in forms)}


def shown(world: World, user_id: str = USER) -> set[str]:
    """Return the ids of the memories that the index shows of a user."""
    partition = user_partition(world.acme, user_id)
    page = world.backend.index_audit.listed(world.acme, partition, None, 10_000)
    return {entry.memory_id for entry in page.entries if entry.status is not None}
