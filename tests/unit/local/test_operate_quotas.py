"""The operator's command that says how much a tenant may ask."""

from pathlib import Path

import pytest

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.domain.quotas import Quota, Window
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
    return operate.main(["quotas", *arguments, "--data", str(data)])


def test_quotas_are_set_shown_and_taken_back(data: Path, capsys: Told) -> None:
    wishes = ("--recall", "600/minute,50000/day", "--write", "0/day", "--gateway-key", "k" * 20)

    assert _run(data, "set", "home", *wishes) == 0

    limits = _another_process().tenants.limits(TenantContext("home"))
    assert limits.quotas == (
        Quota(Grant.RECALL, Window.DAY, 50_000),
        Quota(Grant.RECALL, Window.MINUTE, 600),
        Quota(Grant.WRITE, Window.DAY, 0),
    )
    assert limits.usage_key == "k" * 20
    told = capsys.readouterr().out
    assert "manage   no bound of its own" in told
    assert "k" * 20 not in told
    _run(data, "show", "home")
    assert sorted(capsys.readouterr().out.splitlines())[0] == sorted(told.splitlines())[0]
    _run(data, "set", "home")
    assert _another_process().tenants.limits(TenantContext("home")).quotas == ()


@pytest.mark.parametrize(
    "arguments",
    [
        ("set", "home", "--recall", "600"),
        ("set", "home", "--recall", "600/hour"),
        ("set", "home", "--recall", "600/minute,700/minute"),
        ("set", "home", "--recall", "-1/minute"),
        ("show", "home", "--recall", "600/minute"),
    ],
)
def test_what_makes_no_sense_is_refused(
    data: Path, capsys: Told, arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _run(data, *arguments)

    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [("show", "hoem"), ("set", "hoem"), ("set", "home", "--gateway-key", "short")],
)
def test_what_cannot_be_done_is_told_in_one_line(
    data: Path, capsys: Told, arguments: tuple[str, ...]
) -> None:
    assert _run(data, *arguments) == 1

    assert capsys.readouterr().err.startswith("mneme: ")
