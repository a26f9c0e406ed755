"""Every request that the API's description allows gets an answer that it describes."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.contracts.http.verb import Verb
from mneme.contracts.http.verbs import VERBS
from mneme.contracts.openapi_errors import errors_of
from mneme.runtime.http_errors import STATUS_OF_CODE
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment
from tests.isolation.described import body_schema, operations, values

ACME = a_tenant("acme")
USER = "u1"
REFUSED_IF_ASKED = {50101}
"""Codes of 5xx that a request asks for by what it names."""


def _deployment() -> tuple[Deployment, dict[str, list[str | None]]]:
    """Return a deployment in which a user has memories, and what names them."""
    deployment = Deployment(["acme"])
    told = {"user_id": USER, "skip_evolution": True}
    ids = [
        deployment.call("add_structured", ACME, told | {"content": f"I like {tea} tea."})
        for tea in ("green", "black", "white")
    ]
    said = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
    task = deployment.call("add", ACME, {"user_id": USER, "messages": [said]})
    deployment.settle()
    memories = [answer.data["memory_id"] for answer in ids]
    known = {"memory_id": memories, "task_id": [task.data["task_id"]], "user_id": [USER]}
    return deployment, known | {"cursor": [None]}


DEPLOYMENT, KNOWN = _deployment()


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
@given(data=st.data())
@settings(max_examples=100)
def test_what_the_description_allows_is_answered_as_it_describes(
    verb: Verb[Any, Any], data: st.DataObject
) -> None:
    DEPLOYMENT.durable.clock.advance(1)
    body = data.draw(values(body_schema(verb.path)))
    if data.draw(st.booleans(), label="names what there is"):
        body |= {name: data.draw(st.sampled_from(KNOWN[name])) for name in KNOWN if name in body}

    answer = DEPLOYMENT.call(verb.name, ACME, body)

    assert str(answer.status) in operations()[verb.path]["responses"]
    if answer.code == 0:
        verb.answer.model_validate_json(json.dumps(answer.data))
        return
    assert answer.code in {error.code for error in errors_of(verb)}
    assert answer.status == STATUS_OF_CODE[answer.code]
    assert answer.status < 500 or answer.code in REFUSED_IF_ASKED
    assert (answer.data or {}).get("field", "-")
