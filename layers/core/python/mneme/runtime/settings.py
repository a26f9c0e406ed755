"""The environment of a function, read here and nowhere else."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mneme.adapters.queue_layout import QueueLayout
from mneme.adapters.table_layout import TableLayout, parse_layouts


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the stores are. With `data_dir` everything is embedded under it; else it is on AWS."""

    stage: str
    tables: Mapping[str, TableLayout]
    data_dir: Path | None
    queue_layouts: Mapping[str, QueueLayout]
    queues: Mapping[str, str]
    buckets: Mapping[str, str]
    key_id: str
    opensearch_url: str | None
    region: str


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Return the settings of an environment. Raises KeyError naming what is missing."""
    data_dir = environment.get("MNEME_DATA_DIR")
    layouts = json.loads(environment.get("MNEME_QUEUE_LAYOUTS", "[]"))
    return Settings(
        stage=environment["MNEME_STAGE"],
        tables=parse_layouts(environment["MNEME_TABLES"]),
        data_dir=Path(data_dir) if data_dir else None,
        queue_layouts={row["name"]: QueueLayout(**row) for row in layouts},
        queues=json.loads(environment.get("MNEME_QUEUES", "{}")),
        buckets=json.loads(environment.get("MNEME_BUCKETS", "{}")),
        key_id=environment.get("MNEME_KEY_ID", ""),
        opensearch_url=environment.get("MNEME_OPENSEARCH_URL") or None,
        region=environment.get("AWS_REGION", ""),
    )


def deployed() -> bool:
    """Return whether this process is a Lambda function's."""
    return "AWS_LAMBDA_FUNCTION_NAME" in os.environ


def settings() -> Settings:
    """Return the settings of this process."""
    return settings_from(os.environ)
