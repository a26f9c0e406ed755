"""The environment in which the functions run here: the same variables that the cloud sets."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from infra.index_names import index_name
from infra.queues import QUEUES
from infra.tables import TABLES, layouts_json
from local.cloud_names import REGION
from local.options import ROOT

PACKAGE = ROOT / "layers" / "core" / "python"
SHIFT_SECONDS = "2"
"""One worker serves all users: after so long it turns from a long task to the next user's."""
_VERBOSE = frozenset({"DEBUG", "INFO"})


def child_environment(data: Path, log_level: str, inherited: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the API and worker processes."""
    environment = {
        # One request at a time a process: more threads would only contend for the same cores.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MNEME_SHIFT_SECONDS": SHIFT_SECONDS,
        **inherited,
        "PYTHONPATH": _search_path(inherited.get("PYTHONPATH")),
        "PYTHONUNBUFFERED": "1",
        "MNEME_STAGE": "local",
        "MNEME_DATA_DIR": str(data),
        "MNEME_TABLES": layouts_json({table.name: table.name for table in TABLES}),
        "MNEME_QUEUE_LAYOUTS": _queue_layouts(),
        "MNEME_INDEX_NAME": _index_name(inherited),
        "AWS_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
        "POWERTOOLS_SERVICE_NAME": "mneme",
        "POWERTOOLS_METRICS_DISABLED": "false" if log_level in _VERBOSE else "true",
        "POWERTOOLS_TRACE_DISABLED": "1",
        "POWERTOOLS_LOG_LEVEL": log_level,
    }
    if "OPENSEARCH_URL" in inherited:
        environment["MNEME_OPENSEARCH_URL"] = inherited["OPENSEARCH_URL"]
    return environment


def _index_name(inherited: Mapping[str, str]) -> str:
    """Return the index of the remote embedding model that the user named, else the local one's."""
    on_server = inherited.get("MNEME_EMBEDDER_MODEL") if inherited.get("MNEME_EMBEDDER_URL") else ""
    model = on_server or inherited.get("MNEME_BEDROCK_EMBEDDER")
    return index_name(model or None, inherited.get("MNEME_EMBEDDER_DIMENSIONS"))


def _search_path(inherited: str | None) -> str:
    return os.pathsep.join([str(ROOT), str(PACKAGE), *([inherited] if inherited else [])])


def _queue_layouts() -> str:
    return json.dumps(
        [
            {
                "name": queue.name,
                "fifo": queue.fifo,
                "visibility_seconds": queue.visibility_seconds,
                "max_receives": queue.max_receives,
            }
            for queue in QUEUES
        ],
        separators=(",", ":"),
    )
