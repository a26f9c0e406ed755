"""From a source to the memories that hold its message, word for word."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import BATCH_GET_LIMIT, Key, Query, SortRange, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    EPISODES,
    episode_key,
    namesake_bounds,
    user_partition,
)
from mneme.domain.memory import Source
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

NAMESAKES = 10
"""Messages of one id that are looked at, where there is no session to tell them apart."""


@dataclass(frozen=True)
class SaidMessages:
    """Reads episodes by the ids of their messages."""

    tables: TableStore

    def holders(
        self, tenant: TenantContext, user_id: str, place: VisibleScope, sources: Sequence[Source]
    ) -> dict[Source, list[str]]:
        """Return for each source the ids of the memories that may hold its message.

        In a session there is one at most. Without one, callers number every conversation anew:
        several messages may have the id.
        """
        partition = user_partition(tenant, user_id)
        found: dict[Source, list[str]] = {}
        in_session = [source for source in sources if source.session_id is not None]
        places = {_place(partition, place, source): source for source in in_session}
        for start in range(0, len(places), BATCH_GET_LIMIT):
            batch = list(places)[start : start + BATCH_GET_LIMIT]
            for key, row in self.tables.batch_get(tenant, EPISODES, batch).items():
                found[places[key]] = [read.text(row, "memory_id")]
        for source in sources:
            if source.session_id is None and source not in found:
                found[source] = self._namesakes(tenant, partition, place, source)
        return found

    def _namesakes(
        self, tenant: TenantContext, partition: str, place: VisibleScope, source: Source
    ) -> list[str]:
        bounds = SortRange(*namesake_bounds(place.scope_key, place.epoch, source.message_id))
        page = self.tables.query(tenant, Query(EPISODES, partition, sort=bounds, limit=NAMESAKES))
        return [read.text(row, "memory_id") for row in page.items]


def _place(partition: str, place: VisibleScope, source: Source) -> Key:
    named = (source.session_id, source.message_id, "")
    return episode_key(partition, place.scope_key, place.epoch, *named)
