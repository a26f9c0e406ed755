"""The parts of the reference page, as HTML, from the OpenAPI document."""

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from local.docs_fields import FieldRow, field_rows

Json = Mapping[str, Any]

_CODE = re.compile(r"`([^`]+)`")


def navigation(document: Json) -> str:
    """Return the links to the parts of the page."""
    links = [f'<a href="#{_anchor(path)}">{escape(_name(path))}</a>' for path in document["paths"]]
    return "\n".join(['<a href="#start">start</a>', *links, '<a href="#errors">errors</a>'])


def verbs(document: Json) -> str:
    """Return one section a verb."""
    return "\n".join(_verb(document, path, item["post"]) for path, item in _paths(document))


def errors(document: Json) -> str:
    """Return the rows of the error table, by code."""
    rows = sorted((code, status, text) for code, status, text in _error_rows(document))
    return "\n".join(
        f'<tr id="e{code}"><td><code>{code}</code></td><td>{status}</td><td>{prose(text)}</td></tr>'
        for code, status, text in rows
    )


def _paths(document: Json) -> Iterator[tuple[str, Json]]:
    yield from document["paths"].items()


def _name(path: str) -> str:
    return path.removeprefix("/memory/v1/")


def _anchor(path: str) -> str:
    return _name(path).replace("/", "-")


def _verb(document: Json, path: str, operation: Json) -> str:
    schemas = document["components"]["schemas"]
    body = operation["requestBody"]["content"]["application/json"]
    done = operation["responses"]["200"]["content"]["application/json"]["schema"]
    request = schemas[body["schema"]["$ref"].rpartition("/")[2]]
    answer = schemas[done["properties"]["data"]["$ref"].rpartition("/")[2]]
    example = body.get("example", {})
    return f"""<section id="{_anchor(path)}">
<h2>{escape(operation["summary"])}</h2>
<p class="path"><span class="method">POST</span> <code>{escape(path)}</code>
<span class="scope">scope {escape(operation["x-scope"])}</span></p>
<p>{prose(request.get("description", ""))}</p>
<h3>Request</h3>
{_fields(_asked(row) for row in field_rows(request, schemas))}
<h3>Answer</h3>
<p>{prose(answer.get("description", ""))} These are the fields of <code>data</code>.</p>
{_fields(_answered(row) for row in field_rows(answer, schemas))}
{_example(document, path, example, done.get("examples", [None])[0])}
{_trial(path, example)}
<h3>Errors</h3>
<p class="codes">{_codes(operation["x-error-codes"])}</p>
</section>"""


def prose(text: str) -> str:
    """Return a text as HTML; what stands between backticks is code."""
    return _CODE.sub(r"<code>\1</code>", escape(text))


def _fields(rows: Iterable[str]) -> str:
    return '<div class="fields">' + "\n".join(rows) + "</div>"


def _asked(row: FieldRow) -> str:
    notes = [escape(row.limits)] if row.limits else []
    if row.default is not None:
        notes.append(f"default <code>{escape(row.default)}</code>")
    if row.required and row.nullable:
        notes.append("or null")
    return _field(row, notes, "required" if row.required else "")


def _answered(row: FieldRow) -> str:
    return _field(row, ["or null"] if row.nullable else [], "")


def _field(row: FieldRow, notes: list[str], demand: str) -> str:
    meaning = f"<p>{prose(row.meaning)}</p>" if row.meaning else ""
    said = [f"<em>{note}</em>" for note in notes]
    if demand:
        said.append(f"<strong>{demand}</strong>")
    return (
        f'<div class="field"><code class="name">{escape(row.path)}</code>'
        f'<div><span class="type">{escape(row.type)}</span> {" ".join(said)}{meaning}</div></div>'
    )


def _example(document: Json, path: str, request: Json, answer: Json | None) -> str:
    url = document["servers"][0]["url"].rstrip("/") + path
    data = shlex.quote(json.dumps(request, indent=2, ensure_ascii=False))
    command = (
        f'curl -s {url} \\\n  -H "Authorization: Bearer $MNEME_KEY" \\\n'
        f"  -H 'Content-Type: application/json' \\\n  -d {data}"
    )
    shown = f"<h3>Example</h3>\n<pre><code>{escape(command)}</code></pre>"
    if answer is None:
        return shown
    text = json.dumps(answer, indent=2, ensure_ascii=False)
    return f"{shown}\n<details><summary>Its answer</summary><pre>{escape(text)}</pre></details>"


def _trial(path: str, example: Json) -> str:
    text = json.dumps(example, indent=2, ensure_ascii=False)
    return f"""<details class="trial"><summary>Try it here</summary>
<form data-path="{escape(path)}">
<label>Body <textarea rows="{text.count(chr(10)) + 2}" spellcheck="false">{escape(text)}</textarea>
</label>
<button type="submit">Send</button> <output class="status"></output>
<pre class="result" hidden></pre>
</form></details>"""


def _codes(codes: list[int]) -> str:
    return " ".join(f'<a href="#e{code}"><code>{code}</code></a>' for code in codes)


def _error_rows(document: Json) -> Iterator[tuple[int, int, str]]:
    for name, response in document["components"]["responses"].items():
        for code, example in response["content"]["application/json"]["examples"].items():
            yield int(code), int(name.removeprefix("Error")), example["summary"]
