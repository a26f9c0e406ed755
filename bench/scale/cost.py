"""What requests cost, and what stands whether anybody asks or not."""

from bench.scale.demand import MB_PER_GB, MEMORY_MB, Use
from bench.scale.inputs import Prices
from infra.functions import FUNCTIONS
from infra.settings import StageSettings

MILLION = 1_000_000
GB = 1024**3
HOURS_A_MONTH = 730
KEYS = 2


def of_a_million(use: Use, prices: Prices) -> dict[str, float]:
    """Return US dollars by what they are for; of storage, those of its first month."""
    return {
        "DynamoDB writes": use.write_units * prices.dynamodb_write_units_million,
        "DynamoDB reads": use.read_units * prices.dynamodb_read_units_million,
        "DynamoDB storage, a month": stored_month(use.stored_bytes * MILLION, prices),
        "Lambda": use.lambda_gb_seconds * MILLION * prices.lambda_gb_second
        + use.lambda_requests * prices.lambda_requests_million,
        "SQS": use.fifo_requests * prices.sqs_fifo_requests_million
        + use.standard_requests * prices.sqs_standard_requests_million,
        "API Gateway and firewall": use.gateway_requests
        * (prices.gateway_requests_million + prices.firewall_requests_million),
        "KMS": use.kms_requests * prices.kms_requests_million,
        "logs": use.log_bytes * MILLION / GB * prices.logs_ingested_gb,
    }


def stored_month(stored_bytes: float, prices: Prices) -> float:
    """Return what tables of so many bytes cost in a month, point-in-time recovery included."""
    a_gb = prices.dynamodb_storage_gb_month + prices.dynamodb_recovery_gb_month
    return stored_bytes / GB * a_gb


def search_month(nodes: int, instance: str, volume_gb: float, prices: Prices) -> float:
    """Return what a domain of so many nodes costs in a month."""
    hours = nodes * HOURS_A_MONTH * prices.search_node_hour[instance]
    return hours + nodes * volume_gb * prices.search_volume_gb_month


def standing_month(stage: StageSettings, prices: Prices) -> dict[str, float]:
    """Return what a stage costs in a month in which nobody asks; alarms and logs left out."""
    size, parts = stage.search, {"search domain": 0.0}
    if size is not None:
        masters = size.masters * HOURS_A_MONTH * prices.search_node_hour[size.master_instance]
        data = search_month(size.nodes, size.instance, size.volume_gb, prices)
        parts["search domain"] = data + (masters if size.masters else 0.0)
    online = sum(MEMORY_MB[row.name] for row in FUNCTIONS if row.online) / MB_PER_GB
    kept = stage.warm.least if stage.warm else 0
    seconds = HOURS_A_MONTH * 3_600
    parts["warm functions"] = kept * online * seconds * prices.lambda_warm_gb_second
    parts["firewall"] = prices.firewall_month if stage.firewall else 0.0
    parts["keys"] = KEYS * prices.kms_key_month
    return parts
