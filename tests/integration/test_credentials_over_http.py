"""Credentials as operators hand them out, presented to a running stack over HTTP."""

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from local import operate
from local.environment import child_environment
from mneme.runtime import bootstrap
from tests.integration.running_stack import RunningStack, eventually, running

RECALL = {"user_id": "u-1", "query": "tea"}
WRITE = {"user_id": "u-1", "content": "Likes tea", "skip_evolution": True}


class Operator:
    """The operator's command, on the data of a running stack."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.run("tenants", "create", "acme")

    def run(self, *arguments: str) -> str:
        """Return what the command prints."""
        bootstrap.services.cache_clear()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            assert operate.main([*arguments, "--data", str(self.data)]) == 0
        return printed.getvalue().strip()

    def key(self, *options: str) -> str:
        """Return a new API key."""
        return self.run("keys", "create", "acme", *options)

    def token(self, key: str, *options: str) -> str:
        """Return a new token of user u-1."""
        named = ("--key", key.split("_")[2], "--user", "u-1")
        return self.run("tokens", "issue", "acme", *named, *options)


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    with running(tmp_path_factory.mktemp("stack") / "data") as started:
        yield started


@pytest.fixture(scope="module")
def operator(stack: RunningStack) -> Iterator[Operator]:
    data = stack.ready_file.parent / "data"
    with pytest.MonkeyPatch.context() as patch:
        # The command sets these itself; here they are taken back afterwards.
        for name, value in child_environment(data, "WARNING", {}).items():
            patch.setenv(name, value)
        yield Operator(data)
    bootstrap.services.cache_clear()


@pytest.fixture(scope="module")
def key(operator: Operator) -> str:
    return operator.key("--scopes", "recall,write")


def _asked(
    stack: RunningStack, credential: str, verb: str = "recall", **changes: Any
) -> tuple[int, int, Any]:
    body = {**(WRITE if verb == "add_structured" else RECALL), **changes}
    headers = {"Authorization": f"Bearer {credential}"}
    url = f"{stack.facts['base_url']}/memory/v1/{verb}"
    answer = httpx.post(url, json=body, headers=headers, timeout=30)
    told = answer.json()
    assert set(told) == {"code", "msg", "trace_id", "data"}
    return answer.status_code, told["code"], (told["data"] or {}).get("field")


def test_a_key_and_a_token_of_its_open_what_they_are_for(
    stack: RunningStack, operator: Operator, key: str
) -> None:
    token = operator.token(key, "--scopes", "recall")

    assert _asked(stack, key)[:2] == (200, 0)
    assert _asked(stack, token)[:2] == (200, 0)
    assert _asked(stack, token, "add_structured") == (403, 40302, None)
    assert _asked(stack, token, user_id="u-2") == (403, 40302, "user_id")
    assert _asked(stack, key, "history", memory_id="m", query=None)[1] == 40001


def test_a_key_and_a_token_of_an_app_open_nothing_elsewhere(
    stack: RunningStack, operator: Operator
) -> None:
    bound = operator.key("--scopes", "recall,write", "--apps", "coach")
    token = operator.token(bound)

    for credential in (bound, token):
        assert _asked(stack, credential, scope={"app_id": "coach"})[:2] == (200, 0)
        assert _asked(stack, credential, scope={"app_id": "tutor"}) == (403, 40302, "scope.app_id")
        assert _asked(stack, credential, "add_structured") == (403, 40302, "app_id")


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-1],
        lambda token: token + "A" * 6_000,
        lambda token: token.replace("_acme_", "_home_"),
        lambda token: token.replace("mu_", "mo_"),
        lambda token: token.replace("mu_", "mk_"),
        lambda token: "mu_acme_eyJhbGciOiJub25lIn0.e30.",
        lambda token: "xylophonist",
    ],
)
def test_a_token_that_was_tampered_with_opens_nothing(
    stack: RunningStack, operator: Operator, key: str, change: Any
) -> None:
    assert _asked(stack, change(operator.token(key))) == (401, 40101, None)


def test_what_was_rotated_revoked_or_expired_opens_nothing(
    stack: RunningStack, operator: Operator
) -> None:
    old = operator.key("--scopes", "recall")
    token = operator.token(old)
    key_id = old.split("_")[2]
    new = operator.run("keys", "rotate", "acme", key_id, "--overlap", "0s")
    brief = operator.key("--scopes", "recall", "--expires", "1s")

    assert _asked(stack, new)[:2] == (200, 0)
    assert _asked(stack, old) == _asked(stack, token) == (401, 40101, None)
    eventually(lambda: _asked(stack, brief)[1] == 40101)
    operator.run("keys", "revoke", "acme", operator.key("--scopes", "recall").split("_")[2])
    assert "works no more" in operator.run("keys", "list", "acme").splitlines()[-1]


def test_nobody_of_a_suspended_tenant_is_let_in(stack: RunningStack, operator: Operator) -> None:
    credentials = [operator.key("--scopes", "recall")]
    credentials.append(operator.token(credentials[0]))
    operator.run("tenants", "suspend", "acme")

    refused = [_asked(stack, credential) for credential in credentials]
    others = _asked(stack, stack.facts["api_key"])
    operator.run("tenants", "resume", "acme")

    assert refused == [(401, 40101, None)] * 2
    assert others[:2] == (200, 0)
    assert [_asked(stack, credential)[1] for credential in credentials] == [0, 0]


def test_no_credential_is_in_the_log(stack: RunningStack, operator: Operator, key: str) -> None:
    token = operator.token(key)
    for credential in (key, token, f"{token}x", "mk_acme_xylophonist"):
        _asked(stack, credential)

    log = stack.log.read_text()
    assert [one for one in (key, token, key[-64:], token[-40:], "xylophonist") if one in log] == []
