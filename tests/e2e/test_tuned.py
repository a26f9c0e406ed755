"""Operators change thresholds of a deployed stage, and functions that run go by them."""

import json
from base64 import b64encode
from typing import Any

import boto3
import pytest

from local import operate
from local.deployment import STAGE, Deployment
from mneme.runtime import bootstrap
from tests.e2e.caller import Caller, eventually

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

USER = "yolanda"
ASKED = "What does Yolanda breed?"


@pytest.fixture(autouse=True)
def operator(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process work on the deployed stage."""
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)


def _operated(*arguments: str) -> int:
    bootstrap.services.cache_clear()
    return operate.main(["settings", *arguments, "--stage", STAGE])


def _functions() -> dict[str, str]:
    """Return when each function was changed last."""
    functions = boto3.client("lambda").list_functions()["Functions"]
    return {one["FunctionName"]: one["LastModified"] for one in functions}


def _recalled(caller: Caller) -> int:
    return len(caller.recalled(ASKED, user_id=USER))


def test_a_change_reaches_a_function_that_runs_and_is_taken_back_without_a_deployment(
    first: Caller,
) -> None:
    before = _functions()
    for kind in ("zebras", "alpacas", "ferrets"):
        told = {"user_id": USER, "content": f"Yolanda breeds {kind}", "skip_evolution": True}
        first.data("add_structured", **told)
    assert eventually(lambda: _recalled(first) == 3)

    assert _operated("set", "recall.top_k=1") == 0
    assert eventually(lambda: _recalled(first) == 1)

    assert _operated("rollback") == 0
    assert eventually(lambda: _recalled(first) == 3)
    assert _functions() == before


def test_a_bad_value_is_refused_by_its_name_and_stores_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _operated("show")
    before = capsys.readouterr().out

    assert _operated("set", "recall.top_k=0") == 1

    assert capsys.readouterr().err.startswith("mneme: recall.top_k: ")
    _operated("show")
    assert capsys.readouterr().out == before


def _validated(document: dict[str, Any]) -> dict[str, Any]:
    names = _functions()
    (validator,) = (name for name in names if "SettingsValidator" in name)
    content = b64encode(json.dumps(document).encode()).decode()
    asked = json.dumps({"content": content, "uri": "hosted"}).encode()
    return dict(boto3.client("lambda").invoke(FunctionName=validator, Payload=asked))


def test_the_deployed_validator_refuses_and_names_the_field() -> None:
    refused = _validated({"recall": {"top_k": 0}})

    assert "FunctionError" not in _validated({"recall": {"top_k": 5}})
    assert "FunctionError" in refused
    assert json.loads(refused["Payload"].read())["errorMessage"].startswith("recall.top_k: ")
