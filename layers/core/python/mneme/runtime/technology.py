"""The technology under the use cases: adapters, each made once, at first use.

Only those of this deployment are imported: what a function does not use costs no cold start.
"""

from dataclasses import replace
from functools import cached_property

from mneme.adapters.aes_gcm_cipher import AesGcmCipher
from mneme.application.models.cached_embedder import CachedEmbedder
from mneme.application.ports.change_feed import ChangeFeed
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.embedder import Embedder, EmbeddingModel, Stemmer, VectorRotation
from mneme.application.ports.metrics import Metrics
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.work_queue import DeadLetters, QueueConsumer
from mneme.application.recall.guarded_index import GuardedIndex
from mneme.application.recall.inline_errands import Bulkheads
from mneme.application.repositories.measured_tables import MeasuredTables
from mneme.application.repositories.tenant_guard import TenantGuard
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.application.settings.follow_settings import FollowSettings
from mneme.domain.thresholds import Thresholds
from mneme.runtime.backend import Stores
from mneme.runtime.bulkheads import bulkheads
from mneme.runtime.embedders import RECALL_SECONDS, embedder, embedding_model
from mneme.runtime.emf_metrics import EmfMetrics
from mneme.runtime.live_settings import live_settings
from mneme.runtime.settings import Settings


class Technology:
    """The stores, the models and what else is not ours."""

    def __init__(self, configuration: Settings, clock: Clock, ids: Ids) -> None:
        self.settings = configuration
        self.clock = clock
        self.ids = ids

    @cached_property
    def metrics(self) -> Metrics:
        """The account of how the work goes; written where logs are."""
        return EmfMetrics(self.settings.stage)

    @cached_property
    def live_settings(self) -> FollowSettings:
        """What operators set, over what this deployment says."""
        return live_settings(self.settings, self.clock, self.metrics)

    def thresholds(self) -> Thresholds:
        """Return what holds for the piece of work that runs in this thread."""
        return self.live_settings.now()

    @cached_property
    def cipher(self) -> AesGcmCipher:
        """Authenticated encryption."""
        return AesGcmCipher(self.ids)

    @cached_property
    def embedder(self) -> Embedder:
        """The embedding model; the local one takes 1.1 s and 150 MB at first use."""
        named = self.settings.embedder
        return embedder(named, self.settings.region, self.clock, self.tenant_rows)

    @cached_property
    def prompt_embedder(self) -> Embedder:
        """The same for recalls: what they no longer wait for does not go on for long."""
        named = self.settings.embedder
        if named is None:
            return self.embedder
        prompt = replace(named, seconds=min(named.seconds, RECALL_SECONDS))
        return embedder(prompt, self.settings.region, self.clock, self.tenant_rows)

    @cached_property
    def query_embedder(self) -> Embedder:
        """The same, which remembers the questions of the last minutes."""
        size = self.settings.cached_queries
        if not size:
            return self.prompt_embedder
        return CachedEmbedder(self.prompt_embedder, self.clock, self.ids, size=size)

    @cached_property
    def bulkheads(self) -> Bulkheads:
        """What runs the calls of recalls."""
        return bulkheads(self.settings)

    @cached_property
    def guarded_index(self) -> GuardedIndex:
        """The index in the time that a search gives it, and not while it keeps failing."""
        runs, thresholds = self.bulkheads.index, self.thresholds
        return GuardedIndex(self.backend.index, runs, self.clock, thresholds, self.metrics)

    @cached_property
    def embedding_model(self) -> EmbeddingModel:
        """Which model the vectors of the index are of, known without loading it."""
        return embedding_model(self.settings.embedder)

    @cached_property
    def rotation(self) -> VectorRotation:
        """The keyed rotation of vectors."""
        from mneme.adapters.hadamard_rotation import HadamardRotation  # noqa: PLC0415

        return HadamardRotation()

    @cached_property
    def stemmer(self) -> Stemmer:
        """The stemmer of English."""
        from mneme.adapters.snowball_stemmer import SnowballStemmer  # noqa: PLC0415

        return SnowballStemmer()

    @property
    def has_index(self) -> bool:
        """Whether there is a search index: embedded at home, elsewhere if a domain is named."""
        return self.settings.data_dir is not None or self.settings.opensearch_url is not None

    @cached_property
    def backend(self) -> Stores:
        """The stores; only those of this deployment are imported."""
        folder = self.settings.data_dir
        if folder is not None:
            from mneme.runtime.embedded_backend import embedded_backend  # noqa: PLC0415

            return embedded_backend(self.settings, folder, self.clock, self.ids)
        from mneme.runtime.aws_backend import AwsBackend  # noqa: PLC0415

        return AwsBackend(self.settings, self.clock)

    @cached_property
    def tables(self) -> TableStore:
        """The authority, behind the gate that refuses foreign keys."""
        return TenantGuard(MeasuredTables(self.backend.tables, self.metrics))

    @cached_property
    def tenant_rows(self) -> TenantRows:
        """What tenants chose for themselves."""
        return TenantRows(self.tables, self.clock)

    @cached_property
    def queue_consumer(self) -> QueueConsumer:
        """The receiving side of the queues, for workers and the local stack."""
        return self.backend.queue_consumer

    @property
    def dead_letters(self) -> DeadLetters:
        """What was received too often, for operators."""
        return self.backend.dead_letters

    @property
    def change_feed(self) -> ChangeFeed:
        """The change feed, for the local stack."""
        return self.backend.change_feed
