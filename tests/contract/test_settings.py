"""What every place of thresholds does: a file at home, and AppConfig."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mneme.adapters.appconfig_place import AppconfigPlace
from mneme.adapters.appconfig_settings import AppconfigSettings
from mneme.adapters.file_settings import FileSettings
from mneme.application.ports.settings import Settings
from mneme.domain.errors import InvalidRequest, Unavailable
from mneme.domain.thresholds import Thresholds
from tests.contract import aws
from tests.doubles.fake_appconfig import FakeAppconfigData

DEPLOYED = '{"recall":{"top_k":7,"min_relevance":0.2}}'
Leave = Callable[[str], None]


@dataclass
class _Place:
    """Settings over what was deployed, and how operators leave a document there."""

    settings: Settings
    leave: Leave

    def top_k(self) -> int:
        return self.settings.thresholds().recall.top_k


@pytest.fixture
def file(tmp_path: Path) -> _Place:
    path = tmp_path / "thresholds.json"
    return _Place(FileSettings(path, DEPLOYED), lambda text: _replace(path, text))


@pytest.fixture
def fake() -> FakeAppconfigData:
    return FakeAppconfigData()


@pytest.fixture
def appconfig(fake: FakeAppconfigData) -> _Place:
    def leave(text: str) -> None:
        fake.document = text.encode()

    leave("{}")
    return _Place(AppconfigSettings(fake, AppconfigPlace("a", "e", "p"), DEPLOYED), leave)


@pytest.fixture
def emulated(emulator_url: str) -> Iterator[_Place]:
    control = aws.new_client("appconfig", emulator_url)
    made = _Emulated(control)
    made.leave("{}")
    data = aws.new_client("appconfigdata", emulator_url)
    yield _Place(AppconfigSettings(data, made.place, DEPLOYED), made.leave)
    control.delete_application(ApplicationId=made.place.application)


@pytest.fixture(params=["file", "appconfig", pytest.param("emulated", marks=pytest.mark.emulator)])
def place(request: pytest.FixtureRequest) -> _Place:
    made: _Place = request.getfixturevalue(request.param)
    return made


class _Emulated:
    """An application of AppConfig in the emulator, whose documents are deployed at once."""

    def __init__(self, client: Any) -> None:
        self._client = client
        application = client.create_application(Name="mneme")["Id"]
        environment = client.create_environment(ApplicationId=application, Name="test")["Id"]
        profile = client.create_configuration_profile(
            ApplicationId=application, Name="thresholds", LocationUri="hosted"
        )["Id"]
        self.place = AppconfigPlace(application, environment, profile)
        self._strategy = client.create_deployment_strategy(
            Name="at once",
            DeploymentDurationInMinutes=0,
            GrowthFactor=100,
            FinalBakeTimeInMinutes=0,
            ReplicateTo="NONE",
        )["Id"]

    def leave(self, text: str) -> None:
        where = {
            "ApplicationId": self.place.application,
            "ConfigurationProfileId": self.place.profile,
        }
        version = self._client.create_hosted_configuration_version(
            **where, Content=text.encode(), ContentType="application/json"
        )["VersionNumber"]
        self._client.start_deployment(
            **where,
            EnvironmentId=self.place.environment,
            DeploymentStrategyId=self._strategy,
            ConfigurationVersion=str(version),
        )


def _replace(path: Path, text: str) -> None:
    """Write the file as editors do: a new one in its place."""
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def test_where_nothing_was_set_the_deployments_own_hold(place: _Place) -> None:
    found = place.settings.thresholds()

    assert (found.recall.top_k, found.recall.min_relevance) == (7, 0.2)
    assert found.weights == Thresholds().weights


def test_what_was_set_lies_over_it_value_by_value(place: _Place) -> None:
    place.leave('{"recall": {"top_k": 3}}')

    found = place.settings.thresholds()

    assert (found.recall.top_k, found.recall.min_relevance) == (3, 0.2)


def test_a_change_is_seen_by_who_asks_next(place: _Place) -> None:
    assert place.top_k() == 7
    for number in (3, 4, 3):
        place.leave(json.dumps({"recall": {"top_k": number}}))
        assert [place.top_k(), place.top_k()] == [number, number]
    place.leave("{}")
    assert place.top_k() == 7


def test_what_is_refused_names_its_field_each_time_and_what_follows_is_taken(place: _Place) -> None:
    place.leave('{"recall": {"top_k": 0}}')
    for _ in range(2):
        with pytest.raises(InvalidRequest) as refusal:
            place.settings.thresholds()
        assert refusal.value.field == "recall.top_k"

    place.leave('{"recall": {"top_k": 5}}')
    assert place.top_k() == 5


@pytest.mark.parametrize("text", ["{", "[]", '{"recall": '])
def test_what_is_no_document_is_refused(place: _Place, text: str) -> None:
    place.leave(text)

    with pytest.raises(InvalidRequest):
        place.settings.thresholds()


def test_a_file_that_goes_gives_the_deployments_own_back(file: _Place, tmp_path: Path) -> None:
    file.leave('{"recall": {"top_k": 3}}')
    assert file.top_k() == 3

    (tmp_path / "thresholds.json").unlink()

    assert file.top_k() == 7


def test_a_file_that_cannot_be_read_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "thresholds.json").mkdir()

    with pytest.raises(Unavailable):
        FileSettings(tmp_path / "thresholds.json", "{}").thresholds()


def test_where_nothing_was_deployed_yet_is_an_outage(fake: FakeAppconfigData) -> None:
    with pytest.raises(Unavailable):
        AppconfigSettings(fake, AppconfigPlace("a", "e", "p"), "{}").thresholds()


def test_one_session_lasts_as_long_as_its_tokens_are_good(
    appconfig: _Place, fake: FakeAppconfigData
) -> None:
    assert [appconfig.top_k() for _ in range(3)] == [7, 7, 7]

    assert fake.sessions == 1


def test_after_an_outage_a_new_session_begins(appconfig: _Place, fake: FakeAppconfigData) -> None:
    appconfig.top_k()
    fake.away = True
    with pytest.raises(Unavailable):
        appconfig.top_k()
    fake.away = False

    assert (appconfig.top_k(), fake.sessions) == (7, 2)


def test_a_token_that_is_a_day_old_costs_one_reading(
    appconfig: _Place, fake: FakeAppconfigData
) -> None:
    appconfig.top_k()
    fake.let_tokens_expire()
    with pytest.raises(Unavailable):
        appconfig.top_k()

    assert appconfig.top_k() == 7
