"""State how an erasure stands now, and sign it (DESIGN §15)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mneme.application.ports.certificate_keys import CertificateKeys
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import TableStore
from mneme.application.repositories.certificates import Certificate, Certificates
from mneme.application.repositories.data_keys import data_keys
from mneme.application.repositories.expunged_row import ExpungedRow
from mneme.domain.canonical_json import Json
from mneme.domain.erasure import CertificateStatus, standing
from mneme.domain.errors import WriteConflict
from mneme.domain.residues import DataKey, SearchFiles, Windows
from mneme.domain.signed_statement import Signature, key_id, manifest, signed_bytes
from mneme.domain.tenancy import TenantContext

LOOK_AGAIN = timedelta(hours=12)
"""How soon it is asked again whether keys are destroyed that were not, or files rid of what was
deleted: before the next night."""


@dataclass(frozen=True)
class IssueCertificate:
    """Signs a certificate anew where what it says has changed; of two that do, the first counts."""

    tables: TableStore
    certificates: Certificates
    keys: CertificateKeys
    windows: Windows
    clock: Clock
    expunged: ExpungedRow | None = None
    """None, where the search index keeps nothing that it deletes."""

    def __call__(self, tenant: TenantContext, certificate: Certificate) -> bool:
        """Return whether there was anything new to sign. Raises Unavailable."""
        now, told = self.clock.now(), certificate.statement
        keys: list[DataKey] = []
        if certificate.of_everything:
            keys = data_keys(self.tables, tenant, certificate.user_id, certificate.upto)
        files = self._files(certificate, now)
        stands = standing(
            self.windows, now, certificate.deleted_at, keys, certificate.providers, files
        )
        if certificate.signature is not None and stands.items() <= told.items():
            return False
        issue = certificate.issue + 1
        statement = {**told, **stands, "issue": issue, "issued_at": now.isoformat()}
        following = replace(
            certificate,
            issue=issue,
            statement=statement,
            due_at=_due_at(stands, keys, files, now),
            signature=self._signature(statement),
            emptied_at=certificate.emptied_at if files is None else files.emptied_at,
        )
        with suppress(WriteConflict):  # somebody else has just signed it
            self.certificates.replace(tenant, certificate, following)
        return True

    def _files(self, certificate: Certificate, now: datetime) -> SearchFiles | None:
        """Return how the files of the index stand; once they were seen without it, that stays."""
        if self.expunged is None:
            return None
        deleted_at, emptied_at = certificate.deleted_at, certificate.emptied_at
        if emptied_at is None:
            emptied_at = self.expunged.read().seen_without(deleted_at)
        return SearchFiles.after(deleted_at, now, emptied_at)

    def _signature(self, statement: Mapping[str, Json]) -> Signature:
        public_key = self.keys.public_keys()[-1]
        message = signed_bytes(manifest(statement), key_id(public_key))
        return Signature(public_key, self.keys.sign(message))


def _due_at(
    stands: Mapping[str, Json], keys: Sequence[DataKey], files: SearchFiles | None, now: datetime
) -> datetime | None:
    """Return when something may have changed; None if nothing will any more."""
    if stands["status"] == CertificateStatus.COMPLETE.value:
        return None
    unseen = files is not None and files.emptied_at is None
    if unseen or any(key.destroyed_at is None for key in keys):
        return now + LOOK_AGAIN
    return datetime.fromisoformat(str(stands["complete_at"]))
