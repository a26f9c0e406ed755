"""Show the certificates of a user's purges to whoever may ask for purges there."""

from dataclasses import dataclass

from mneme.application.manage.page_cursors import PageCursors
from mneme.application.repositories.certificates import Certificate, Certificates
from mneme.domain.errors import NotFound
from mneme.domain.paging import ListPage, PageRequest
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class ShowCertificates:
    """The use case behind `user/certificate`. What is not signed yet is not there.

    A credential that is bound to apps or a session sees certificates of these alone.
    """

    certificates: Certificates
    cursors: PageCursors

    def of_job(self, tenant: TenantContext, user_id: str, job_id: str) -> Certificate:
        """Return the certificate of the purge that a job carried out. Raises NotFound."""
        upto = job_id.rpartition("-")[2]
        if upto.isascii() and upto.isdecimal():
            found = self.certificates.find(tenant, user_id, int(upto))
            if found is not None and found.job_id == job_id and _is_shown(tenant, found):
                return found
        raise NotFound("there is no certificate of such a job, or not yet", field="job_id")

    def __call__(
        self, tenant: TenantContext, user_id: str, page: PageRequest
    ) -> ListPage[Certificate]:
        """Return a page, the newest first. Raises InvalidRequest for a strange cursor."""
        position = self.cursors.open(tenant, user_id, page.question, page.cursor)
        before = position.get("before")
        upto = None if before is None else int(before)
        found, more = self.certificates.before(tenant, user_id, upto, page.limit)
        reached = {"before": str(found[-1].upto)} if more else None
        cursor = self.cursors.seal(tenant, user_id, page.question, reached)
        return ListPage(tuple(one for one in found if _is_shown(tenant, one)), cursor)


def _is_shown(tenant: TenantContext, certificate: Certificate) -> bool:
    subject = certificate.statement["subject"]
    if certificate.signature is None or not isinstance(subject, dict):
        return False
    in_app = tenant.apps is None or subject["app_id"] in tenant.apps
    return in_app and tenant.session_id in (None, subject["session_id"])
