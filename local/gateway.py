"""The gateway: routes, the token gate, the functions behind it. One request at a time."""

import logging
from collections.abc import Callable, Iterable

from infra.function import Function
from local.authorization import AccessDenied, TokenGate, Unauthorized
from local.downloads import PATH, Downloads
from local.functions_host import FunctionsHost
from local.gateway_answers import GatewayRefusal
from local.gateway_events import HttpAnswer, HttpRequest, http_answer, proxy_event

log = logging.getLogger("gateway")


class Gateway:
    """Answers requests by the routes of `infra/functions.py`, and by links to objects.

    There is no other path and method.

    Not for several threads: a function in the cloud serves one request at a time too.
    """

    def __init__(
        self,
        functions: Iterable[Function],
        host: FunctionsHost,
        gate: TokenGate,
        downloads: Callable[[], Downloads],
    ) -> None:
        self._routes = {
            ("POST", route.path): function.name
            for function in functions
            for route in function.routes
        }
        self._host = host
        self._gate = gate
        self._downloads = downloads

    def answer(self, request: HttpRequest) -> HttpAnswer:
        """Return the answer, whatever happens; what went wrong is logged under the request's id."""
        if request.method == "GET" and request.path.startswith(PATH):
            return self._download(request)
        return self._called(request)

    def _called(self, request: HttpRequest) -> HttpAnswer:
        function = self._routes.get((request.method, request.path))
        if function is None:
            return GatewayRefusal.NO_SUCH_ROUTE.answer(request.request_id)
        try:
            context = self._gate.context(request)
        except Unauthorized:
            return GatewayRefusal.UNAUTHORIZED.answer(request.request_id)
        except AccessDenied:
            return GatewayRefusal.ACCESS_DENIED.answer(request.request_id)
        except Exception:
            log.exception("the authorizer failed; trace %s", request.request_id)
            return GatewayRefusal.AUTHORIZER_FAILURE.answer(request.request_id)
        try:
            body = request.body.decode("utf-8")
        except UnicodeDecodeError:
            return GatewayRefusal.NOT_TEXT.answer(request.request_id)
        return self._invoke(function, request, proxy_event(request, body, context))

    def _download(self, request: HttpRequest) -> HttpAnswer:
        try:
            return self._downloads().answer(request)
        except Exception:
            log.exception("a download failed; trace %s", request.request_id)
            return GatewayRefusal.FUNCTION_FAILURE.answer(request.request_id)

    def _invoke(self, function: str, request: HttpRequest, event: dict[str, object]) -> HttpAnswer:
        try:
            return http_answer(self._host.invoke(function, event, request.request_id))
        except Exception:
            log.exception("%s failed; trace %s", function, request.request_id)
            return GatewayRefusal.FUNCTION_FAILURE.answer(request.request_id)
