"""The verb of certificates over its use case."""

from mneme.application.privacy.show_certificates import ShowCertificates
from mneme.contracts.http.privacy_verbs import USER_CERTIFICATE
from mneme.contracts.http.user_certificate import (
    IssuedModel,
    UserCertificateAnswer,
    UserCertificateRequest,
)
from mneme.domain.paging import ListPage
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.http import Reply


def show_certificates(
    show: ShowCertificates, tenant: TenantContext, request: UserCertificateRequest
) -> Reply:
    """Answer with one certificate, or a page of them."""
    tenant.require_user(Grant.PRIVACY, request.user_id)
    if request.job_id is not None:
        found = ListPage((show.of_job(tenant, request.user_id, request.job_id),), None)
    else:
        found = show(tenant, request.user_id, request.page(USER_CERTIFICATE.name))
    told = [IssuedModel.of(one.job_id, one.document) for one in found.entries]
    answer = UserCertificateAnswer(certificates=told, cursor=found.cursor)
    return Reply(answer, notes={"certificates": len(told)})
