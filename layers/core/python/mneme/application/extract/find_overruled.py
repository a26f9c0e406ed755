"""Messages told or kept again, of whose facts a person has thought otherwise since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mneme.application.extract.told_messages import EACH_TIME
from mneme.application.repositories.change_records import ChangeRecords
from mneme.application.repositories.episodes import EpisodeEntry, KeptEntry, readers_before
from mneme.application.repositories.memory_repository import RevisionRef
from mneme.application.tasks.made_by_tasks import MadeByTasks
from mneme.domain.change import Actor, Operation
from mneme.domain.memory import Head, Provenance, Source, Status
from mneme.domain.tenancy import TenantContext

LAST_READERS = 3
"""So many of the tasks that read a message are looked at; what it told is known to the later ones.
"""

RECORDS_READ = 100
_ENDING = frozenset({Operation.DELETE, Operation.FORGET})


@dataclass(frozen=True)
class FindOverruled:
    """Finds them among the messages of which nobody can tell whether they were said again."""

    made: MadeByTasks
    records: ChangeRecords

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        entries: Sequence[EpisodeEntry],
        known: Mapping[str, KeptEntry],
    ) -> frozenset[str]:
        """Return their ids: what one of them told was deleted, or says what a person wrote.

        Raises Unavailable.
        """
        readers = {
            entry.message_id: readers_before(entry, known[entry.message_id])[-LAST_READERS:]
            for entry in entries
            if entry.read_as == EACH_TIME and entry.message_id in known
        }
        if not any(readers.values()):
            return frozenset()
        tasks = {task_id for listed in readers.values() for task_id in listed}
        made, told = self._told(tenant, user_id, tasks)
        return frozenset(
            message_id
            for message_id, listed in readers.items()
            for task_id in listed
            for ref in made.get(task_id, ())
            if ref in told and (told[ref] is None or Source(None, message_id) in (told[ref] or ()))
        )

    def of_session(
        self, tenant: TenantContext, user_id: str, known: Mapping[Source, KeptEntry]
    ) -> frozenset[Source]:
        """Return those of a session's messages of which a memory was overruled since.

        Raises Unavailable.
        """
        readers = {
            source: (*entry.readers, entry.task_id)[-LAST_READERS:]
            for source, entry in known.items()
        }
        tasks = {task_id for listed in readers.values() for task_id in listed}
        made, told = self._told(tenant, user_id, tasks)
        return frozenset(
            source
            for source, listed in readers.items()
            for task_id in listed
            for ref in made.get(task_id, ())
            if ref in told and (told[ref] is None or source in (told[ref] or ()))
        )

    def _told(
        self, tenant: TenantContext, user_id: str, tasks: Iterable[str]
    ) -> tuple[
        Mapping[str, frozenset[RevisionRef]], Mapping[RevisionRef, tuple[Source, ...] | None]
    ]:
        """Return what the tasks made, and the sources of what was overruled of it."""
        made = self.made.revisions(tenant, user_id, tasks)
        refs = [one for listed in made.values() for one in listed]
        return made, self._overruled(tenant, user_id, refs)

    def _overruled(
        self, tenant: TenantContext, user_id: str, refs: Sequence[RevisionRef]
    ) -> dict[RevisionRef, tuple[Source, ...] | None]:
        """Return the sources of those that were overruled, None where nobody knows them now."""
        stand = self.made.as_they_stand(tenant, user_id, [memory_id for memory_id, _ in refs])
        overruled = [
            ref
            for ref in refs
            if any(self._is_overruled(tenant, user_id, *one) for one in stand[ref[0]].items())
        ]
        revisions = self.made.memories.revisions(tenant, user_id, overruled)
        return {ref: revisions[ref].sources if ref in revisions else None for ref in overruled}

    def _is_overruled(
        self, tenant: TenantContext, user_id: str, memory_id: str, head: Head | None
    ) -> bool:
        """Return whether a person deleted a memory, or wrote what it says; time does neither."""
        if head is not None and head.status is not Status.DELETED:
            return head.provenance.rank > Provenance.AUTOMATIC.rank
        logged, more = self.records.of_memory(tenant, user_id, memory_id, 0, RECORDS_READ)
        return more or any(
            one.record.operation in _ENDING and one.record.actor is not Actor.SYSTEM
            for one in logged
        )
