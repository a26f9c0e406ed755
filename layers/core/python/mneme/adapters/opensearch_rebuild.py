"""The index on OpenSearch, built anew behind aliases of its own until it takes the old one's."""

from collections.abc import Iterator, Sequence
from typing import Any

from mneme.adapters.index_partition import SCHEMA_VERSION, require_own_partition
from mneme.adapters.opensearch_aliased import OpensearchAliased
from mneme.adapters.opensearch_aliases import (
    behind,
    create,
    each,
    newest_number,
    numbered,
)
from mneme.adapters.opensearch_bulk import write
from mneme.adapters.opensearch_faults import translated
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.tenancy import TenantContext

_SECONDS = 60.0
_PATIENT = {"request_timeout": _SECONDS}


class OpensearchRebuild(OpensearchAliased):
    """An IndexRebuild of the index behind `alias`. How far it came is kept with the new index."""

    def begin(self, *, anew: bool = False) -> str | None:
        """Return where to go on, None from the beginning. Raises Unavailable."""
        with translated():
            known = [self._known(alias) for alias in each(self._next)]
            if not anew and all(known):
                reached: str | None = known[0].get("reached")
                return reached
            for alias in each(self._next):
                self._delete(behind(self._client, alias))
            numbers = [newest_number(self._client, name) for name in each(self._place)]
            pairs = list(zip(each(self._place), each(self._next), strict=True))
            # The alias that writers look for comes last: then they find both.
            for name, alias in reversed(pairs):
                number = max(numbers) + 1
                create(self._client, name, number, alias, self._dimensions, self._shards)
            return None

    def fill(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write entries into the new index only; older versions are ignored. Raises Unavailable."""
        for entry in entries:
            require_own_partition(tenant, entry.user)
        write(self._client, entries, self._dimensions, [self._next])

    def reached(self, cursor: str) -> None:
        """Note that everything up to the cursor is written. Raises Unavailable."""
        with translated():
            meta = {"schema": SCHEMA_VERSION, "reached": cursor}
            self._client.indices.put_mapping(index=self._next.live, body={"_meta": meta})

    def finish(self) -> None:
        """Let the new indexes take the place of the old ones, which go. Raises Unavailable."""
        with translated():
            self._client.indices.put_mapping(
                index=self._next.live, body={"_meta": {"schema": SCHEMA_VERSION}}
            )
            self._client.indices.refresh(index=",".join(each(self._next)), params=_PATIENT)
            self._client.indices.update_aliases(
                body={"actions": list(self._moves())}, params=_PATIENT
            )
            for alias in each(self._place):
                kept = behind(self._client, alias)
                self._delete([one for one in numbered(self._client, alias) if one not in kept])

    def _known(self, alias: str) -> dict[str, Any]:
        """Return what is known of an index that was begun for this code, or nothing."""
        if not behind(self._client, alias):
            return {}
        (found,) = self._client.indices.get_mapping(index=alias).values()
        meta: dict[str, Any] = found["mappings"].get("_meta", {})
        return meta if meta.get("schema") == SCHEMA_VERSION else {}

    def _moves(self) -> Iterator[dict[str, Any]]:
        for alias, upcoming in zip(each(self._place), each(self._next), strict=True):
            for old in behind(self._client, alias):
                yield {"remove": {"index": old, "alias": alias}}
            for new in behind(self._client, upcoming):
                yield {"remove": {"index": new, "alias": upcoming}}
                yield {"add": {"index": new, "alias": alias}}

    def _delete(self, names: Sequence[str]) -> None:
        for name in names:
            self._client.indices.delete(index=name, params=_PATIENT)
