import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from local.docs_page import content_security_policy, docs_page
from local.docs_sections import prose
from local.pages import pages
from mneme.contracts.http.verb import Verb
from mneme.contracts.http.verbs import VERBS
from mneme.contracts.openapi import openapi_document
from mneme.contracts.openapi_errors import ERRORS
from mneme.runtime.http_errors import STATUS_OF_CODE

BASE = "http://127.0.0.1:8377"
DOCUMENT = openapi_document(STATUS_OF_CODE.__getitem__, BASE)
PAGE = docs_page(DOCUMENT)
VOID = {"meta", "link", "input"}


class Outline(HTMLParser):
    """Collects ids, references to other places, and whether every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in {"href", "src", "action"}:
                self.targets.append(str(value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def outline() -> Outline:
    read = Outline()
    read.feed(PAGE)
    return read


@pytest.mark.parametrize("verb", [pytest.param(verb, id=verb.name) for verb in VERBS])
def test_every_verb_has_its_section_with_fields_call_and_form(verb: Verb[Any, Any]) -> None:
    section = PAGE.split(f'<section id="{verb.name.replace("/", "-")}">')[1]
    section = unescape(section.split("</section>")[0])

    for name, field in verb.request.model_fields.items():
        assert f'<code class="name">{field.alias or name}</code>' in section
    assert f"curl -s {BASE}{verb.path}" in section
    assert f'data-path="{verb.path}"' in section


def test_every_error_code_has_its_row() -> None:
    for error in ERRORS:
        assert f'<tr id="e{error.code}">' in PAGE


def test_the_page_is_well_formed_and_needs_nothing_from_elsewhere(outline: Outline) -> None:
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    for target in outline.targets:
        inside = target.startswith("#") and target[1:] in outline.ids
        assert inside or target == "/openapi.json" or target.startswith("data:image/svg+xml")
    assert "@import" not in PAGE
    assert "url(" not in PAGE


def test_the_policy_names_exactly_the_pages_own_script_and_style() -> None:
    policy = content_security_policy(PAGE)

    for tag in ("script", "style"):
        [content] = re.findall(f"<{tag}>(.*?)</{tag}>", PAGE, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert ' style="' not in PAGE
    assert " onclick=" not in PAGE


def test_texts_cannot_become_markup() -> None:
    assert prose("a < b, see `<task>`") == "a &lt; b, see <code>&lt;task&gt;</code>"


def test_pages_beside_the_api_are_served_with_their_types() -> None:
    served = pages(BASE)

    types = {path: dict(answer.headers).get("content-type") for path, answer in served.items()}
    assert types == {
        "/": None,
        "/docs": "text/html; charset=utf-8",
        "/openapi.json": "application/json",
        "/healthz": "application/json",
    }
    assert (served["/"].status, dict(served["/"].headers)) == (302, {"location": "/docs"})
    assert served["/docs"].body.decode() == PAGE
