"""The operator's command that shows and sets thresholds: in a file, and in AppConfig."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from local import operate, settings_places
from local.data_folder import MARKER
from local.environment import child_environment
from mneme.runtime import bootstrap
from tests.doubles.fake_appconfig import FakeAppconfig

Command = Callable[..., tuple[int, str]]
DEPLOYED = {"recall": {"top_k": 7}, "evolution": {"same": 0.9}}
STAGE = {
    "application": "app1",
    "environment": "env1",
    "profile": "pro1",
    "strategy": "str1",
    "deployed": json.dumps(DEPLOYED),
}


@pytest.fixture
def home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Return the command over the data of a local stack."""
    said = {"MNEME_THRESHOLDS": json.dumps(DEPLOYED)}
    for name, value in child_environment(tmp_path, "WARNING", said).items():
        monkeypatch.setenv(name, value)
    (tmp_path / MARKER).touch()

    def command(*arguments: str) -> tuple[int, str]:
        bootstrap.services.cache_clear()
        status = operate.main(["settings", *arguments, "--data", str(tmp_path)])
        told = capsys.readouterr()
        return status, told.out + told.err

    return command


@pytest.fixture
def appconfig() -> FakeAppconfig:
    """Return AppConfig as the stack leaves it: with one document that says nothing."""
    return FakeAppconfig(STAGE)


@pytest.fixture
def cloud(
    appconfig: FakeAppconfig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Return the command over a stage."""
    monkeypatch.setattr(
        settings_places, "stage_outputs", lambda _: {"Thresholds": json.dumps(STAGE)}
    )
    monkeypatch.setattr(
        operate, "stage_environment", lambda _: {"MNEME_STAGE": "test", "MNEME_TABLES": "[]"}
    )
    monkeypatch.setattr(settings_places.boto3, "client", lambda _: appconfig)

    for name in ("MNEME_STAGE", "MNEME_TABLES", "POWERTOOLS_METRICS_DISABLED"):
        monkeypatch.setenv(name, "")  # so that it is as before, afterwards

    def command(*arguments: str) -> tuple[int, str]:
        bootstrap.services.cache_clear()
        status = operate.main(["settings", *arguments, "--stage", "test"])
        told = capsys.readouterr()
        return status, told.out + told.err

    return command


@pytest.fixture(params=["home", "cloud"])
def command(request: pytest.FixtureRequest) -> Command:
    made: Command = request.getfixturevalue(request.param)
    return made


def _line(command: Command, name: str) -> list[str]:
    status, told = command("show")
    assert status == 0
    (line,) = [line for line in told.splitlines() if line.startswith(f"{name} ")]
    return line.split(maxsplit=2)[1:]


def test_each_threshold_is_shown_with_where_it_comes_from(command: Command) -> None:
    assert command("set", "recall.min_relevance=0.25")[0] == 0

    assert _line(command, "recall.min_relevance") == ["0.25", "set by operators"]
    assert _line(command, "recall.top_k") == ["7", "of the deployment"]
    assert _line(command, "recall.timeout_ms") == ["500", "delivered"]


def test_what_is_set_lies_over_what_was_set_before(command: Command) -> None:
    command("set", "recall.top_k=5", "tenants.capacity.app=90")
    command("set", "recall.top_k=3", "tenants.sensitive_content=reject")

    assert _line(command, "recall.top_k") == ["3", "set by operators"]
    assert _line(command, "tenants.capacity.app") == ["90", "set by operators"]
    assert _line(command, "tenants.sensitive_content") == ["reject", "set by operators"]


def test_what_is_taken_back_is_as_the_deployment_says(command: Command) -> None:
    command("set", "recall.top_k=5", "tenants.capacity.app=90")

    assert command("set", "recall.top_k=default")[0] == 0

    assert _line(command, "recall.top_k") == ["7", "of the deployment"]
    assert _line(command, "tenants.capacity.app") == ["90", "set by operators"]


def test_rollback_goes_back_to_what_was_set_before(command: Command) -> None:
    command("set", "recall.top_k=5")
    command("set", "recall.top_k=3")

    assert command("rollback")[0] == 0

    assert _line(command, "recall.top_k") == ["5", "set by operators"]
    again = command("rollback")
    assert again == (1, "mneme: there is nothing to go back to\n")


def test_where_nothing_was_set_there_is_nothing_to_go_back_to(command: Command) -> None:
    assert command("rollback") == (1, "mneme: there is nothing to go back to\n")


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ("recall.top_k=0", "recall.top_k"),
        ("recall.topk=5", "recall.topk"),
        ("recal.top_k=5", "recal"),
        ("recall=5", "recall"),
        ("tenants.sensitive_content=shred", "tenants.sensitive_content"),
        ("recall.top_k.most=5", "recall.top_k"),
        ("evolution.join=0.85", "evolution.same"),
    ],
)
def test_a_bad_value_is_refused_by_its_name_and_changes_nothing(
    command: Command, wish: str, field: str
) -> None:
    command("set", "weights.fading_days=120")

    status, told = command("set", "recall.timeout_ms=400", wish)

    assert (status, told.startswith(f"mneme: {field}: ")) == (1, True), told
    assert _line(command, "recall.timeout_ms") == ["500", "delivered"]
    assert _line(command, "weights.fading_days") == ["120", "set by operators"]


def test_a_file_is_validated_and_set_as_a_whole(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "wanted.json"
    file.write_text('{"recall": {"top_k": 4}}')
    command("set", "recall.timeout_ms=400")

    assert command("validate", str(file)) == (0, f"{file}: would be taken\n")
    assert command("set", "--file", str(file))[0] == 0

    assert _line(command, "recall.top_k") == ["4", "set by operators"]
    assert _line(command, "recall.timeout_ms") == ["500", "delivered"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"recall": {"top_k": 0}}', "recall.top_k: "),
        ('{"evolution": {"join": 0.85}}', "evolution.same: "),
        ("[]", "thresholds: is no object"),
        ("{", "thresholds: is not JSON"),
    ],
)
def test_a_file_that_is_none_is_refused(
    command: Command, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "wanted.json"
    file.write_text(text)

    for arguments in (("validate", str(file)), ("set", "--file", str(file))):
        status, line = command(*arguments)
        assert (status, line.startswith(f"mneme: {told}")) == (1, True), line


def test_a_file_that_is_not_there_is_named(command: Command, tmp_path: Path) -> None:
    gone = tmp_path / "gone.json"

    assert command("validate", str(gone)) == (1, f"mneme: {gone}: No such file or directory\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("set",),
        ("set", "recall.top_k"),
        ("set", "recall.top_k=5", "--file", "x"),
        ("show", "recall.top_k"),
        ("rollback", "--file", "x"),
        ("validate",),
        ("validate", "a", "b"),
        ("show", "--file", "x"),
        ("discard",),
    ],
)
def test_what_makes_no_sense_is_refused(home: Command, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        home(*arguments)

    assert ended.value.code == 2


def test_a_stage_of_before_has_no_place_for_thresholds(
    cloud: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_places, "stage_outputs", lambda _: {})

    told = "mneme: the stage test has no place for thresholds: deploy it once more\n"
    assert cloud("show") == (1, told)


def test_what_was_set_at_home_is_a_file_that_anybody_can_read(
    home: Command, tmp_path: Path
) -> None:
    home("set", "recall.top_k=5")

    written: dict[str, Any] = json.loads((tmp_path / "thresholds.json").read_text())
    assert written == {"recall": {"top_k": 5}}
