"""The job behind an import: line by line, each memory a commit of its own.

What is there already is left as it is, so that a page can be done again, and a file be sent again.
A purge ends it, whatever was purged; so does the user, who switches memory off.
"""

import json
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.import_files import ImportFiles, ImportPlace
from mneme.application.transfer.import_lines import memory_of_line
from mneme.application.transfer.import_memory import ImportMemory
from mneme.application.transfer.import_order import import_order
from mneme.application.transfer.importing import Importing
from mneme.domain.errors import InternalFault, MemorySwitchedOff, NotFound
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import internal_context
from mneme.domain.transfer import RefusedLine

PAGE = 25
"""Lines a page: each is some texts to be embedded, and a transaction."""


@dataclass(frozen=True)
class ImportWork:
    """Writes what was accepted, as long as nothing of the user is purged."""

    users: UserRepository
    files: ImportFiles
    write: ImportMemory
    each: LookAfterEach
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: an import is begun by who sends the lines."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Write the next lines. Raises Unavailable."""
        if owner.everybody:
            raise InternalFault("an import is of one user")
        order, tenant = import_order(shard.cursor), internal_context(owner.tenant_id)
        place = ImportPlace(tenant, owner.user_id, shard.job_id, order.epoch, order.key_epoch)
        if order.at == order.lines:
            # A page of its own: who is cut off behind it must not miss the lines.
            self.files.drop(place)
            return PageDone(None, Progress())
        state = self.users.state(tenant, owner.user_id)
        if not state.enabled:
            return self._ended(place, MemorySwitchedOff.code)
        lines = self.files.find(place)
        if lines is None or state.newest_epoch != order.epoch:
            return self._ended(place, NotFound.code)
        end = min(order.at + shard.portion(PAGE), order.lines)
        of = Importing(tenant, owner.user_id, state, order.actor)
        done, refused = Progress(end - order.at), list[RefusedLine]()
        told = map(json.loads, lines.splitlines()[order.at : end])
        for number, line in enumerate(told, order.at):
            write = partial(self.write, of, memory_of_line(line))
            looked = self.each.looked(shard, tenant, line["memory_id"], write)
            done += looked.progress
            if looked.error is not None:
                refused.append(RefusedLine(number, looked.error))
        return PageDone(replace(order, at=end).encode(), done, refused=tuple(refused))

    def _ended(self, place: ImportPlace, code: int) -> PageDone:
        self.files.drop(place)
        return PageDone(None, Progress(), error=code)
