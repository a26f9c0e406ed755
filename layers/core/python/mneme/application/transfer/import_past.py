"""Write what a memory said before to the memory, which is there already.

So nothing of a memory ever lies where its head is not: a purge finds its past by its head. What is
missing is written, and no more, whoever was cut off before, and in how many lines it comes.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Equals,
    Missing,
    Put,
    TableStore,
)
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import (
    HEADS,
    REVISIONS,
    revision_key,
    user_partition,
)
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.import_findable import ImportFindable
from mneme.application.transfer.importing import Importing
from mneme.domain.due import dated
from mneme.domain.errors import Overtaken, Unavailable, WriteConflict
from mneme.domain.memory import Head, Revision

PAST_AT_ONCE = 20
"""Past revisions a transaction, which has at most 4 MB: all that a body holds is 1 MiB, and the
terms of each 64 KB."""


@dataclass(frozen=True)
class ImportPast:
    """Writes past revisions of one memory."""

    tables: TableStore
    users: UserRepository
    memories: MemoryRepository
    findable: ImportFindable
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(self, of: Importing, told: Head, past: Sequence[Revision]) -> bool:
        """Return whether any of it was missing; `told` is the head as a line tells it.

        Raises Unavailable, also if the user's switches or epochs were set meanwhile.
        """
        wrote = False
        for _ in attempts(self.clock):
            head = self.memories.heads(of.tenant, of.user_id, [told.memory_id]).get(told.memory_id)
            missing = [] if head is None else self._missing(of, head, past)
            if head is None or not missing:
                return wrote
            try:
                self._write(of, head, missing, told.past_since)
            except WriteConflict:
                if self._has_moved(of):
                    # Nobody may come back to it: what is there by now is to be found.
                    self._show(of, told)
                self.require_unmoved(of)
                wrote = True
            else:
                return True
        raise Unavailable("the memory is being written to without pause")

    def require_unmoved(self, of: Importing) -> None:
        """Raise Overtaken if the user's row moved: the page is done again, as it stands then."""
        if self._has_moved(of):
            raise Overtaken("the user's switches or epochs were set meanwhile") from None

    def _has_moved(self, of: Importing) -> bool:
        return self.users.state(of.tenant, of.user_id).version != of.state.version

    def _show(self, of: Importing, told: Head) -> None:
        head = self.memories.heads(of.tenant, of.user_id, [told.memory_id]).get(told.memory_id)
        if head is not None:
            with suppress(WriteConflict):  # it moves to the index by itself, or is gone
                self.tables.transact(of.tenant, [self._shown(of, head, told.past_since)])

    def _missing(self, of: Importing, head: Head, past: Sequence[Revision]) -> list[Revision]:
        partition = user_partition(of.tenant, of.user_id)
        older = [one for one in past if one.revision < head.revision]
        missing: list[Revision] = []
        for start in range(0, len(older), BATCH_GET_LIMIT):
            page = older[start : start + BATCH_GET_LIMIT]
            keys = [revision_key(partition, head.memory_id, one.revision) for one in page]
            there = self.tables.batch_get(of.tenant, REVISIONS, keys)
            missing += [one for one, key in zip(page, keys, strict=True) if key not in there]
        return missing

    def _write(
        self, of: Importing, head: Head, missing: Sequence[Revision], since: datetime | None
    ) -> None:
        """Write it, if neither the memory nor the user's row moves. Raises WriteConflict.

        The head moves with each page: a purge that looked for the past before does not go through.
        With the last the head is shown to the index anew, which may have read it before.
        """
        partition = user_partition(of.tenant, of.user_id)
        keys = self.findable.find_by.keys.keys_for(of.tenant, of.user_id, head.key_epoch)
        found = self.findable(of, head, missing)
        for start in range(0, len(found), PAST_AT_ONCE):
            page = found[start : start + PAST_AT_ONCE]
            rows = [
                Put(REVISIONS, self.memories.rows.row(partition, one, keys), Missing("pk"))
                for one in page
            ]
            moved = replace(head, version=head.version + 1)
            of_head = Put(HEADS, head_row(partition, moved), Equals("version", head.version))
            if start + PAST_AT_ONCE >= len(found):
                of_head = self._shown(of, head, since)
            unchanged = self.users.unchanged(of.tenant, of.user_id, of.state)
            self.tables.transact(of.tenant, [unchanged, of_head, *rows])
            head = moved

    def _shown(self, of: Importing, head: Head, since: datetime | None) -> Put:
        """Return the action that makes the index read all of the memory anew."""
        known = [at for at in (head.past_since, since) if at is not None]
        after = replace(
            head,
            past_since=min(known, default=None),
            version=head.version + 1,
            index_version=head.index_version + 1,
        )
        after = dated(None, after, self.clock.now(), self.thresholds().dating)
        row = head_row(user_partition(of.tenant, of.user_id), after)
        return Put(HEADS, row, Equals("version", head.version))
