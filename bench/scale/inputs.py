"""What a calculation rests on besides what is measured: prices, quotas, and assumptions."""

import json
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt

DATA = Path(__file__).parents[1] / "data" / "scale"
M = TypeVar("M", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    about: str = ""


class Prices(_Strict):
    """List prices of one region in US dollars."""

    as_of: str
    dynamodb_write_units_million: PositiveFloat
    dynamodb_read_units_million: PositiveFloat
    dynamodb_storage_gb_month: PositiveFloat
    dynamodb_recovery_gb_month: PositiveFloat
    lambda_gb_second: PositiveFloat
    lambda_requests_million: PositiveFloat
    lambda_warm_gb_second: PositiveFloat
    sqs_fifo_requests_million: PositiveFloat
    sqs_standard_requests_million: PositiveFloat
    gateway_requests_million: PositiveFloat
    firewall_requests_million: PositiveFloat
    firewall_month: PositiveFloat
    kms_requests_million: PositiveFloat
    kms_key_month: PositiveFloat
    logs_ingested_gb: PositiveFloat
    search_node_hour: dict[str, PositiveFloat]
    search_volume_gb_month: PositiveFloat


class FactsOfUsers(_Strict):
    """How many facts users have: log-normal, no more than the capacity allows."""

    median: PositiveFloat
    sigma: PositiveFloat
    most: PositiveInt


class Assumptions(_Strict):
    """What is not measured here.

    Attributes:
        store_call_ms: what a call of DynamoDB takes; `search_ms` and `queue_send_ms` likewise.
        core_mb: memory that gives a function one whole core.
        recalls_a_reinforcement_batch: how many recalls one run of the worker strengthens.
        key_requests_a_request: calls of KMS; a process keeps a tenant's key for five minutes.
        peak_to_mean: the busiest second, in mean seconds of a day.
        bytes_a_memory: what the tables keep of a fact or a message, index entries included.
        index_bytes_a_memory: of one copy, measured by `./dev bench recall --opensearch`.
        gb_a_node: what of a node's volume holds shards.
    """

    store_call_ms: PositiveFloat
    search_ms: PositiveFloat
    queue_send_ms: PositiveFloat
    log_bytes_a_request: PositiveInt
    task_polls_an_add: int = Field(ge=0)
    core_mb: PositiveInt
    recalls_a_reinforcement_batch: PositiveInt
    changes_an_index_batch: PositiveInt
    key_requests_a_request: float = Field(ge=0)
    adds_a_user_and_day: PositiveFloat
    recalls_a_user_and_day: PositiveFloat
    active_share: float = Field(gt=0, le=1)
    peak_to_mean: PositiveFloat
    facts_a_user: FactsOfUsers
    messages_a_fact: PositiveFloat
    bytes_a_memory: PositiveInt
    index_bytes_a_memory: PositiveInt
    shard_gb: PositiveInt
    search_copies: PositiveInt
    shards_a_node: PositiveInt
    gb_a_node: PositiveInt
    large_node: str
    most_nodes: PositiveInt


class ServiceQuota(_Strict):
    """A bound that AWS sets, and by which use of a second it is reached (a field of `Use`)."""

    service: str
    quota: str
    value: PositiveFloat
    adjustable: bool
    use: str


class Quotas(_Strict):
    """All of them."""

    quotas: list[ServiceQuota]


def read(model: type[M], path: Path) -> M:
    """Return the file's contents. Raises ValueError that names what is wrong."""
    return model.model_validate(json.loads(path.read_text("utf-8")))
