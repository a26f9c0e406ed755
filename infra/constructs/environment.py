"""The environment of a function: where the resources of its row are, and nothing else.

`mneme.runtime.settings` reads the variables of Mneme; the others are for libraries.
"""

import json

from infra.constructs.resources import Resources
from infra.functions import Function
from infra.settings import StageSettings
from infra.tables import layouts_json


def environment(row: Function, resources: Resources, settings: StageSettings) -> dict[str, str]:
    """Return the variables of one function."""
    access = row.access
    variables = {
        "MNEME_STAGE": settings.name,
        "MNEME_TABLES": tables_json(row, resources),
        "MNEME_QUEUES": json.dumps(
            {name: resources.queues[name].queue_url for name in access.send}
        ),
        "MNEME_BUCKETS": json.dumps(
            {
                name: resources.buckets[name].bucket_name
                for name in sorted({*access.buckets_read, *access.buckets_write})
            }
        ),
        # A function has less than two cores: more threads would only contend for them.
        "OPENBLAS_NUM_THREADS": "1",
        "POWERTOOLS_SERVICE_NAME": row.name,
        "POWERTOOLS_METRICS_NAMESPACE": "Mneme",
        "POWERTOOLS_LOG_LEVEL": settings.log_level,
    }
    if access.wrap_keys:
        variables["MNEME_KEY_ID"] = resources.wrapping_key.key_arn
    if access.search and resources.search:
        variables["MNEME_OPENSEARCH_URL"] = resources.search.url
    return variables


def tables_json(row: Function, resources: Resources) -> str:
    """Return the layouts of the tables that the function touches.

    Only those: a function's whole environment may hold 4 KB.
    """
    stream = (row.stream_table,) if row.stream_table else ()
    names = {*row.access.read, *row.access.write, *stream}
    return layouts_json({name: resources.tables[name].table_name for name in names})
