"""What a purge's job does at its end: it states what was destroyed, and has it signed."""

from collections.abc import Callable
from dataclasses import dataclass

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.fault_log import FaultLog
from mneme.application.privacy.issue_certificate import IssueCertificate
from mneme.application.privacy.purge_order import Purge
from mneme.application.repositories.certificates import Certificate, Certificates
from mneme.application.repositories.expunged_row import ExpungedRow
from mneme.domain.erasure import Erasure, Subject
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import JobName
from mneme.domain.signed_statement import SALT_BYTES
from mneme.domain.tenancy import TenantContext

SeenBy = Callable[[TenantContext], tuple[str, ...]]
"""Which providers of models may see a tenant's content."""


@dataclass(frozen=True)
class CertifyPurge:
    """Done again, it finds what was stated, and only what is missing is done.

    What is stated is kept before it is signed: while no key signs, the statement waits for the
    nightly job, and the purge is not held up.
    """

    certificates: Certificates
    issue: IssueCertificate
    seen_by: SeenBy
    clock: Clock
    ids: Ids
    faults: FaultLog
    expunged: ExpungedRow | None = None
    """None, where the search index keeps nothing that it deletes."""

    def __call__(self, purge: Purge, job_id: str) -> None:
        """Leave a certificate of a purge that has found nothing any more. Raises Unavailable."""
        upto = purge.order.upto
        found = self.certificates.find(purge.tenant, purge.user_id, upto)
        if found is None:
            self.certificates.begin(purge.tenant, self._stated(purge, job_id))
            found = self.certificates.find(purge.tenant, purge.user_id, upto)
        if found is not None and found.signature is None:
            if self.expunged is not None:
                self.expunged.ask(self.clock.now())
            self._signed(purge.tenant, found)

    def _signed(self, tenant: TenantContext, certificate: Certificate) -> None:
        try:
            self.issue(tenant, certificate)
        except (Unavailable, InternalFault) as fault:
            self.faults.record(tenant, certificate.job_id, fault)

    def _stated(self, purge: Purge, job_id: str) -> Certificate:
        order, now = purge.order, self.clock.now()
        salt = self.ids.secret(SALT_BYTES).hex()
        name = JobName.ERASE if purge.erases else JobName.PURGE
        erasure = Erasure(
            certificate_id=self.ids.new(),
            subject=Subject(purge.tenant.tenant_id, purge.user_id, order.target, salt),
            request=f"user/{name.value}",
            upto=order.upto,
            asked_at=order.at,
            deleted_at=now,
            rounds=order.round,
            destroyed=order.counts,
            providers=self.seen_by(purge.tenant),
        )
        return Certificate(purge.user_id, order.upto, job_id, 0, erasure.json(), due_at=now)
