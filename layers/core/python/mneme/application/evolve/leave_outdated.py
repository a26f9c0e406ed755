"""Leave the facts of a task that comes late, whose messages say otherwise by now (DESIGN §7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.repositories.episodes import Episodes, KeptEntry
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.tasks import Tasks
from mneme.domain.extraction.draft_fields import letters
from mneme.domain.fact import Fact
from mneme.domain.memory import Source
from mneme.domain.retrieval.blinding import blind_statement
from mneme.domain.scope import VisibleScope
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class LeaveOutdated:
    """Asks for the newest texts of a late task's messages.

    A task in its first attempt needs it not: one that reads an edit comes behind it, and takes back
    what it has brought.
    """

    episodes: Episodes
    tasks: Tasks
    keys: KeyRing

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        place: VisibleScope,
        facts: Mapping[int, Fact],
    ) -> dict[int, Fact]:
        """Return those that were not edited away in a task that has ended. Raises Unavailable."""
        if task.attempt == 1 or not facts:
            return dict(facts)
        sources = dict.fromkeys(source for fact in facts.values() for source in fact.sources)
        kept = self.episodes.of_sources(tenant, user_id, place, [*sources])
        newer = {source: row for source, row in kept.items() if _is_newer(row, task)}
        readers = sorted({row.task_id for row in newer.values()})
        found = self.tasks.find_all(tenant, user_id, readers) if readers else {}
        ended = {task_id for task_id, reader in found.items() if reader.state.final}
        hashing = self.keys.keys_for(tenant, user_id, task.key_epoch).hashing

        def is_outdated(fact: Fact, source: Source) -> bool:
            row = newer.get(source)
            if row is None or row.task_id not in ended:
                return False
            stated = blind_statement(hashing, letters(fact.text))
            return stated in row.told and stated not in row.statements

        return {
            number: fact
            for number, fact in facts.items()
            if not fact.sources or not all(is_outdated(fact, one) for one in fact.sources)
        }


def _is_newer(row: KeptEntry, task: Task) -> bool:
    return (row.accepted_at, row.task_id) > (task.accepted_at, task.task_id)
