"""The environment of a function: where the resources of its row are, and nothing else.

`mneme.runtime.settings` reads the variables of Mneme; the others are for libraries.
"""

import json
from dataclasses import asdict

from aws_cdk import SecretValue

from infra.constructs.resources import Resources, Search
from infra.function import Function
from infra.recovery import recovery_days
from infra.settings import EmbeddingModel, StageSettings
from infra.tables import layouts_json


def environment(row: Function, resources: Resources, settings: StageSettings) -> dict[str, str]:
    """Return the variables of one function."""
    access = row.access
    variables = {
        "MNEME_STAGE": settings.name,
        "MNEME_TABLES": tables_json(row, resources),
        "MNEME_QUEUES": json.dumps(
            {
                name: resources.queues[name].queue_url
                for name in sorted({*access.send, *row.queues})
            },
            separators=(",", ":"),
        ),
        "MNEME_BUCKETS": json.dumps(
            {name: resources.buckets[name].bucket_name for name in access.buckets},
            separators=(",", ":"),
        ),
        # A function has less than two cores: more threads would only contend for them.
        "OPENBLAS_NUM_THREADS": "1",
        "POWERTOOLS_SERVICE_NAME": row.name,
        "POWERTOOLS_LOG_LEVEL": settings.log_level,
    }
    if settings.thresholds:
        variables["MNEME_THRESHOLDS"] = json.dumps(settings.thresholds, separators=(",", ":"))
    if access.tuned:
        variables |= _tuned(resources, settings)
    if access.wrap_keys:
        variables["MNEME_KEY_ID"] = resources.wrapping_key.key_arn
    if access.signs:
        variables |= _certificates(resources, settings)
    if row.calls is not None:
        variables["MNEME_AWS_READ_SECONDS"] = str(row.calls.read_seconds)
        variables["MNEME_AWS_TRIES"] = str(row.calls.tries)
    if access.search and resources.search:
        variables |= _index(resources.search, settings)
    if settings.embedder is not None and (access.search or access.embeds):
        variables |= _embedder(row, settings.embedder)
        variables["MNEME_INDEX_NAME"] = settings.index_name
    if access.models:
        variables |= _models(settings)
    return variables


def search_variables(search: Search, settings: StageSettings) -> dict[str, str]:
    """Return the variables of an operator who builds the index anew, which needs no model."""
    variables = {**_index(search, settings), "MNEME_INDEX_NAME": settings.index_name}
    if settings.embedder is not None:
        variables |= _named(settings.embedder)
    return variables


def _tuned(resources: Resources, settings: StageSettings) -> dict[str, str]:
    """Return where operators set thresholds, and how often they are looked for."""
    if resources.thresholds is None:
        raise ValueError("there is nothing yet that operators set thresholds in")
    return {
        "MNEME_APPCONFIG": json.dumps(asdict(resources.thresholds), separators=(",", ":")),
        "MNEME_SETTINGS_SECONDS": str(settings.settings_seconds),
    }


def _certificates(resources: Resources, settings: StageSettings) -> dict[str, str]:
    """Return which key signs certificates, and what they must say of the stage."""
    days = recovery_days(search=settings.search is not None)
    return {
        "MNEME_CERTIFICATE_KEYS": json.dumps([resources.certificate_keys[-1].key_arn]),
        "MNEME_RECOVERY_DAYS": json.dumps(days, separators=(",", ":")),
        "MNEME_PROVIDERS": json.dumps(settings.providers),
    }


def _index(search: Search, settings: StageSettings) -> dict[str, str]:
    """Return where the index is; only a domain of ours is asked with signed requests."""
    return {
        "MNEME_OPENSEARCH_URL": search.url,
        "MNEME_OPENSEARCH_SIGNED": str(search.arn is not None).lower(),
        "MNEME_INDEX_SHARDS": str(settings.index_shards),
    }


def _models(settings: StageSettings) -> dict[str, str]:
    """Return the variables that name the stage's language models; none if it has none."""
    variables: dict[str, str] = {}
    server = settings.model_server
    if server is not None:
        variables |= {"MNEME_LLM_URL": server.url, "MNEME_LLM_MODEL": server.model}
        if server.key_secret is not None:
            variables["MNEME_LLM_API_KEY"] = _secret(server.key_secret)
    if settings.bedrock_model is not None:
        variables["MNEME_BEDROCK_MODEL"] = settings.bedrock_model
    if variables and settings.rules_in_outage:
        variables["MNEME_LLM_FALLBACK"] = "deterministic"
    return variables


def _embedder(row: Function, model: EmbeddingModel) -> dict[str, str]:
    """Return the variables that name the embedding model; only who asks it gets its key."""
    named = _named(model)
    if model.key_secret is not None and row.access.embeds:
        named["MNEME_EMBEDDER_API_KEY"] = _secret(model.key_secret)
    return {
        **named,
        "MNEME_EMBEDDER_UNRELATED": str(model.unrelated),
        "MNEME_EMBEDDER_PARAPHRASE": str(model.paraphrase),
        "MNEME_EMBEDDER_SHORTENED": str(model.shortened).lower(),
        # Half of the function's time: the rest of its work, and an answer, come after.
        "MNEME_EMBEDDER_SECONDS": str(row.timeout_seconds / 2),
    }


def _named(model: EmbeddingModel) -> dict[str, str]:
    named = {"MNEME_BEDROCK_EMBEDDER": model.model}
    if model.url is not None:
        named = {"MNEME_EMBEDDER_URL": model.url, "MNEME_EMBEDDER_MODEL": model.model}
    return named | {"MNEME_EMBEDDER_DIMENSIONS": str(model.dimensions)}


def _secret(name: str) -> str:
    """Return what is resolved at deployment: neither the template nor the assembly holds it."""
    return SecretValue.secrets_manager(name).unsafe_unwrap()


def tables_json(row: Function, resources: Resources) -> str:
    """Return the layouts of the tables that the function touches.

    Only those: a function's whole environment may hold 4 KB.
    """
    stream = (row.stream_table,) if row.stream_table else ()
    names = {*row.access.tables, *stream}
    return layouts_json({name: resources.tables[name].table_name for name in names})
