"""The environment of a function, read here and nowhere else."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from mneme.adapters.appconfig_place import AppconfigPlace
from mneme.adapters.call_bounds import DEFAULT_BOUNDS, CallBounds
from mneme.adapters.queue_layout import QueueLayout
from mneme.adapters.table_layout import TableLayout, parse_layouts
from mneme.application.evolve.shift import SHIFT_SECONDS
from mneme.application.models.cached_embedder import CACHED_VECTORS
from mneme.application.settings.follow_settings import EVERY_SECONDS
from mneme.runtime.erasure_settings import NOTHING_SAID, ErasureSettings, erasure_settings


class Fallback(StrEnum):
    """What becomes of a conversation while no language model answers."""

    DEFER = "defer"
    DETERMINISTIC = "deterministic"


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which language models there are: an OpenAI-compatible server's, one of Bedrock, or none.

    `seconds` bounds all calls for one conversation.
    """

    url: str | None = None
    name: str | None = None
    api_key: str | None = field(default=None, repr=False)
    bedrock_model: str | None = None
    fallback: Fallback = Fallback.DEFER
    seconds: float = 90.0


NO_MODELS = ModelSettings()


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """A remote embedding model: of an OpenAI-compatible server, or, without a `url`, of Bedrock.

    `unrelated` and `paraphrase` are its calibration anchors: the cosines of texts that have nothing
    to do with each other, and of those that say the same in other words. `shortened`: the server is
    asked for so many dimensions. `seconds` bounds the calls for one batch of texts.
    """

    name: str
    dimensions: int
    url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    unrelated: float = 0.2
    paraphrase: float = 0.8
    shortened: bool = False
    seconds: float = 20.0

    def __post_init__(self) -> None:
        """Refuse what no index takes, and anchors that calibrate nothing."""
        if not 1 <= self.dimensions <= MOST_DIMENSIONS:
            raise ValueError(f"MNEME_EMBEDDER_DIMENSIONS must be from 1 to {MOST_DIMENSIONS}")
        if not self.unrelated < self.paraphrase:
            raise ValueError("MNEME_EMBEDDER_UNRELATED must be below MNEME_EMBEDDER_PARAPHRASE")


MOST_DIMENSIONS = 4096
INDEX_OF_LOCAL_MODEL = "memories"
INDEX_SHARDS = 3
MOST_SHARDS = 1_024
"""What OpenSearch takes for one index."""
THRESHOLDS_FILE = "thresholds.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the stores are. With `data_dir` everything is embedded under it; else it is on AWS.

    Without an `embedder` the local model embeds; `index_name` is the alias of the index for its
    vectors, which is cut into `index_shards` when it is made, `opensearch_signed` whether that is a
    domain of AWS which takes signed requests only.
    `aws_calls` bounds the calls of tables, queues, buckets and keys. The vectors of the last
    `cached_queries` questions are remembered for a few minutes (0: of none). Tables are reached
    through `tenant_role`, if one is named, with credentials of one tenant at a time. `base_url` is
    where a local stack listens, and where a canary finds the API, with the key in `canary_secret`.

    `thresholds` is the JSON document of what the deployment wants otherwise than delivered. What
    operators set over it is in AppConfig at `appconfig`, or else in `thresholds_file`, and is read
    anew after `settings_seconds`.
    """

    stage: str
    tables: Mapping[str, TableLayout]
    data_dir: Path | None
    queue_layouts: Mapping[str, QueueLayout]
    queues: Mapping[str, str]
    buckets: Mapping[str, str]
    key_id: str
    opensearch_url: str | None
    region: str
    models: ModelSettings = NO_MODELS
    embedder: EmbedderSettings | None = None
    index_name: str = INDEX_OF_LOCAL_MODEL
    opensearch_signed: bool = False
    index_shards: int = INDEX_SHARDS
    shift_seconds: float = SHIFT_SECONDS
    aws_calls: CallBounds = DEFAULT_BOUNDS
    cached_queries: int = CACHED_VECTORS
    tenant_role: str = ""
    base_url: str = ""
    canary_secret: str = ""
    erasure: ErasureSettings = NOTHING_SAID
    thresholds: str = "{}"
    appconfig: AppconfigPlace | None = None
    settings_seconds: float = EVERY_SECONDS

    @property
    def thresholds_file(self) -> Path | None:
        """Where operators of a local stack set thresholds."""
        return None if self.data_dir is None else self.data_dir / THRESHOLDS_FILE

    def queue_of(self, arn: str) -> str:
        """Return the name of the queue that the platform calls by this ARN."""
        physical = arn.rsplit(":", 1)[-1]
        named = (name for name, url in self.queues.items() if url.rsplit("/", 1)[-1] == physical)
        return next(named, physical)


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Return the settings of an environment.

    Raises KeyError naming what is missing, and ValueError for a value that is none of the known.
    """
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
        tenant_role=environment.get("MNEME_TENANT_ROLE", ""),
        base_url=environment.get("MNEME_BASE_URL", ""),
        canary_secret=environment.get("MNEME_CANARY_SECRET", ""),
        opensearch_url=environment.get("MNEME_OPENSEARCH_URL") or None,
        region=environment.get("AWS_REGION", ""),
        models=_models(environment),
        embedder=_embedder(environment),
        index_name=environment.get("MNEME_INDEX_NAME") or INDEX_OF_LOCAL_MODEL,
        opensearch_signed=_said(environment, "MNEME_OPENSEARCH_SIGNED", default=False),
        index_shards=_shards(environment),
        shift_seconds=float(environment.get("MNEME_SHIFT_SECONDS") or SHIFT_SECONDS),
        aws_calls=_aws_calls(environment),
        cached_queries=_count(environment, "MNEME_CACHED_QUERIES", default=CACHED_VECTORS),
        thresholds=environment.get("MNEME_THRESHOLDS") or "{}",
        appconfig=_appconfig(environment),
        settings_seconds=_seconds_between(environment),
        erasure=erasure_settings(environment),
    )


def _models(environment: Mapping[str, str]) -> ModelSettings:
    url = environment.get("MNEME_LLM_URL") or None
    return ModelSettings(
        url=url,
        name=environment["MNEME_LLM_MODEL"] if url else None,
        api_key=environment.get("MNEME_LLM_API_KEY") or None,
        bedrock_model=environment.get("MNEME_BEDROCK_MODEL") or None,
        fallback=Fallback(environment.get("MNEME_LLM_FALLBACK") or Fallback.DEFER),
        seconds=float(environment.get("MNEME_LLM_SECONDS") or NO_MODELS.seconds),
    )


def _embedder(environment: Mapping[str, str]) -> EmbedderSettings | None:
    url = environment.get("MNEME_EMBEDDER_URL") or None
    of_bedrock = environment.get("MNEME_BEDROCK_EMBEDDER") or None
    if url and of_bedrock:
        raise ValueError("MNEME_EMBEDDER_URL and MNEME_BEDROCK_EMBEDDER name two models: give one")
    if not url and not of_bedrock:
        return None
    return EmbedderSettings(
        name=of_bedrock or environment["MNEME_EMBEDDER_MODEL"],
        dimensions=int(environment["MNEME_EMBEDDER_DIMENSIONS"]),
        url=url,
        api_key=environment.get("MNEME_EMBEDDER_API_KEY") or None,
        shortened=_said(environment, "MNEME_EMBEDDER_SHORTENED", default=False),
        **{
            name: float(environment[variable])
            for name, variable in _EMBEDDER_NUMBERS.items()
            if environment.get(variable)
        },
    )


_EMBEDDER_NUMBERS = {
    "unrelated": "MNEME_EMBEDDER_UNRELATED",
    "paraphrase": "MNEME_EMBEDDER_PARAPHRASE",
    "seconds": "MNEME_EMBEDDER_SECONDS",
}


def _aws_calls(environment: Mapping[str, str]) -> CallBounds:
    """Return the bounds of calls. Raises ValueError naming the variables."""
    seconds = float(environment.get("MNEME_AWS_READ_SECONDS") or DEFAULT_BOUNDS.read_seconds)
    tries = int(environment.get("MNEME_AWS_TRIES") or DEFAULT_BOUNDS.tries)
    if seconds <= 0 or tries < 1:
        raise ValueError("MNEME_AWS_READ_SECONDS must be positive, MNEME_AWS_TRIES at least 1")
    return CallBounds(seconds, tries)


def _appconfig(environment: Mapping[str, str]) -> AppconfigPlace | None:
    named = environment.get("MNEME_APPCONFIG")
    return AppconfigPlace(**json.loads(named)) if named else None


def _seconds_between(environment: Mapping[str, str]) -> float:
    """Return how seldom thresholds are read. Raises ValueError naming the variable."""
    seconds = float(environment.get("MNEME_SETTINGS_SECONDS") or EVERY_SECONDS)
    if seconds <= 0:
        raise ValueError("MNEME_SETTINGS_SECONDS must be positive")
    return seconds


def _said(environment: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Return what a variable says, "true" or "false". Raises ValueError for anything else."""
    word = environment.get(name) or str(default).lower()
    if word not in {"true", "false"}:
        raise ValueError(f"{name} must be true or false")
    return word == "true"


def _shards(environment: Mapping[str, str]) -> int:
    """Return into how many shards an index is cut. Raises ValueError naming the variable."""
    shards = _count(environment, "MNEME_INDEX_SHARDS", default=INDEX_SHARDS)
    if not 1 <= shards <= MOST_SHARDS:
        raise ValueError(f"MNEME_INDEX_SHARDS must be from 1 to {MOST_SHARDS}")
    return shards


def _count(environment: Mapping[str, str], name: str, *, default: int) -> int:
    """Return a number of things. Raises ValueError naming the variable."""
    word = environment.get(name) or str(default)
    if not word.isdecimal():
        raise ValueError(f"{name} must be a number, 0 or more")
    return int(word)


def deployed() -> bool:
    """Return whether this process is a Lambda function's."""
    return "AWS_LAMBDA_FUNCTION_NAME" in os.environ


def settings() -> Settings:
    """Return the settings of this process."""
    return settings_from(os.environ)
