"""What a task carries, sealed: its conversation, then its facts. No content travels in queues.

Between them may be what a model has answered so far. All go with the task's end. What no task came
to name, because accepting it was cut off, and what a failed one keeps for a redrive, expires.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.key_service import Cipher
from mneme.application.ports.table_store import (
    Action,
    Delete,
    Item,
    Key,
    Put,
    TableStore,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import (
    OPERATIONS,
    attachment_key,
    payload_folder,
    user_partition,
)
from mneme.application.repositories.row_values import seconds
from mneme.domain.errors import InternalFault, NotFound
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext

CONVERSATION = "conversation"
FACTS = "facts"
PORTIONS = "portions"
CLOSING = "closing"
"""The payload of a task that ends a session."""

PAYLOADS = "payloads"
KEPT = timedelta(days=29)
"""As long as messages may wait in their queue and its dead letters; as blobs are kept."""
ROW_BYTES = 100 * 1024
"""Sealed attachments above this go to the blob store."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How many rows a task has beside its own, and the names of the blobs that they name."""

    rows: int
    blobs: list[str]


@dataclass(frozen=True)
class TaskAttachments:
    """Seals attachments into rows of their own (large ones into blobs) and opens them."""

    tables: TableStore
    blobs: BlobStore
    keys: KeyRing
    cipher: Cipher

    def put_action(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        name: str,
        data: bytes,
        *,
        at: datetime,
    ) -> Action:
        """Return the action that keeps an attachment; a large one's blob is stored at once."""
        place = attachment_key(user_partition(tenant, user_id), task.task_id, name)
        keys = self.keys.keys_for(tenant, user_id, task.key_epoch)
        sealed = self.cipher.seal(keys.content, data, _context(place))
        expires_at = seconds(at + KEPT)
        row: dict[str, Value] = {
            "pk": place.partition,
            "sk": place.sort,
            "expires_at": expires_at,
            "key_epoch": task.key_epoch,
        }
        if len(sealed) > ROW_BYTES:
            # No condition protects a blob: a name of its own keeps a write that is refused in the
            # end from replacing what an accepted task points at.
            named = f"{place.sort}\x00".encode("utf-8", "surrogatepass") + sealed
            folder = payload_folder(place.partition, task.key_epoch)
            blob = f"{folder}/{hashlib.sha256(named).hexdigest()}"
            self.blobs.put(tenant, PAYLOADS, blob, sealed)
            row["blob"] = blob
        else:
            row["sealed"] = sealed
        return Put(OPERATIONS, row)

    def read(self, tenant: TenantContext, user_id: str, task: Task, name: str) -> bytes:
        """Return an attachment, opened. Raises as `find` does; InternalFault if it is gone."""
        data = self.find(tenant, user_id, task, name)
        if data is None:
            raise InternalFault("a task lost its data")
        return data

    def find(self, tenant: TenantContext, user_id: str, task: Task, name: str) -> bytes | None:
        """Return an attachment, opened, None if it is not there.

        Raises NotFound if the key that opens it was destroyed: it was erased meanwhile.
        """
        place = attachment_key(user_partition(tenant, user_id), task.task_id, name)
        row = self.tables.get(tenant, OPERATIONS, place)
        sealed: bytes | None = None
        if row is not None and "blob" in row:
            sealed = self.blobs.get(tenant, PAYLOADS, read.text(row, "blob"))
        elif row is not None:
            sealed = read.binary(row, "sealed")
        if sealed is None:
            return None
        keys = self.keys.find(tenant, user_id, task.key_epoch)
        if keys is None:
            raise NotFound("what the task carried was erased")
        return self.cipher.open(keys.content, sealed, _context(place))

    def destroy(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        """Delete all that a task carries, blobs first: their rows name them. Raises Unavailable."""
        found = self._rows(tenant, user_id, task)
        self.delete_blobs(tenant, _blobs_of(found.values()))
        if found:
            self.tables.transact(tenant, [Delete(OPERATIONS, place) for place in found])

    def blobs_of(self, tenant: TenantContext, user_id: str, task: Task) -> list[str]:
        """Return the names of the blobs that a task carries. Raises Unavailable."""
        return self.carried(tenant, user_id, task).blobs

    def carried(self, tenant: TenantContext, user_id: str, task: Task) -> Carried:
        """Return what a task carries. Raises Unavailable."""
        found = self._rows(tenant, user_id, task).values()
        return Carried(len(found), _blobs_of(found))

    def delete_blobs(self, tenant: TenantContext, names: Iterable[str]) -> None:
        """Delete blobs. Raises Unavailable."""
        for name in names:
            self.blobs.delete(tenant, PAYLOADS, name)

    def _rows(self, tenant: TenantContext, user_id: str, task: Task) -> dict[Key, Item]:
        partition = user_partition(tenant, user_id)
        names = dict.fromkeys((task.payload, FACTS, PORTIONS))
        places = [attachment_key(partition, task.task_id, name) for name in names]
        return self.tables.batch_get(tenant, OPERATIONS, places)

    def kept(self, tenant: TenantContext, user_id: str, task: Task) -> bool:
        """Return whether what the next step of a task needs is still kept."""
        name = task.payload if task.fact_count is None else FACTS
        place = attachment_key(user_partition(tenant, user_id), task.task_id, name)
        return self.tables.get(tenant, OPERATIONS, place) is not None

    def delete_actions(self, tenant: TenantContext, user_id: str, task: Task) -> Sequence[Action]:
        """Return the actions that delete a task's attachments; blobs expire by themselves."""
        partition = user_partition(tenant, user_id)
        portions = (PORTIONS,) if task.portions else ()
        return [
            Delete(OPERATIONS, attachment_key(partition, task.task_id, name))
            for name in dict.fromkeys((task.payload, FACTS, *portions))
        ]


def _blobs_of(rows: Iterable[Item]) -> list[str]:
    return [read.text(row, "blob") for row in rows if "blob" in row]


def _context(place: Key) -> bytes:
    return f"task\x00{place.partition}\x00{place.sort}".encode()
