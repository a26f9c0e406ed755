"""The verbs of management: what a credential must be allowed, and from request to answer.

They are more than a handler's 80 lines hold, so `functions/manage_api` registers them from here.
"""

from collections.abc import Callable
from typing import Any

from mneme.application.manage.list_memories import LISTED, Wanted
from mneme.application.manage.roll_back_memory import Rollback
from mneme.application.manage.show_changes import ChangesWanted
from mneme.contracts.http import manage_verbs as verbs
from mneme.contracts.http.change_log import ChangeLogAnswer, ChangeLogRequest, ChangeModel
from mneme.contracts.http.delete import BatchDeleteAnswer, BatchDeleteRequest, DeleteRequest
from mneme.contracts.http.dimension import DimensionModel
from mneme.contracts.http.history import (
    ChapterModel,
    HistoryAnswer,
    HistoryRequest,
    QuoteModel,
)
from mneme.contracts.http.job import JobAnswer, JobRequest
from mneme.contracts.http.managed import ManagedAnswer, ResultModel, ResultsAnswer
from mneme.contracts.http.restore import RestoreRequest, RollbackRequest
from mneme.contracts.http.update import BatchUpdateRequest, UpdateRequest
from mneme.contracts.http.user_list import (
    ListedMemoryModel,
    UserListAnswer,
    UserListRequest,
)
from mneme.contracts.http.verb import Verb
from mneme.domain.errors import MnemeError
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.http import Reply
from mneme.runtime.management import Management

Serve = Callable[[Management, TenantContext, Any], Reply]


def _require(tenant: TenantContext, user_id: str, named: DimensionModel) -> None:
    place = (named.app_id, named.session_id)
    tenant.require(Grant.MANAGE, user_id, *place, field="dimension.app_id")


def _update(manage: Management, tenant: TenantContext, request: UpdateRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    done = manage.update(tenant, request.user_id, request.wish())
    answer = ManagedAnswer.of(done.head, done.redacted)
    return Reply(answer, notes={"redacted": answer.redacted})


def _batch_update(manage: Management, tenant: TenantContext, request: BatchUpdateRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    wishes = [item.wish() for item in request.items]
    results = manage.update_several(tenant, request.user_id, wishes)
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
    _require(tenant, request.user_id, request.dimension)
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


def _history(manage: Management, tenant: TenantContext, request: HistoryRequest) -> Reply:
    tenant.require_user(Grant.MANAGE, request.user_id)
    page = request.page(verbs.HISTORY.name)
    shown = manage.history(tenant, request.user_id, request.memory_id, page)
    chapters = [
        ChapterModel.of(
            one.record,
            one.version,
            [QuoteModel.of(quote.source, quote.sentence) for quote in one.quotes],
        )
        for one in shown.page.entries
    ]
    answer = HistoryAnswer(
        memory_id=shown.head.memory_id,
        revision=shown.head.revision,
        status=shown.head.status,
        records=chapters,
        cursor=shown.page.cursor,
    )
    return Reply(answer, notes={"records": len(chapters)})


def _change_log(manage: Management, tenant: TenantContext, request: ChangeLogRequest) -> Reply:
    _require(tenant, request.user_id, request.dimension)
    wanted = ChangesWanted(request.dimension.dimension(), request.since, request.until)
    page = request.page(verbs.CHANGE_LOG.name)
    shown = manage.changes(tenant, request.user_id, wanted, page)
    records = [ChangeModel.of(one.sequence, one.record) for one in shown.entries]
    answer = ChangeLogAnswer(records=records, cursor=shown.cursor)
    return Reply(answer, notes={"records": len(records)})


def _user_list(manage: Management, tenant: TenantContext, request: UserListRequest) -> Reply:
    _require(tenant, request.user_id, request.dimension)
    statuses = frozenset(request.status) or LISTED
    wanted = Wanted(request.dimension.dimension(), statuses)
    page = request.page(verbs.USER_LIST.name)
    listed = manage.list(tenant, request.user_id, wanted, page)
    memories = [ListedMemoryModel.of(one.head, one.revision, one.weight) for one in listed.entries]
    answer = UserListAnswer(memories=memories, cursor=listed.cursor)
    return Reply(answer, notes={"memories": len(memories)})


def _job(manage: Management, tenant: TenantContext, request: JobRequest) -> Reply:
    held = Grant.MANAGE if Grant.MANAGE in tenant.grants else Grant.PRIVACY
    tenant.require_user(held, request.user_id)
    job = manage.jobs.of_user(tenant, request.user_id, request.job_id)
    link = manage.link_export(tenant, request.user_id, job)
    return Reply(JobAnswer.of(job, link), notes={"job": job.name, "state": job.state})


MANAGEMENT_VERBS: tuple[tuple[Verb[Any, Any], Serve], ...] = (
    (verbs.UPDATE, _update),
    (verbs.BATCH_UPDATE, _batch_update),
    (verbs.DELETE, _delete),
    (verbs.BATCH_DELETE, _batch_delete),
    (verbs.RESTORE, _restore),
    (verbs.ROLLBACK, _rollback),
    (verbs.HISTORY, _history),
    (verbs.CHANGE_LOG, _change_log),
    (verbs.USER_LIST, _user_list),
    (verbs.JOB, _job),
)
