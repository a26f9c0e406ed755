"""Verify change logs: of one user, of a tenant, or of all (DESIGN §16)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.audit.erased_logs import ErasedLogs
from mneme.application.audit.every_tenant import every_tenant
from mneme.application.audit.hold_words import HoldWords
from mneme.application.audit.log_digests import LogDigests, Marks
from mneme.application.audit.verify_log import VerifyLog, Walk
from mneme.application.ports.table_store import Item
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import CHANGE_LOG, partition_owner, user_of
from mneme.domain.audit_flaw import Flaw, Found, LogReport
from mneme.domain.change import OfPurge
from mneme.domain.errors import NotFound
from mneme.domain.tenancy import TenantContext, internal_context

PAGE = 1000


@dataclass(frozen=True, slots=True)
class UsersLog:
    """How a user's log was found."""

    tenant_id: str
    user_id: str
    report: LogReport


@dataclass(frozen=True, slots=True)
class LostLogs:
    """Chains that digests of a tenant name, and that no log has any more."""

    tenant_id: str
    chains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoneLogs:
    """Chains that no log has any more, as their users were erased; and when they were."""

    tenant_id: str
    chains: Mapping[str, datetime]


@dataclass(frozen=True, slots=True)
class SealedLogs:
    """Logs of a tenant that was erased: without its key, nobody can tell whether they are whole."""

    tenant_id: str
    erased_at: datetime
    logs: int


Told = UsersLog | LostLogs | GoneLogs | SealedLogs


@dataclass(frozen=True)
class AuditLogs:
    """The use case behind the operator's command."""

    verify: VerifyLog
    words: HoldWords
    digests: LogDigests
    erased: ErasedLogs
    whole_tables: WholeTable

    def user(self, tenant: TenantContext, user_id: str) -> UsersLog:
        """Return how a user's log is. Raises NotFound if its tenant was erased, Unavailable."""
        if self.erased.whole_tenant(tenant) is not None:
            raise NotFound("was erased, and nothing can verify its logs any more", field="tenant")
        return self._report(tenant, user_id, self.digests.marks(tenant))[0]

    def every(self, tenant_id: str | None) -> Iterator[Told]:
        """Yield how each log is, of one tenant or of all, and which logs are gone.

        What an erasure explains is told apart: it says how far a log had come by then, and of one
        that went on after it nothing.

        The table is read twice. Raises Unavailable.
        """
        for owner, users in sorted(self._users(tenant_id).items()):
            tenant = internal_context(owner)
            erased_at = self.erased.whole_tenant(tenant)
            if erased_at is not None:
                yield SealedLogs(owner, erased_at, len(users))
                continue
            marks = self.digests.marks(tenant)
            known = set()
            for user_id in sorted(users):
                told, walk = self._report(tenant, user_id, marks)
                known.add("" if walk.chain is None else walk.chain.chain.hex())
                yield told
            yield from self._missing(tenant, marks, sorted(marks.keys() - known))

    def _missing(
        self, tenant: TenantContext, marks: Marks, chains: Sequence[str]
    ) -> Iterator[LostLogs | GoneLogs]:
        erased = self.erased.find(tenant, chains)
        explained = {
            chain: one.at for chain, one in erased.items() if max(marks[chain]) <= one.sequence
        }
        lost = tuple(chain for chain in chains if chain not in explained)
        if explained:
            yield GoneLogs(tenant.tenant_id, explained)
        if lost:
            yield LostLogs(tenant.tenant_id, lost)

    def _report(self, tenant: TenantContext, user_id: str, marks: Marks) -> tuple[UsersLog, Walk]:
        walk = self.verify(tenant, user_id)
        gone = self.words(tenant, user_id, walk)
        _hold_digests(walk, marks)
        found = tuple(sorted(set(walk.found), key=lambda one: (one.sequence, one.flaw)))
        erased_at = _erased_at(walk.rows)
        report = LogReport(walk.records, walk.unchained, gone, found, erased_at)
        return UsersLog(tenant.tenant_id, user_id, report), walk

    def _users(self, tenant_id: str | None) -> dict[str, set[str]]:
        tenants = [one.tenant_id for one in every_tenant(self.whole_tables)]
        named = tenants if tenant_id is None else [tenant_id]
        found: dict[str, set[str]] = {one: set() for one in named}
        cursor = None
        while True:
            page = self.whole_tables.page(CHANGE_LOG, cursor, PAGE)
            for partition in {read.text(row, "pk") for row in page.items}:
                owner = partition_owner(partition)
                if tenant_id in (None, owner) and user_of(partition):
                    found.setdefault(owner, set()).add(user_of(partition))
            cursor = page.cursor
            if cursor is None:
                return found


def _erased_at(rows: Sequence[Item]) -> str | None:
    """Return when the user was erased, the last time that the log tells of."""
    told = [row for row in rows if row.get("reason") == OfPurge.ERASED.value]
    return str(told[-1].get("at")) if told else None


def _hold_digests(walk: Walk, marks: Marks) -> None:
    """Name where the log is not what the digest of a day says: only they show that it was cut."""
    if walk.chain is None:
        return
    for sequence, link in marks.get(walk.chain.chain.hex(), {}).items():
        stored = walk.links.get(sequence)
        if stored is None and sequence > walk.chain.sequence:
            walk.found.append(Found(Flaw.CUT, walk.chain.sequence + 1, sequence))
        elif stored is not None and stored.hex() != link:
            walk.found.append(Found(Flaw.REPLACED, sequence))
