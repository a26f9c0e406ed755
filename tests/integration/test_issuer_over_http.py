"""A tenant's own issuer of tokens, and a running stack that fetches its keys over TLS."""

import contextlib
import io
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest

from local import operate
from local.environment import child_environment
from mneme.runtime import bootstrap
from tests.contract.certificates import TRUSTED, write_certificate
from tests.contract.scripted_server import ScriptedServer, respond, scripted_server
from tests.doubles.issuer import by_hmac, public_jwk, public_pem, rsa_key
from tests.integration.running_stack import RunningStack, running

KEY = rsa_key("first")
AUDIENCE = "mneme"


@dataclass
class Signed:
    """A running stack, and the server where acme's issuer publishes its keys."""

    stack: RunningStack
    server: ScriptedServer
    issuer: str

    def token(self, **changes: Any) -> str:
        """Return a token of good claims, changed."""
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": AUDIENCE, "sub": "u-1", "iat": now, "exp": now + 300}
        return "mo_acme_" + jwt.encode(claims | changes, KEY, "RS256", {"kid": "first"})

    def asked(self, token: str, verb: str = "recall", **changes: Any) -> tuple[int, int, Any]:
        """Return status, code and field of the answer to a bearer of the token."""
        url = f"{self.stack.facts['base_url']}/memory/v1/{verb}"
        headers = {"Authorization": f"Bearer {token}"}
        body = {"user_id": "u-1", "query": "tea", **changes}
        answer = httpx.post(url, json=body, headers=headers, timeout=30)
        told = answer.json()
        return answer.status_code, told["code"], (told["data"] or {}).get("field")


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Signed]:
    folder = tmp_path_factory.mktemp("issuer")
    certificate = write_certificate(folder, "localhost")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    keys = respond(200, {"keys": [public_jwk(KEY, kid="first", use="sig")]})
    with (
        pytest.MonkeyPatch.context() as patch,
        scripted_server(keys, tls=context) as server,
    ):
        patch.setenv(TRUSTED, str(certificate))
        issuer = f"https://localhost:{httpx.URL(server.url).port}"
        with running(folder / "data", "--workers", "1") as stack:
            for name, value in child_environment(folder / "data", "WARNING", {}).items():
                patch.setenv(name, value)
            _operated(folder / "data", "tenants", "create", "acme")
            described = ("--issuer", issuer, "--audience", AUDIENCE, "--scopes", "recall")
            _operated(folder / "data", "issuers", "set", "acme", *described)
            yield Signed(stack, server, issuer)
    bootstrap.services.cache_clear()


def _operated(data: Path, *arguments: str) -> None:
    bootstrap.services.cache_clear()
    with contextlib.redirect_stdout(io.StringIO()):
        assert operate.main([*arguments, "--data", str(data)]) == 0


def test_the_issuers_token_opens_what_its_operator_said_and_its_users_memory_alone(
    signed: Signed,
) -> None:
    token = signed.token()

    assert signed.asked(token)[:2] == (200, 0)
    assert signed.asked(token, user_id="u-2") == (403, 40302, "user_id")
    assert signed.asked(token, "task", query=None, task_id="t") == (400, 40001, "query")
    assert [request.line for request in signed.server.requests] == [
        "GET /.well-known/jwks.json HTTP/1.1"
    ]


def test_any_other_token_opens_nothing_and_makes_nobody_fetch(signed: Signed) -> None:
    signed.asked(signed.token())
    fetched = len(signed.server.requests)
    confused = by_hmac(
        {"alg": "HS256", "typ": "JWT", "kid": "first"},
        jwt.decode(signed.token()[8:], options={"verify_signature": False}),
        public_pem(KEY),
    )

    refused = [
        signed.asked(token)
        for token in (
            signed.token(iss=f"{signed.issuer}/"),
            signed.token(aud="another"),
            signed.token(exp=1),
            signed.token(nbf=4_000_000_000),
            signed.token(sub=""),
            f"mo_acme_{confused}",
            signed.token().replace("mo_acme_", "mo_home_"),
            signed.token()[:-4],
        )
    ]

    assert refused == [(401, 40101, None)] * 8
    assert len(signed.server.requests) == fetched
