"""The operator's command that makes, rotates, revokes and lists API keys, and suspends tenants."""

import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest

from local import operate, tenant_admin
from local.data_folder import MARKER
from local.environment import child_environment
from local.stage_environment import StageUnknown
from local.tenant_admin import ActionRefused, carried_out
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime import bootstrap
from mneme.runtime.bootstrap import Services

Told = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with one tenant."""
    for name, value in child_environment(tmp_path, "WARNING", {}).items():
        monkeypatch.setenv(name, value)
    (tmp_path / MARKER).touch()
    _another_process().tenants.create("home")
    return tmp_path


def _another_process() -> Services:
    bootstrap.services.cache_clear()
    return bootstrap.services()


def _run(data: Path, *arguments: str) -> int:
    bootstrap.services.cache_clear()
    return operate.main([*arguments, "--data", str(data)])


def _key(data: Path, capsys: Told, *arguments: str) -> str:
    assert _run(data, "keys", *arguments) == 0
    return capsys.readouterr().out.strip()


def test_a_key_is_printed_alone_and_is_what_was_asked_for(data: Path, capsys: Told) -> None:
    wishes = ("--scopes", "recall,write", "--apps", "coach, planner", "--expires", "90d")

    key = _key(data, capsys, "create", "home", *wishes)

    tenants = _another_process().tenants
    assert tenants.recognize(key) == TenantContext(
        "home",
        frozenset({Grant.RECALL, Grant.WRITE}),
        frozenset({"coach", "planner"}),
        credential_id=key.split("_")[2],
    )
    kept = tenants.api_keys.find(TenantContext("home"), key.split("_")[2])
    assert kept is not None
    assert kept.terms.expires_at is not None
    left = kept.terms.expires_at - datetime.now(UTC)
    assert timedelta(days=89) < left <= timedelta(days=90)


def test_a_rotated_key_can_be_refused_at_once(data: Path, capsys: Told) -> None:
    old = _key(data, capsys, "create", "home", "--scopes", "recall")

    new = _key(data, capsys, "rotate", "home", old.split("_")[2], "--overlap", "0s")

    tenants = _another_process().tenants
    assert tenants.recognize(new).grants == frozenset({Grant.RECALL})
    with pytest.raises(NotAuthenticated):
        tenants.recognize(old)


def test_keys_are_listed_without_secrets_and_say_whether_they_work(
    data: Path, capsys: Told
) -> None:
    assert _key(data, capsys, "list", "home") == "no keys"
    first = _key(data, capsys, "create", "home", "--scopes", "recall", "--apps", "coach")
    second = _key(data, capsys, "create", "home", "--scopes", "admin")
    _key(data, capsys, "revoke", "home", first.split("_")[2])

    lines = _key(data, capsys, "list", "home").splitlines()

    assert lines == [
        f"{first.split('_')[2]}  works no more  recall  apps coach  without end",
        f"{second.split('_')[2]}  works  admin  all apps  without end",
    ]


def test_a_suspended_tenant_is_refused_and_listed_as_such(data: Path, capsys: Told) -> None:
    key = _key(data, capsys, "create", "home", "--scopes", "recall")
    _run(data, "tenants", "create", "acme")
    _run(data, "tenants", "suspend", "home")
    with pytest.raises(NotAuthenticated):
        _another_process().tenants.recognize(key)
    capsys.readouterr()

    _run(data, "tenants", "list")

    assert capsys.readouterr().out == "acme\nhome  suspended\n"
    assert _run(data, "tenants", "resume", "home") == 0
    assert _another_process().tenants.recognize(key).tenant_id == "home"


@pytest.mark.parametrize(
    "arguments",
    [
        ("keys", "create", "hoem", "--scopes", "recall"),
        ("keys", "list", "hoem"),
        ("keys", "revoke", "home", "0" * 26),
        ("keys", "create", "home", "--scopes", "everything"),
        ("tenants", "suspend", "hoem"),
        ("tenants", "create", "HOME"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    data: Path, capsys: Told, arguments: tuple[str, ...]
) -> None:
    assert _run(data, *arguments) == 1

    told = capsys.readouterr()
    assert (told.out, told.err.count("\n"), told.err[:7]) == ("", 1, "mneme: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("keys", "create", "home"),
        ("keys", "create", "home", "KEY", "--scopes", "recall"),
        ("keys", "rotate", "home"),
        ("keys", "revoke", "home", "KEY", "--expires", "1d"),
        ("keys", "list", "home", "--apps", "coach"),
        ("keys", "create", "home", "--scopes", "recall", "--overlap", "1d"),
        ("keys", "create", "home", "--scopes", "recall", "--expires", "soon"),
        ("tenants", "list", "home"),
        ("tenants", "suspend"),
        ("tenants", "suspend", "home", "--include-turns", "yes"),
    ],
)
def test_what_makes_no_sense_is_refused(
    data: Path, capsys: Told, arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _run(data, *arguments)

    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


class _Functions:
    """A client of Lambda whose one function answers what a test says."""

    def __init__(self, answer: dict[str, Any], **more: str) -> None:
        self.answer, self.more = answer, more
        self.asked: list[tuple[str, Any]] = []

    def invoke(self, *, FunctionName: str, Payload: bytes) -> dict[str, Any]:  # noqa: N803
        self.asked.append((FunctionName, json.loads(Payload)))
        return {"Payload": io.BytesIO(json.dumps(self.answer).encode()), **self.more}


def _of_stage(monkeypatch: pytest.MonkeyPatch, functions: _Functions, **outputs: str) -> None:
    monkeypatch.setattr(tenant_admin, "stage_outputs", lambda _: outputs)
    monkeypatch.setattr(boto3, "client", lambda _: functions)


def test_a_stages_own_function_is_asked(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    functions = _Functions({"code": 0, "msg": "ok", "data": {"tenants": []}})
    _of_stage(monkeypatch, functions, TenantAdminFunction="the-function")

    told = carried_out(_another_process(), "dev", {"action": "tenants.list", "tenant": None})

    assert told == {"tenants": []}
    assert functions.asked == [("the-function", {"action": "tenants.list"})]


def test_what_the_function_refuses_or_fails_at_is_told(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = _another_process()
    refusal = {"code": 40401, "msg": "there is none", "data": {"field": "tenant"}}
    _of_stage(monkeypatch, _Functions(refusal), TenantAdminFunction="f")
    with pytest.raises(ActionRefused, match="tenant: there is none"):
        carried_out(made, "dev", {"action": "tenants.list"})

    _of_stage(monkeypatch, _Functions({}, FunctionError="Unhandled"), TenantAdminFunction="f")
    with pytest.raises(ActionRefused, match="its log says where"):
        carried_out(made, "dev", {"action": "tenants.list"})


def test_a_stage_of_before_has_no_such_function(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _of_stage(monkeypatch, _Functions({}))

    with pytest.raises(StageUnknown, match="deploy it once more"):
        carried_out(_another_process(), "dev", {"action": "tenants.list"})
