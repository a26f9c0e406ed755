"""What schemathesis is told of Mneme; loaded by it, in its own environment.

`FUZZ_ANSWERS` names a file that gets a line for each answer, `FUZZ_KNOWN` holds values of
fields that there are.
"""

import itertools
import json
import os
from pathlib import Path
from typing import Any

import schemathesis

ASKED_FOR = {50101: "cross_app", 50401: "timeout_ms"}
"""Answers of 5xx that are documented refusals, and what in a request asks for them."""

ENDING = ("/memory/v1/user/purge", "/memory/v1/user/erase", "/memory/v1/user/switch")

LONGEST_ID = 128
_KNOWN = {
    name: itertools.cycle(values) for name, values in json.loads(os.environ["FUZZ_KNOWN"]).items()
}
(USER,) = json.loads(os.environ["FUZZ_KNOWN"])["user_id"]
_turns = itertools.count()
_answers = Path(os.environ["FUZZ_ANSWERS"])


@schemathesis.hook  # type: ignore[untyped-decorator]  # not installed where types are checked
def map_body(_: Any, body: Any) -> Any:
    """Let every other request name what there is, wherever it names something soundly."""
    if next(_turns) % 2 and isinstance(body, dict):
        items = body.get("items")
        for part in (body, *(items if isinstance(items, list) else ())):
            if isinstance(part, dict):
                part.update({name: next(_KNOWN[name]) for name in part if _names(name, part[name])})
    return body


@schemathesis.hook  # type: ignore[untyped-decorator]
def before_call(_: Any, case: Any, __: Any) -> None:
    """Let nothing end or silence the user whose memories all others ask for."""
    body = case.body
    if case.operation.path in ENDING and isinstance(body, dict) and body.get("user_id") == USER:
        body["user_id"] = f"{USER}-2"


@schemathesis.hook  # type: ignore[untyped-decorator]
def after_call(_: Any, case: Any, response: Any) -> None:
    """Note the answer."""
    line = {"path": case.operation.path, "status": response.status_code}
    with _answers.open("a") as answers:
        answers.write(json.dumps(line) + "\n")


@schemathesis.check  # type: ignore[untyped-decorator]
def no_fault_of_ours(_: Any, response: Any, case: Any) -> None:
    """Refuse every 5xx, but for those that a request asked for."""
    if response.status_code < 500:
        return
    code = response.json().get("code")
    asked = ASKED_FOR.get(code)
    if asked is None or asked not in json.dumps(case.body):
        raise AssertionError(f"answered {response.status_code} ({code})")


def _names(field: str, value: Any) -> bool:
    return field in _KNOWN and isinstance(value, str) and 0 < len(value) <= LONGEST_ID
