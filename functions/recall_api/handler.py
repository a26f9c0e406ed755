"""Answers what matters now, and takes note of what of it was used."""

from typing import Any

from mneme.contracts.http.recall import RecallAnswer, RecallRequest
from mneme.contracts.http.recall_verbs import RECALL, USED
from mneme.contracts.http.used import UsedAnswer, UsedRequest
from mneme.domain.recall_measures import measures_of
from mneme.domain.recollection import Recollection
from mneme.domain.tenancy import TenantContext
from mneme.runtime.http import MemoryApi, Reply
from mneme.runtime.recall_services import services
from mneme.runtime.settings import deployed

api = MemoryApi(lambda: services().admission)

if deployed():
    # At initialization, before any request waits for it: the model, the clients, the index.
    services().recall.warm_up()


@api.verb(RECALL)
def recall(tenant: TenantContext, request: RecallRequest) -> Reply:
    """Recall one user's memories."""
    place = (request.scope.app_id, request.scope.session_id)
    tenant.require(RECALL.grant, request.user_id, *place, field="scope.app_id")
    if request.temporary:
        return Reply(RecallAnswer.of(Recollection(()), explain=False))
    made = services()
    started = made.clock.monotonic()
    found = made.recall(tenant, request.query(made.thresholds().recall))
    made.metrics.record(tenant, measures_of(found, made.clock.monotonic() - started))
    told = {"degraded": found.degraded, "memories": len(found.memories)}
    notes = told | found.account.notes()
    return Reply(RecallAnswer.of(found, explain=request.explain), notes=notes)


@api.verb(USED)
def used(tenant: TenantContext, request: UsedRequest) -> Reply:
    """Note which memories reached a model."""
    tenant.require_user(USED.grant, request.user_id)
    note = services().note_use
    counted = note(tenant, request.user_id, request.memory_ids, request.used_at)
    return Reply(UsedAnswer(accepted=True, counted=counted), accepted=True)


def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Answer one request of API Gateway."""
    return api(event)
