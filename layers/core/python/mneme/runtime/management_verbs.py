"""The verbs of management: what a credential must be allowed, and from request to answer.

They are more than a handler's 80 lines hold, so `functions/manage_api` registers them from here.
"""

from collections.abc import Callable
from typing import Any

from mneme.application.manage.roll_back_memory import Rollback
from mneme.contracts.http import verbs
from mneme.contracts.http.delete import BatchDeleteAnswer, BatchDeleteRequest, DeleteRequest
from mneme.contracts.http.managed import ManagedAnswer, ResultModel, ResultsAnswer
from mneme.contracts.http.restore import RestoreRequest, RollbackRequest
from mneme.contracts.http.update import BatchUpdateRequest, UpdateRequest
from mneme.domain.errors import MnemeError
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.http import Reply
from mneme.runtime.management import Management

Serve = Callable[[Management, TenantContext, Any], Reply]


def _update(manage: Management, tenant: TenantContext, request: UpdateRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    done = manage.update(tenant, request.user_id, request.wish())
    answer = ManagedAnswer.of(done.head, done.redacted)
    return Reply(answer, notes={"redacted": answer.redacted})


def _batch_update(manage: Management, tenant: TenantContext, request: BatchUpdateRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    wishes = [item.wish() for item in request.items]
    results = manage.update.each(tenant, request.user_id, wishes)
    told = [
        ResultModel.of(wish.memory_id, done)
        if isinstance(done, MnemeError)
        else ResultModel.of(wish.memory_id, done.head, done.redacted)
        for wish, done in zip(wishes, results, strict=True)
    ]
    return Reply(ResultsAnswer(results=told))


def _delete(manage: Management, tenant: TenantContext, request: DeleteRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    head = manage.delete.one(tenant, request.user_id, request.memory_id, request.expected_revision)
    return Reply(ManagedAnswer.of(head))


def _batch_delete(manage: Management, tenant: TenantContext, request: BatchDeleteRequest) -> Reply:
    if request.dimension is None:
        tenant.require_user(Grant.MANAGE, request.user_id)
        ids = request.memory_ids or []
        outcomes = manage.delete.some(tenant, request.user_id, ids)
        return Reply(BatchDeleteAnswer.of_ids(ids, outcomes))
    app_id = request.dimension.app_id
    tenant.require(Grant.MANAGE, request.user_id, app_id, field="dimension.app_id")
    page = request.page(request.dimension)
    dimension = request.dimension.dimension()
    swept = manage.delete.dimension(tenant, request.user_id, dimension, page)
    answer = BatchDeleteAnswer(deleted=swept.deleted, cursor=swept.cursor)
    return Reply(answer, notes={"deleted": swept.deleted})


def _restore(manage: Management, tenant: TenantContext, request: RestoreRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    asked = (request.memory_id, request.expected_revision)
    return Reply(ManagedAnswer.of(manage.restore(tenant, request.user_id, *asked)))


def _rollback(manage: Management, tenant: TenantContext, request: RollbackRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    asked = Rollback(request.memory_id, request.to_revision, request.expected_revision)
    done = manage.roll_back(tenant, request.user_id, asked)
    return Reply(ManagedAnswer.of(done.head, done.redacted))


MANAGEMENT_VERBS: tuple[tuple[verbs.Verb[Any, Any], Serve], ...] = (
    (verbs.UPDATE, _update),
    (verbs.BATCH_UPDATE, _batch_update),
    (verbs.DELETE, _delete),
    (verbs.BATCH_DELETE, _batch_delete),
    (verbs.RESTORE, _restore),
    (verbs.ROLLBACK, _rollback),
)
