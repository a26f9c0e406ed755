"""A stage's AppConfig as the operator's command uses it."""

import pytest

from local.settings_places import StagePlace
from local.tenant_admin import ActionRefused
from tests.doubles.fake_appconfig import FakeAppconfig

WHERE = {"application": "app1", "environment": "env1", "profile": "pro1", "strategy": "str1"}
FIVE, FOUR = b'{"recall": {"top_k": 5}}', b'{"recall": {"top_k": 4}}'


@pytest.fixture
def appconfig() -> FakeAppconfig:
    """Return AppConfig as the stack leaves it: with one document that says nothing."""
    return FakeAppconfig(WHERE)


@pytest.fixture
def place(appconfig: FakeAppconfig) -> StagePlace:
    return StagePlace(WHERE, "{}", appconfig)


def test_at_first_there_is_a_document_that_says_nothing(place: StagePlace) -> None:
    assert (place.document(), place.standing()) == (
        b"{}",
        "deployment 1 of document 1: COMPLETE",
    )


def test_while_a_deployment_is_under_way_nothing_is_set_and_it_can_be_stopped(
    place: StagePlace, appconfig: FakeAppconfig
) -> None:
    appconfig.minutes = 20
    under_way = "deployment 2 of document 2: DEPLOYING, 20 %"
    assert place.leave(FIVE) == under_way

    with pytest.raises(ActionRefused, match=f"^{under_way}: wait until it has ended, or roll it"):
        place.leave(FOUR)
    assert place.back() == "deployment 2 of document 2: ROLLED_BACK"

    assert place.document() == b"{}"


def test_what_appconfig_refuses_is_told_in_one_line_and_is_not_in_force(
    place: StagePlace, appconfig: FakeAppconfig
) -> None:
    appconfig.refuses = "recall.top_k: is refused by the validator"

    told = f"^AppConfig refuses: BadRequestException: {appconfig.refuses}$"
    with pytest.raises(ActionRefused, match=told):
        place.leave(FIVE)
    assert place.document() == b"{}"


def test_of_two_who_set_something_at_once_one_is_refused(
    place: StagePlace, appconfig: FakeAppconfig
) -> None:
    appconfig.somebody_is_faster = True

    with pytest.raises(ActionRefused, match=r"^AppConfig refuses: ConflictException"):
        place.leave(FIVE)


def test_what_operators_left_is_deleted_before_a_stage_is_removed(
    place: StagePlace, appconfig: FakeAppconfig
) -> None:
    place.leave(FIVE)
    place.leave(FOUR)

    assert place.discard() == 2

    assert set(appconfig.versions) == {1}
