"""Lists, corrects, deletes and restores memories, and shows what became of them."""

from typing import Any

from mneme.domain.tenancy import TenantContext
from mneme.runtime.http import MemoryApi, Reply
from mneme.runtime.manage_services import services
from mneme.runtime.management_verbs import MANAGEMENT_VERBS, Serve

api = MemoryApi(lambda: services().admission)


def _registered(serve: Serve) -> Any:
    def answer(tenant: TenantContext, request: Any) -> Reply:
        return serve(services().manage, tenant, request)

    return answer


for verb, serve_verb in MANAGEMENT_VERBS:
    api.verb(verb)(_registered(serve_verb))


def lambda_handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Answer one request of API Gateway."""
    return api(event)
