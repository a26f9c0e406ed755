"""The reference page: one HTML document that needs nothing from elsewhere."""

import base64
import hashlib
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from local import docs_sections

_PARTS = Path(__file__).parent / "reference"
_INLINE = {tag: re.compile(f"<{tag}>(.*?)</{tag}>", re.DOTALL) for tag in ("style", "script")}


def docs_page(document: Mapping[str, Any]) -> str:
    """Return the page for an OpenAPI document."""
    return Template(_part("page.html")).substitute(
        title=escape(document["info"]["title"]),
        about=docs_sections.prose(document["info"]["description"]),
        base_url=escape(document["servers"][0]["url"]),
        style=_part("page.css"),
        script=_part("page.js"),
        navigation=docs_sections.navigation(document),
        verbs=docs_sections.verbs(document),
        errors=docs_sections.errors(document),
    )


def content_security_policy(page: str) -> str:
    """Return the policy under which the page runs its own script and style, and nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src {_hash(page, 'style')}",
            f"script-src {_hash(page, 'script')}",
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )


def _hash(page: str, tag: str) -> str:
    [content] = _INLINE[tag].findall(page)
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _part(name: str) -> str:
    return (_PARTS / name).read_text(encoding="utf-8")
