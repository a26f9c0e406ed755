"""The operator's command that shows and sets what tenants chose for themselves."""

from datetime import timedelta
from pathlib import Path

import boto3
import pytest
from botocore.exceptions import NoCredentialsError

from local import operate
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.domain.capacity import DEFAULT_LIMITS, Limit
from mneme.domain.reinforcement import Strengthening
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime import bootstrap
from mneme.runtime.bootstrap import Services

HOME = TenantContext("home")


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


def _tenants(data: Path, *arguments: str) -> int:
    bootstrap.services.cache_clear()
    return operate.main(["tenants", *arguments, "--data", str(data)])


def test_a_new_tenant_has_all_as_the_deployment(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _tenants(data, "show", "home") == 0

    name, *lines = capsys.readouterr().out.splitlines()
    assert name == "home"
    assert [line.split()[0] for line in lines] == [
        "providers",
        "sensitive",
        "episode-retention",
        "include-turns",
        "strengthened-by",
        "capacity",
        "opt-in",
    ]
    assert all(line.endswith("as the deployment") for line in lines)


def test_what_is_set_holds_for_functions_and_is_shown(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wishes = ("--providers", "bedrock,embedding_endpoint", "--sensitive", "reject")
    more = ("--episode-retention", "0", "--include-turns", "yes", "--strengthened-by", "use")
    limits = ("--capacity", "app=300", "--opt-in", "yes")

    assert _tenants(data, "set", "home", *wishes, *more, *limits) == 0

    made = _another_process()
    assert made.tenant_choices.of(HOME).providers == ("bedrock", "embedding_endpoint")
    assert made.sensitive_policies.of(HOME) is SensitivePolicy.REJECT
    assert made.episode_retention.of(HOME) == timedelta(0)
    assert made.turns_included.of(HOME)
    assert made.strengthened_by.of(HOME) is Strengthening.USE
    assert made.tenant_limits.of(HOME).values == {**DEFAULT_LIMITS, Limit.APP: 300}
    assert made.opt_in.of(HOME)
    told = capsys.readouterr().out
    assert _tenants(data, "show", "home") == 0
    assert told.startswith(capsys.readouterr().out)
    assert "bedrock, embedding_endpoint" in told
    assert "0 days" in told
    assert "app=300" in told


def test_what_is_not_named_stays_and_default_gives_back(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _tenants(data, "set", "home", "--providers", "none", "--episode-retention", "7")

    _tenants(data, "set", "home", "--episode-retention", "default", "--include-turns", "no")

    choices = _another_process().tenant_choices.of(HOME)
    assert (choices.providers, choices.episode_days) == ((), None)
    assert (choices.sensitive, choices.include_turns) == (None, False)
    assert "providers          none" in capsys.readouterr().out


@pytest.mark.parametrize("action", [("show",), ("set", "--include-turns", "yes")])
def test_a_tenant_that_does_not_exist_is_named(
    data: Path, capsys: pytest.CaptureFixture[str], action: tuple[str, ...]
) -> None:
    assert _tenants(data, action[0], "hoem", *action[1:]) == 1

    assert "there is no tenant called hoem" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("set", "home"),
        ("show", "home", "--include-turns", "yes"),
        ("set", "home", "--providers", "bedrok"),
        ("set", "home", "--providers", "bedrock,bedrock"),
        ("set", "home", "--sensitive", "sometimes"),
        ("set", "home", "--episode-retention", "-1"),
        ("set", "home", "--episode-retention", "3651"),
        ("set", "home", "--include-turns", "perhaps"),
        ("set", "home", "--strengthened-by", "luck"),
        ("set", "home", "--capacity", "apps=300"),
        ("set", "home", "--capacity", "app=-1"),
        ("set", "home", "--capacity", ","),
        ("drop", "home"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    data: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _tenants(data, *arguments)

    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err
    choices = _another_process().tenant_choices.of(HOME)
    untouched = {choices.providers, choices.sensitive, choices.include_turns}
    assert untouched | {choices.strengthened_by} == {None}


def test_a_stage_that_cannot_be_read_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: str) -> None:
        raise NoCredentialsError

    monkeypatch.setattr(boto3, "client", refuse)

    assert operate.main(["tenants", "show", "home", "--stage", "dev"]) == 1
    assert capsys.readouterr().err.startswith("mneme: the stage dev cannot be read: ")


def test_a_tenant_is_made_with_a_key_that_may_do_everything(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _tenants(data, "create", "acme") == 0

    key = capsys.readouterr().out.strip()
    found = _another_process().tenants.recognize(key)
    assert (found.tenant_id, found.grants) == ("acme", frozenset(Grant))


def test_a_tenant_that_exists_gets_one_more_key(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = []
    for _ in range(2):
        _tenants(data, "create", "home")
        keys.append(capsys.readouterr().out.strip())

    tenants = _another_process().tenants
    assert keys[0] != keys[1]
    assert [tenants.recognize(key).tenant_id for key in keys] == ["home", "home"]
