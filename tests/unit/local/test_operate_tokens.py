"""The operator's command that issues user tokens, ends them, and describes a tenant's issuer."""

from pathlib import Path

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.domain.errors import NotAuthenticated
from mneme.domain.oidc import OidcIssuer
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime import bootstrap
from mneme.runtime.bootstrap import Services

Told = pytest.CaptureFixture[str]
ISSUER = ("--issuer", "https://login.example.com", "--audience", "mneme", "--scopes", "recall")


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


def _token(data: Path, capsys: Told, *more: str) -> str:
    key = _another_process().tenants.issue_key(
        TenantContext("home"), frozenset({Grant.RECALL, Grant.WRITE})
    )
    named = ("--key", key.split("_")[2], "--user", "u-1")
    assert _run(data, "tokens", "issue", "home", *named, *more) == 0
    return capsys.readouterr().out.strip()


def test_a_token_is_printed_alone_and_is_what_was_asked_for(data: Path, capsys: Told) -> None:
    wishes = ("--scopes", "recall", "--apps", "coach", "--session", "s-1", "--lifetime", "5m")

    token = _token(data, capsys, *wishes)

    caller = _another_process().credentials.recognize(token).caller
    assert (caller.tenant_id, caller.user_id, caller.session_id) == ("home", "u-1", "s-1")
    assert (caller.grants, caller.apps) == ({Grant.RECALL}, {"coach"})


def test_all_tokens_of_a_tenant_can_be_ended(data: Path, capsys: Told) -> None:
    token = _token(data, capsys)

    assert _run(data, "tokens", "rotate", "home") == 0

    with pytest.raises(NotAuthenticated):
        _another_process().credentials.recognize(token)


def test_an_issuer_is_described_shown_and_dropped(data: Path, capsys: Told) -> None:
    home = TenantContext("home")

    assert _run(data, "issuers", "set", "home", *ISSUER, "--apps-claim", "apps") == 0

    assert _another_process().oidc_tokens.issuer(home) == OidcIssuer(
        issuer="https://login.example.com",
        audience="mneme",
        keys_url="https://login.example.com/.well-known/jwks.json",
        grants=frozenset({Grant.RECALL}),
        apps_claim="apps",
    )
    told = capsys.readouterr().out
    _run(data, "issuers", "show", "home")
    assert capsys.readouterr().out == told
    assert "scopes-claim  -" in told
    _run(data, "issuers", "drop", "home")
    assert capsys.readouterr().out == "no issuer\n"
    assert _another_process().oidc_tokens.issuer(home) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("tokens", "issue", "home", "--key", "0" * 26, "--user", "u-1"),
        ("tokens", "issue", "home", "--key", "0" * 26, "--user", "*"),
        ("tokens", "issue", "home", "--key", "0" * 26, "--user", "u", "--lifetime", "2h"),
        ("tokens", "rotate", "hoem"),
        ("issuers", "show", "hoem"),
        ("issuers", "set", "hoem", *ISSUER),
        ("issuers", "set", "home", *ISSUER, "--keys-url", "http://login.example.com/keys"),
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
        ("tokens", "issue", "home", "--user", "u-1"),
        ("tokens", "issue", "home", "--key", "K"),
        ("tokens", "rotate", "home", "--user", "u-1"),
        ("tokens", "rotate", "home", "--lifetime", "5m"),
        ("issuers", "set", "home", "--issuer", "https://login.example.com"),
        ("issuers", "drop", "home", "--audience", "mneme"),
    ],
)
def test_what_makes_no_sense_is_refused(
    data: Path, capsys: Told, arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _run(data, *arguments)

    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err
