"""What Python tells of imports, summed by package."""

from bench.cold.benchmark import steps_of
from bench.cold.deployed import environment
from bench.cold.import_times import by_package
from infra.functions import FUNCTIONS

TOLD = """\
import time: self [us] | cumulative | imported package
import time:       500 |        500 |     json.decoder
import time:      1500 |       2000 |   _json
import time:      2000 |       2000 |     mneme.domain.scope
import time:      4000 |       6000 |   mneme.domain.errors
import time:      1000 |       7000 |   functions.sweep.handler
import time:      8000 |       8000 |   pydantic.main
"""
ROWS = {row.name: row for row in FUNCTIONS}


def test_each_package_is_told_once_and_our_own_by_their_layers() -> None:
    told = by_package(TOLD, frozenset({"mneme", "functions"}), frozenset({"json", "_json"}))

    assert dict(told) == {
        "standard library": 2.0,
        "mneme.domain": 6.0,
        "functions.sweep": 1.0,
        "pydantic": 8.0,
    }


def test_a_function_takes_the_steps_that_its_row_asks_for() -> None:
    assert steps_of(ROWS["settings_validator"]) == ["handler"]
    assert steps_of(ROWS["tenant_authorizer"]) == ["handler", "services", "clients"]
    assert steps_of(ROWS["recall_api"])[-1] == "recall"
    assert steps_of(ROWS["write_api"])[-2:] == ["thresholds", "model"]


def test_nothing_that_is_measured_leads_anywhere() -> None:
    for row in FUNCTIONS:
        assert environment(row)["AWS_ACCESS_KEY_ID"] == "none"
