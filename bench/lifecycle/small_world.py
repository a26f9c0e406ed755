"""Mneme's use cases in this process, at a time of its own, and the platform that delivers."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from bench.lifecycle.set_clock import SeededIds, SetClock
from bench.lifecycle.stores_in_memory import LAYOUTS, StoresInMemory
from bench.lifecycle.word_embedder import MODEL, WordEmbedder
from infra.queues import QUEUES
from mneme.adapters.hadamard_rotation import HadamardRotation
from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.application.ports.compressor import Compressor
from mneme.application.ports.embedder import EmbeddingModel
from mneme.application.ports.table_store import TableStore
from mneme.application.recall.inline_errands import Bulkheads
from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import (
    EXTRACTION,
    REINFORCEMENT,
    reinforcement_message,
    task_message,
)
from mneme.domain.errors import MnemeError
from mneme.runtime.backend import Backend
from mneme.runtime.bootstrap import Services
from mneme.runtime.settings import Settings

TASK_QUEUES = tuple(queue.name for queue in QUEUES if queue.lane)
RECEIVED = 10
FEED_PAGE = 1000
EPISODE_DAYS = 60
MOST_ROUNDS = 20_000
Around = Callable[[TableStore], TableStore]


class ClearCipher:
    """A `Cipher` that hides nothing, so that what is stored can be searched for what was said."""

    def seal(self, key: bytes, plaintext: bytes, context: bytes) -> bytes:  # noqa: ARG002
        """Return the text itself."""
        return plaintext

    def open(self, key: bytes, sealed: bytes, context: bytes) -> bytes:  # noqa: ARG002
        """Return the text itself."""
        return sealed


class SmallWorld(Services):
    """The services of one process over stores in memory; `around` may stand before the tables.

    No language model is there, but maybe a `compressor`.
    """

    clock: SetClock

    def __init__(
        self,
        folder: Path,
        seed: int,
        around: Around = lambda tables: tables,
        clock: SetClock | None = None,
        compressor: Compressor | None = None,
    ) -> None:
        clock = clock or SetClock()
        ids = SeededIds(clock, seed)
        self.stores = StoresInMemory(folder, clock, ids)
        self._around = around
        self._compressor = compressor
        kept = json.dumps({"tenants": {"episode_days": EPISODE_DAYS}})
        settings = Settings("bench", LAYOUTS, folder, {}, {}, {}, "", None, "", thresholds=kept)
        super().__init__(settings, clock, ids)

    @cached_property
    def backend(self) -> Backend:
        """The stores, with what stands before the tables."""
        backend = self.stores.backend
        return replace(backend, tables=self._around(backend.tables))

    @cached_property
    def cipher(self) -> ClearCipher:  # type: ignore[override]
        """A cipher that hides nothing."""
        return ClearCipher()

    @cached_property
    def compressor(self) -> Compressor | None:
        """What stands for a model that writes one memory of several, if anything does."""
        return self._compressor

    @cached_property
    def embedder(self) -> WordEmbedder:
        """An embedder that costs nothing."""
        return WordEmbedder()

    @property
    def embedding_model(self) -> EmbeddingModel:
        """Its vectors are those of the index."""
        return MODEL

    @cached_property
    def bulkheads(self) -> Bulkheads:
        """Whoever asks makes the calls itself."""
        return Bulkheads()

    @cached_property
    def rotation(self) -> HadamardRotation:
        """The rotation of every deployment."""
        return HadamardRotation()

    def deliver_tasks(self) -> None:
        """Deliver what is queued for the writers of memories until nothing is left."""
        while sum(map(self._deliver_tasks, TASK_QUEUES)):
            pass

    def deliver_reinforcements(self) -> None:
        """Deliver what recalls and uses sent."""
        consumer = self.backend.queue_consumer
        while received := consumer.receive(REINFORCEMENT, RECEIVED):
            self.reinforce([reinforcement_message(record.body) for record in received])
            for record in received:
                consumer.acknowledge(REINFORCEMENT, record.receipt)

    def deliver_jobs(self) -> None:
        """Deliver pages of jobs until none is left; their pauses pass by this world's clock.

        Raises what a page raised.
        """
        for _ in range(MOST_ROUNDS):
            if not self.stores.queue.waiting(JOBS_QUEUE):
                return
            self._deliver_pages()
            self.clock.advance(seconds=1)
        raise TimeoutError("the jobs do not end")

    def index(self) -> None:
        """Bring the index up to date."""
        feed = self.stores.feed
        while (page := feed.read(HEADS, None, FEED_PAGE)).changes:
            self.index_changes(page.changes)
            feed.trim(HEADS, page.checkpoint)

    def _deliver_tasks(self, queue: str) -> int:
        consumer = self.backend.queue_consumer
        received = consumer.receive(queue, RECEIVED)
        for record in received:
            work = self.extract_task if queue.endswith(EXTRACTION) else self.second_step
            message = task_message(record.body)
            # A task that was dropped or failed says so itself.
            with suppress(MnemeError):
                self.work_on_task(message, work)
            consumer.acknowledge(queue, record.receipt)
        return len(received)

    def _deliver_pages(self) -> None:
        consumer = self.backend.queue_consumer
        for record in consumer.receive(JOBS_QUEUE, RECEIVED):
            delivered = self.jobs.do_page(job_message(record.body))
            if delivered.again_after is None:
                consumer.acknowledge(JOBS_QUEUE, record.receipt)
            else:
                consumer.release(JOBS_QUEUE, record.receipt, delivered.again_after)
