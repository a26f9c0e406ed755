"""Switches memory off and on, purges, exports and imports it, shows certificates of erasures."""

from typing import Any

from mneme.contracts.http import privacy_verbs as verbs
from mneme.contracts.http.user_certificate import UserCertificateRequest
from mneme.contracts.http.user_export import UserExportRequest
from mneme.contracts.http.user_import import UserImportRequest
from mneme.contracts.http.user_purge import UserEraseRequest, UserPurgeAnswer, UserPurgeRequest
from mneme.contracts.http.user_switch import UserSwitchAnswer, UserSwitchRequest
from mneme.domain.job import JobName
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.certificate_verbs import show_certificates
from mneme.runtime.http import MemoryApi, Reply
from mneme.runtime.privacy_services import services
from mneme.runtime.transfer_verbs import begin_export, begin_import

api = MemoryApi(lambda: services().admission)


@api.verb(verbs.USER_SWITCH)
def user_switch(tenant: TenantContext, request: UserSwitchRequest) -> Reply:
    """Set a switch, or show it to whoever may ask there."""
    user_id, app_id = request.user_id, request.app_id
    if request.enabled is not None:
        tenant.require(Grant.PRIVACY, user_id, app_id)
    else:
        held = Grant.PRIVACY if Grant.PRIVACY in tenant.grants else Grant.RECALL
        tenant.require(held, user_id, app_id, tenant.session_id)
    state = services().switch_memory(tenant, user_id, app_id, request.enabled)
    return Reply(UserSwitchAnswer.of(tenant, state, app_id))


@api.verb(verbs.USER_PURGE)
def user_purge(tenant: TenantContext, request: UserPurgeRequest) -> Reply:
    """Hide what is to be forgotten, and begin to delete it."""
    target = request.target
    tenant.require(
        Grant.PRIVACY, request.user_id, target.app_id, target.session_id, field="scope.app_id"
    )
    job_id = services().purge_memory(tenant, request.user_id, target)
    return Reply(UserPurgeAnswer(job_id=job_id), accepted=True, notes={"job": JobName.PURGE})


@api.verb(verbs.USER_ERASE)
def user_erase(tenant: TenantContext, request: UserEraseRequest) -> Reply:
    """Hide everything, and begin to delete it and its keys."""
    tenant.require(Grant.PRIVACY, request.user_id, None)
    everything = PurgeTarget()
    job_id = services().purge_memory(tenant, request.user_id, everything, name=JobName.ERASE)
    return Reply(UserPurgeAnswer(job_id=job_id), accepted=True, notes={"job": JobName.ERASE})


@api.verb(verbs.USER_CERTIFICATE)
def user_certificate(tenant: TenantContext, request: UserCertificateRequest) -> Reply:
    """Show certificates of what was purged or erased."""
    return show_certificates(services().certificates.show, tenant, request)


@api.verb(verbs.USER_EXPORT)
def user_export(tenant: TenantContext, request: UserExportRequest) -> Reply:
    """Begin to take out all there is of a user."""
    return begin_export(services().transfer.begin_export, tenant, request)


@api.verb(verbs.USER_IMPORT)
def user_import(tenant: TenantContext, request: UserImportRequest) -> Reply:
    """Begin to bring in lines of an export."""
    return begin_import(services().transfer.begin_import, tenant, request)


def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Answer one request of API Gateway."""
    return api(event)
