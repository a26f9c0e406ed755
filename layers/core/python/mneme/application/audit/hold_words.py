"""Hold what memories say against what was recorded when they were given their words."""

import hmac
from dataclasses import dataclass

from mneme.application.audit.verify_log import Walk
from mneme.application.ports.table_store import Item
from mneme.application.repositories import row_values as read
from mneme.application.repositories.commits import digest_of
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.domain.audit_chain import SAID, SALT, ChainKey
from mneme.domain.audit_flaw import Flaw, Found
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

AT_ONCE = 50


@dataclass(frozen=True)
class HoldWords:
    """Opens the revisions that records tell of."""

    keys: KeyRing
    memories: MemoryRepository

    def __call__(self, tenant: TenantContext, user_id: str, walk: Walk) -> int:
        """Note in the walk what says something else; return how many memories say nothing now.

        What is gone, or no key opens any more, cannot be held against anything. Raises Unavailable.
        """
        if walk.chain is None:
            return 0
        gone = 0
        telling = [row for row in walk.rows if _tells(row)]
        for start in range(0, len(telling), AT_ONCE):
            page = telling[start : start + AT_ONCE]
            try:
                digests = self._digests(tenant, user_id, page)
            except InternalFault:
                digests = self._one_by_one(tenant, user_id, page, walk)
            for row in page:
                words = [digests[ref] for ref in _refs(row) if ref in digests]
                if len(words) < len(_refs(row)):
                    gone += len(_refs(row)) - len(words)
                elif not _fits(walk.chain.key, row, words):
                    walk.found.append(Found(Flaw.WORDS, int(read.text(row, "sk"))))
        return gone

    def _one_by_one(
        self, tenant: TenantContext, user_id: str, rows: list[Item], walk: Walk
    ) -> dict[RevisionRef, bytes]:
        """Note the records of a page whose revisions cannot be opened; return the others' digests.

        What was sealed for another place, or is damaged, is not what was recorded.
        """
        found: dict[RevisionRef, bytes] = {}
        for row in rows:
            try:
                found |= self._digests(tenant, user_id, [row])
            except InternalFault:
                walk.found.append(Found(Flaw.WORDS, int(read.text(row, "sk"))))
        return found

    def _digests(
        self, tenant: TenantContext, user_id: str, rows: list[Item]
    ) -> dict[RevisionRef, bytes]:
        distinct = sorted({ref for row in rows for ref in _refs(row)})
        heads = self.memories.heads(tenant, user_id, sorted({one for one, _ in distinct}))
        revisions = self.memories.revisions(tenant, user_id, distinct, searchable=False)
        found = {}
        for ref, revision in revisions.items():
            head = heads.get(ref[0])
            keys = None if head is None else self.keys.find(tenant, user_id, head.key_epoch)
            if keys is not None:
                found[ref] = digest_of(keys, revision)
        return found


def _tells(row: Item) -> bool:
    return all(isinstance(row.get(name), bytes) for name in (SAID, SALT))


def _refs(row: Item) -> list[RevisionRef]:
    """Return the revisions that a record tells of; none of one that is damaged."""
    listed, revision = row.get("memory_ids"), row.get("revision_after")
    if not isinstance(listed, list) or not isinstance(revision, int):
        return []
    return [(str(one), revision) for one in listed]


def _fits(key: ChainKey, row: Item, words: list[bytes]) -> bool:
    said = key.said(read.binary(row, SALT), words)
    return hmac.compare_digest(said, read.binary(row, SAID))
