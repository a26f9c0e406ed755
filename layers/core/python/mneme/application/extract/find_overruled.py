"""Messages that come again, of whose facts a person has thought otherwise since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.extract.told_messages import EACH_TIME
from mneme.application.repositories.episodes import EpisodeEntry, KeptEntry, readers_before
from mneme.application.repositories.memory_repository import RevisionRef
from mneme.application.tasks.made_by_tasks import MadeByTasks
from mneme.domain.memory import Head, Provenance, Source, Status
from mneme.domain.tenancy import TenantContext

LAST_READERS = 3
"""So many of the tasks that read a message are looked at; what it told is known to the later ones.
"""


@dataclass(frozen=True)
class FindOverruled:
    """Finds them among the messages of which nobody can tell whether they were said again."""

    made: MadeByTasks

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
        made = self.made.revisions(tenant, user_id, tasks)
        told = self._overruled(tenant, user_id, [one for refs in made.values() for one in refs])
        return frozenset(
            message_id
            for message_id, listed in readers.items()
            for task_id in listed
            for ref in made.get(task_id, ())
            if ref in told and (told[ref] is None or Source(None, message_id) in (told[ref] or ()))
        )

    def _overruled(
        self, tenant: TenantContext, user_id: str, refs: Sequence[RevisionRef]
    ) -> dict[RevisionRef, tuple[Source, ...] | None]:
        """Return the sources of those that were overruled, None where nobody knows them now."""
        stand = self.made.as_they_stand(tenant, user_id, [memory_id for memory_id, _ in refs])
        overruled = [ref for ref in refs if any(map(_is_overruled, stand[ref[0]]))]
        revisions = self.made.memories.revisions(tenant, user_id, overruled)
        return {ref: revisions[ref].sources if ref in revisions else None for ref in overruled}


def _is_overruled(head: Head | None) -> bool:
    if head is None or head.status is Status.DELETED:
        return True
    return head.provenance.rank > Provenance.AUTOMATIC.rank
