"""What the stack serves beside the API itself: the reference, its source, a sign of life."""

import json
from collections.abc import Mapping

from local.docs_page import content_security_policy, docs_page
from local.gateway_events import HttpAnswer
from mneme.contracts.openapi import openapi_document
from mneme.runtime.http_errors import STATUS_OF_CODE

_JSON = (("content-type", "application/json"),)


def pages(base_url: str) -> Mapping[str, HttpAnswer]:
    """Return the pages by path, made once; `base_url` is where the API answers."""
    document = openapi_document(STATUS_OF_CODE.__getitem__, base_url)
    page = docs_page(document)
    html = (
        ("content-type", "text/html; charset=utf-8"),
        ("content-security-policy", content_security_policy(page)),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
    )
    return {
        "/": HttpAnswer(302, b"", (("location", "/docs"),)),
        "/docs": HttpAnswer(200, page.encode(), html),
        "/openapi.json": HttpAnswer(200, json.dumps(document, indent=2).encode(), _JSON),
        "/healthz": HttpAnswer(200, b'{"status":"ok"}', _JSON),
    }
