"""Accepts conversations, structured memories and ends of sessions; shows what became of them."""

from typing import Any

from mneme.contracts.http.add import AddAnswer, AddRequest
from mneme.contracts.http.add_structured import AddStructuredAnswer, AddStructuredRequest
from mneme.contracts.http.session_close import SessionCloseAnswer, SessionCloseRequest
from mneme.contracts.http.task import TaskAnswer, TaskRequest
from mneme.contracts.http.write_verbs import ADD, ADD_STRUCTURED, SESSION_CLOSE, TASK
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import TenantContext
from mneme.runtime.http import MemoryApi, Reply
from mneme.runtime.write_services import services

api = MemoryApi(lambda: services().admission)


@api.verb(ADD)
def add(tenant: TenantContext, request: AddRequest) -> Reply:
    """Accept a conversation."""
    conversation = request.conversation(services().clock.now())
    tenant.require_write(request.user_id, conversation.scope)
    if request.temporary:
        return Reply(AddAnswer(task_id=None, accepted=True), accepted=True)
    task = services().accept_add(
        tenant, request.user_id, conversation, request.idempotency_key, bulk=request.bulk
    )
    answer = AddAnswer(task_id=task.task_id, accepted=True, redacted=dict(task.redacted))
    return Reply(answer, accepted=True, notes={"redacted": answer.redacted})


@api.verb(ADD_STRUCTURED)
def add_structured(tenant: TenantContext, request: AddStructuredRequest) -> Reply:
    """Write one memory, at once or through evolution."""
    scope, fact = request.scope, request.fact(services().clock.now())
    tenant.require_write(request.user_id, scope)
    if not request.skip_evolution:
        task = services().accept_structured(tenant, request.user_id, scope, fact, bulk=request.bulk)
        answer = AddStructuredAnswer(
            task_id=task.task_id, accepted=True, redacted=dict(task.redacted)
        )
        return Reply(answer, accepted=True, notes={"redacted": answer.redacted})
    result = services().write_structured(tenant, request.user_id, scope, fact)
    answer = AddStructuredAnswer(
        accepted=True,
        decision=result.decision,
        memory_id=result.memory_id,
        revision=result.revision,
        redacted=dict(result.redacted),
    )
    return Reply(answer, notes={"redacted": answer.redacted})


@api.verb(SESSION_CLOSE)
def session_close(tenant: TenantContext, request: SessionCloseRequest) -> Reply:
    """Accept the end of a session."""
    scope = Scope(Level.SESSION, request.app_id, request.session_id)
    tenant.require_close(request.user_id, scope)
    task = services().accept_closing(
        tenant,
        request.user_id,
        scope,
        to_be_continued=request.to_be_continued,
        must_keep=frozenset(request.must_keep),
    )
    return Reply(SessionCloseAnswer(task_id=task.task_id, accepted=True), accepted=True)


@api.verb(TASK)
def task(tenant: TenantContext, request: TaskRequest) -> Reply:
    """Show a task."""
    tenant.require_user(TASK.grant, request.user_id)
    return Reply(TaskAnswer.of(services().read_task(tenant, request.user_id, request.task_id)))


def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Answer one request of API Gateway."""
    return api(event)
