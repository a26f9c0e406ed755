"""Verify change logs: of one user, of a tenant, or of all (DESIGN §16)."""

from collections.abc import Iterator
from dataclasses import dataclass

from mneme.application.audit.hold_words import HoldWords
from mneme.application.audit.log_digests import LogDigests, Marks
from mneme.application.audit.verify_log import VerifyLog, Walk
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import CHANGE_LOG, partition_owner, user_of
from mneme.domain.audit_flaw import Flaw, Found, LogReport
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


@dataclass(frozen=True)
class AuditLogs:
    """The use case behind the operator's command."""

    verify: VerifyLog
    words: HoldWords
    digests: LogDigests
    whole_tables: WholeTable

    def user(self, tenant: TenantContext, user_id: str) -> UsersLog:
        """Return how a user's log is. Raises Unavailable."""
        return self._report(tenant, user_id, self.digests.marks(tenant))[0]

    def every(self, tenant_id: str | None) -> Iterator[UsersLog | LostLogs]:
        """Yield how each log is, of one tenant or of all, and which logs are gone.

        The table is read twice. Raises Unavailable.
        """
        for owner, users in sorted(self._users(tenant_id).items()):
            tenant = internal_context(owner)
            marks = self.digests.marks(tenant)
            known = set()
            for user_id in sorted(users):
                told, walk = self._report(tenant, user_id, marks)
                known.add("" if walk.chain is None else walk.chain.chain.hex())
                yield told
            lost = tuple(sorted(marks.keys() - known))
            if lost:
                yield LostLogs(owner, lost)

    def _report(self, tenant: TenantContext, user_id: str, marks: Marks) -> tuple[UsersLog, Walk]:
        walk = self.verify(tenant, user_id)
        gone = self.words(tenant, user_id, walk)
        _hold_digests(walk, marks)
        found = tuple(sorted(set(walk.found), key=lambda one: (one.sequence, one.flaw)))
        report = LogReport(walk.records, walk.unchained, gone, found)
        return UsersLog(tenant.tenant_id, user_id, report), walk

    def _users(self, tenant_id: str | None) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {} if tenant_id is None else {tenant_id: set()}
        cursor = None
        while True:
            page = self.whole_tables.page(CHANGE_LOG, cursor, PAGE)
            for partition in {read.text(row, "pk") for row in page.items}:
                owner = partition_owner(partition)
                if tenant_id in (None, owner):
                    found.setdefault(owner, set()).add(user_of(partition))
            cursor = page.cursor
            if cursor is None:
                return found


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
