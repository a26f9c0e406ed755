"""What a deployment costs and where it ends, worked out from what is measured."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from bench.scale import bounds, cost, demand, spread
from bench.scale.demand import Use
from bench.scale.inputs import DATA, Assumptions, Prices, Quotas, ServiceQuota, read
from bench.scale.usage import STEPS, Step, Usage
from infra.functions import FUNCTIONS
from mneme.application.repositories.head_rows import DUE_SHARDS as HEAD_SHARDS
from mneme.application.repositories.task_rows import DUE_SHARDS as TASK_SHARDS

PRICES = read(Prices, DATA / "prices.json")
TOLD = read(Assumptions, DATA / "assumptions.json")
QUOTAS = read(Quotas, DATA / "quotas.json").quotas
PARTITION_WRITES = 1_000


def _usage() -> Usage:
    steps = {name: Step(cpu_ms=10.0) for name in STEPS}
    for number, step in enumerate(steps.values(), 1):
        step.consumed.calls = number
        step.consumed.writes["heads"] = 10.0
        step.consumed.reads["revisions"] = 4.0
    return Usage(steps, facts=5.0)


def test_each_step_is_named_by_a_function_that_is_deployed() -> None:
    assert set(STEPS) <= {row.name for row in FUNCTIONS}


def test_every_quota_is_reached_by_something_that_is_counted() -> None:
    assert {quota.use for quota in QUOTAS} <= {one.name for one in fields(Use)}


def test_what_shards_of_an_index_take_follows_from_their_number() -> None:
    found = {quota.use: quota.value for quota in QUOTAS}

    assert found["task_due_units"] == TASK_SHARDS * PARTITION_WRITES
    assert found["head_due_units"] == HEAD_SHARDS * PARTITION_WRITES


def test_a_function_with_half_a_core_is_busy_for_twice_its_cpu_time() -> None:
    told = TOLD.model_copy(update={"core_mb": 2 * demand.MEMORY_MB["write_api"]})

    busy = demand.busy_seconds(_usage(), told, "write_api", 7.0)

    assert busy == pytest.approx((2 * 10.0 + 1 * told.store_call_ms + 7.0) / 1000)


def test_an_add_takes_the_units_of_its_four_steps_and_a_recall_of_its_two() -> None:
    add, recall = demand.of_an_add(_usage(), TOLD), demand.of_a_recall(_usage(), TOLD)

    assert (add.write_units, add.read_units) == (40.0, 16.0)
    assert (recall.write_units, recall.read_units) == (20.0, 8.0)
    assert (add.fifo_requests, recall.fifo_requests) == (6, 0.0)


def test_a_million_requests_cost_what_a_million_units_do() -> None:
    dollars = cost.of_a_million(Use(write_units=2.0, read_units=3.0), PRICES)

    assert dollars["DynamoDB writes"] == 2.0 * PRICES.dynamodb_write_units_million
    assert dollars["DynamoDB reads"] == 3.0 * PRICES.dynamodb_read_units_million
    assert sum(dollars.values()) == dollars["DynamoDB writes"] + dollars["DynamoDB reads"]


def test_the_quota_that_fewest_users_reach_is_named_first() -> None:
    def quota(value: float, use: str) -> ServiceQuota:
        return ServiceQuota(service="s", quota="q", value=value, adjustable=True, use=use)

    add, recall = Use(write_units=10.0, read_units=1.0), Use(read_units=1.0)
    given = [quota(100, "kms_requests"), quota(100, "read_units"), quota(100, "write_units")]

    found = bounds.bounds(add, recall, TOLD, given)

    assert [bound.quota.use for bound in found] == ["write_units", "read_units", "kms_requests"]
    assert found[-1].users == 0.0
    first = found[0]
    assert first.users * bounds.a_users_second(10.0, 0.0, TOLD) == pytest.approx(100)


def test_users_are_spread_whole_and_alike_each_time() -> None:
    first, again = spread.simulate(20_000, TOLD), spread.simulate(20_000, TOLD)

    assert first == again
    assert first.largest <= TOLD.facts_a_user.most * (1 + TOLD.messages_a_fact)
    assert first.shards == pytest.approx(first.index_gb / TOLD.shard_gb, abs=1)
    assert 1.0 <= first.fullest < 1.5


def test_a_table_is_cut_by_what_it_holds_or_by_what_is_written() -> None:
    assert spread.partitions(25 * cost.GB, 10) == 3
    assert spread.partitions(1, 4_500) == 5


@pytest.mark.parametrize(
    ("change", "named"),
    [({"as_of": None}, "as_of"), ({"kms_key_month": -1}, "kms_key_month"), ({"x": 1}, "x")],
)
def test_a_price_list_that_is_wrong_names_its_field(
    change: dict[str, object], named: str, tmp_path: Path
) -> None:
    file = tmp_path / "prices.json"
    file.write_text(json.dumps(PRICES.model_dump() | change), "utf-8")

    with pytest.raises(ValueError, match=named):
        read(Prices, file)
