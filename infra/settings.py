"""What differs from stage to stage, as plain values.

`local` is the stage for an AWS emulator: it leaves out what an emulator lacks and runs functions
on the emulator's own Python and processor.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from infra.index_names import index_name

SNAPSHOTS_FROM = (3, 12)
FIREWALL_SECONDS = 300
"""The window over which the firewall counts the requests of an address."""


@dataclass(frozen=True)
class SearchDomain:
    """Size of the search domain. `masters` 0: the data nodes elect one among themselves."""

    nodes: int
    instance: str
    volume_gb: int
    zones: int = 1
    masters: int = 0
    master_instance: str = "m7g.large.search"
    engine: str = "OpenSearch_3.5"


@dataclass(frozen=True)
class Throttle:
    """Requests per second, and how many may come at once."""

    rate: int
    burst: int


@dataclass(frozen=True)
class WarmFunctions:
    """Execution environments kept initialized for each online function, within these bounds."""

    least: int
    most: int
    utilization: float = 0.7


@dataclass(frozen=True)
class ModelServer:
    """A language model on an OpenAI-compatible server.

    `key_secret` names the secret of Secrets Manager that holds the key to it, as its whole text. It
    becomes part of the functions' configuration: who may read that, may read the key.
    """

    url: str
    model: str
    key_secret: str | None = None


@dataclass(frozen=True)
class EmbeddingModel:
    """A remote embedding model: of Bedrock, or, with a `url`, of an OpenAI-compatible server.

    `model` is its name there; of Bedrock the id of Titan Text Embeddings V2 or a Cohere Embed.
    `unrelated` and `paraphrase` are the cosines of texts that have nothing to do with each other,
    and of those that say the same in other words: they make relevance mean the same whatever the
    model, and must be measured for it (`docs/deployment.md`). `shortened` asks a server for so many
    dimensions; models that know but one length refuse that. `key_secret` as for `ModelServer`.
    """

    model: str
    dimensions: int
    url: str | None = None
    key_secret: str | None = None
    unrelated: float = 0.2
    paraphrase: float = 0.8
    shortened: bool = False


@dataclass(frozen=True)
class Rollout:
    """How thresholds that operators set reach the processes of a stage.

    `percent` of them more at a time, all within `minutes`; then alarms are looked at for
    `watched_minutes` more. Any of `infra/rollback_alarms.py` takes them back until then.
    """

    minutes: int = 0
    percent: int = 100
    watched_minutes: int = 0


@dataclass(frozen=True)
class Canary:
    """A tenant of one's own, as which the public API is tried every few minutes.

    `key_secret` names the secret of Secrets Manager that holds its API key, as its whole text. It
    is read at each turn; until it is there, the alarm on the canary fires.
    """

    key_secret: str


@dataclass(frozen=True)
class OwnDomain:
    """A name of one's own for the API, and the ARN of ACM's certificate for it in that region."""

    name: str
    certificate_arn: str


@dataclass(frozen=True)
class StageSettings:
    """One deployment of Mneme.

    Attributes:
        throttle: bounds all tenants together; `tenant_throttle` is the usage plan's, for each
            tenant, which takes effect with `usage_keys`: then the API's methods ask for the key of
            the gateway that the authorizer tells of a tenant, and refuse a tenant that has none.
        protect: keep stateful resources when their stack goes, and forbid deleting either.
        warm: provisioned concurrency of the online functions; None: they start on demand.
        snap_start: let the online functions begin from a snapshot of one that is initialized, which
            Lambda takes of each version. Instead of `warm`, and from Python 3.12 on.
        live_tasks: how many tasks each of the two steps works on at once; `bulk_tasks` as many of
            histories being loaded. A task waits for a model most of its time.
        firewall: put a web application firewall before the API. One address may ask as much there
            as all together: tenants' backends come from one address each, or a few.
        search: the search domain; None where the platform cannot run one.
        opensearch_url: a search node to use instead of the stage's own domain.
        index_shards: into how many shards an index is cut when it is made. Another number takes
            effect with the next `reindex`; `docs/scale.md` tells how many.
        bedrock_model: a model or inference profile of Bedrock that extracts facts.
        model_server: a model that is asked before Bedrock's. Without either, rules alone extract.
        embedder: an embedding model to ask instead of the local one, which is in the layer. Chosen
            before the first memory: another one begins with an empty index.
        certificate_keys: how many keys have signed certificates of erasures: the last one does. To
            have another sign, count one more; the others stay for what they have signed.
        thresholds: what differs of the thresholds in `docs/settings.md` from those delivered, such
            as `{"tenants": {"episode_days": 0}}`; operators set others over them.
        rollout: how what operators set reaches the functions, which look for it each
            `settings_seconds` (AppConfig wants 15 at least).
        rules_in_outage: let the rules take over while no model answers, instead of waiting for one.
        alarm_email: who is written to when an alarm fires, once they have confirmed that they want
            it; None: the topic has no reader but those that are added by hand.
        canary: try the API from without; None: nobody does but callers.
        domain: where callers reach the API; then nobody reaches it under the gateway's own name.
        gateway_url: where an emulator serves every API, each below it; AWS has a name for each.
        emulated: leave out kinds of resources that an emulator lacks.
    """

    name: str
    search: SearchDomain | None
    throttle: Throttle
    tenant_throttle: Throttle = Throttle(rate=20, burst=40)
    usage_keys: bool = False
    python: str = "3.13"
    architecture: str = "arm64"
    protect: bool = False
    warm: WarmFunctions | None = None
    snap_start: bool = False
    live_tasks: int = 10
    bulk_tasks: int = 2
    firewall: bool = False
    opensearch_url: str | None = None
    index_shards: int = 3
    bedrock_model: str | None = None
    model_server: ModelServer | None = None
    embedder: EmbeddingModel | None = None
    rules_in_outage: bool = False
    thresholds: Mapping[str, Any] = field(default_factory=dict)
    rollout: Rollout = Rollout(minutes=4, percent=50, watched_minutes=4)
    settings_seconds: int = 60
    certificate_keys: int = 1
    log_level: str = "INFO"
    log_days: int = 14
    alarm_email: str | None = None
    canary: Canary | None = None
    domain: OwnDomain | None = None
    gateway_url: str | None = None
    emulated: bool = False
    authorizer_cache_seconds: int = 60

    def __post_init__(self) -> None:
        """Raise ValueError for what Lambda refuses."""
        if self.snap_start and self.warm is not None:
            raise ValueError(f"stage {self.name}: snap_start and warm exclude each other")
        if self.snap_start and not self.snapshots_possible:
            raise ValueError(f"stage {self.name}: snap_start needs Python 3.12 or later")

    @property
    def snapshots_possible(self) -> bool:
        """Whether Lambda takes snapshots of functions of this Python."""
        return tuple(int(part) for part in self.python.split(".")) >= SNAPSHOTS_FROM

    @property
    def firewall_requests_per_address(self) -> int:
        """How much one address may ask in the firewall's window: what the throttle admits."""
        return self.throttle.rate * FIREWALL_SECONDS

    @property
    def language_models(self) -> bool:
        """Whether the stage names a language model."""
        return self.bedrock_model is not None or self.model_server is not None

    @property
    def commit_milliseconds(self) -> int:
        """How long an accepted write may wait until its facts are stored.

        With the half second that the index takes behind it, and the second until the index shows
        what it took, it can be recalled after 10 s with a model and after 2 s without.
        """
        return 8_500 if self.language_models else 500

    @property
    def providers(self) -> list[str]:
        """The providers of the stage's models, by the names that tenants allow them by."""
        embedder = self.embedder
        named = {
            "endpoint": self.model_server is not None,
            "bedrock": self.bedrock_model is not None or (embedder and embedder.url is None),
            "embedding_endpoint": embedder and embedder.url is not None,
        }
        return [name for name, there in named.items() if there]

    @property
    def index_name(self) -> str:
        """The alias of the search index."""
        named = self.embedder
        return index_name(named.model, named.dimensions) if named else index_name()


STAGES = {
    "dev": StageSettings(
        name="dev",
        search=SearchDomain(nodes=1, instance="t3.medium.search", volume_gb=20),
        throttle=Throttle(rate=50, burst=100),
    ),
    "prod": StageSettings(
        name="prod",
        search=SearchDomain(
            nodes=3, instance="r7g.large.search", volume_gb=100, zones=3, masters=3
        ),
        throttle=Throttle(rate=500, burst=1000),
        protect=True,
        warm=WarmFunctions(least=2, most=20),
        live_tasks=100,
        bulk_tasks=5,
        firewall=True,
        rollout=Rollout(minutes=20, percent=20, watched_minutes=10),
        log_days=90,
        canary=Canary("mneme-prod/canary"),
    ),
    "local": StageSettings(
        name="local",
        search=None,
        throttle=Throttle(rate=1000, burst=1000),
        architecture="x86_64",
        rollout=Rollout(),
        settings_seconds=15,
        log_days=1,
        canary=Canary("mneme-local/canary"),
        emulated=True,
    ),
}


def stage_settings(
    name: str,
    *,
    opensearch_url: str | None = None,
    gateway_url: str | None = None,
    python: str | None = None,
) -> StageSettings:
    """Return a stage's values, with what only the moment of deployment knows.

    Raises ValueError for a stage that does not exist.
    """
    if name not in STAGES:
        raise ValueError(f"no stage is called {name!r}; there are {', '.join(STAGES)}")
    stage = STAGES[name]
    return replace(
        stage,
        opensearch_url=opensearch_url or stage.opensearch_url,
        gateway_url=gateway_url or stage.gateway_url,
        python=python or stage.python,
    )
