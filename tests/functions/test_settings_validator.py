"""settings_validator: refuses what is no set of thresholds of its stage, and names the field."""

import json
from typing import Any

import pytest

from infra.function import Trigger
from infra.log_filters import raised_faults
from mneme.domain.errors import InvalidRequest
from tests.functions.cloud import Cloud, event

STAGES_OWN = json.dumps({"evolution": {"same": 0.9}})


def _asked(cloud: Cloud, given: dict[str, Any], deployed: str = "{}") -> None:
    cloud.monkeypatch.setenv("MNEME_THRESHOLDS", deployed)
    cloud.invoke("settings_validator", given)


def _refused(cloud: Cloud, given: dict[str, Any], deployed: str = "{}") -> str:
    with pytest.raises(InvalidRequest) as refusal:
        _asked(cloud, given, deployed)
    line = f"[ERROR] {refusal.type.__name__}: {refusal.value}"
    (unwanted,) = raised_faults(Trigger.VALIDATOR).split(' -"')[1:]
    assert unwanted.strip('"') in line  # no alarm is for what an operator has got wrong
    return str(refusal.value)


def test_what_fits_is_let_through(cloud: Cloud) -> None:
    _asked(cloud, event("settings_validator", "appconfig__fit"))


def test_what_is_out_of_bounds_is_refused_by_its_name(cloud: Cloud) -> None:
    told = _refused(cloud, event("settings_validator", "appconfig__out_of_bounds"))

    assert told.startswith("recall.top_k: ")


def test_what_is_at_odds_with_what_the_stage_says_is_refused(cloud: Cloud) -> None:
    given = event("settings_validator", "appconfig__at_odds_with_the_stage")
    _asked(cloud, given)

    assert _refused(cloud, given, STAGES_OWN).startswith("evolution.same: ")


@pytest.mark.parametrize("given", [{}, {"content": "%"}, {"content": None}, {"content": "e30"}])
def test_what_is_not_in_base_64_is_refused(cloud: Cloud, given: dict[str, Any]) -> None:
    assert _refused(cloud, given) == "is not in base 64"


@pytest.mark.parametrize("content", ["", "W10="])
def test_what_is_no_object_is_refused(cloud: Cloud, content: str) -> None:
    assert _refused(cloud, {"content": content}).startswith("thresholds: ")
