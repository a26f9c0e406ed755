"""Serves links to objects, as S3 does by itself: whoever has one needs no credential."""

from typing import Protocol, runtime_checkable

from local.gateway_answers import GatewayRefusal
from local.gateway_events import HttpAnswer, HttpRequest
from mneme.application.ports.download_links import DownloadLinks

PATH = "/downloads/"


@runtime_checkable
class OpensLinks(Protocol):
    """Links of one's own, which nobody else serves."""

    def opened(self, path: str) -> tuple[str, bytes] | None:
        """Return the file's name and content behind a link's path; None if it is not good."""
        ...


class Downloads:
    """Answers GET below `PATH`."""

    def __init__(self, links: DownloadLinks) -> None:
        if not isinstance(links, OpensLinks):
            raise TypeError("the links of a local stack must be ones that it can open")
        self._links = links

    def answer(self, request: HttpRequest) -> HttpAnswer:
        """Return the file; what is wrong with a link is not said. Raises Unavailable."""
        opened = self._links.opened(request.path)
        if opened is None:
            return GatewayRefusal.NO_SUCH_ROUTE.answer(request.request_id)
        file_name, content = opened
        headers = (
            ("content-type", "application/jsonl"),
            ("content-disposition", f'attachment; filename="{file_name}"'),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
        )
        return HttpAnswer(200, content, headers)
