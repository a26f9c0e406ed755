"""The verbs of exports and imports over their use cases."""

from mneme.application.transfer.begin_export import BeginExport
from mneme.application.transfer.begin_import import BeginImport
from mneme.contracts.http.user_export import UserExportAnswer, UserExportRequest
from mneme.contracts.http.user_import import UserImportAnswer, UserImportRequest
from mneme.domain.job import JobName
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.http import Reply


def begin_export(begin: BeginExport, tenant: TenantContext, request: UserExportRequest) -> Reply:
    """Answer with the job that takes out all there is of a user."""
    tenant.require(Grant.PRIVACY, request.user_id, None)
    job_id = begin(tenant, request.user_id)
    return Reply(UserExportAnswer(job_id=job_id), accepted=True, notes={"job": JobName.EXPORT})


def begin_import(begin: BeginImport, tenant: TenantContext, request: UserImportRequest) -> Reply:
    """Answer with the job that brings in lines of an export."""
    tenant.require(Grant.PRIVACY, request.user_id, None)
    begun = begin(tenant, request.user_id, request.told())
    answer = UserImportAnswer(job_id=begun.job_id, redacted=dict(begun.redacted))
    return Reply(answer, accepted=True, notes={"job": JobName.IMPORT, "lines": len(request.lines)})
