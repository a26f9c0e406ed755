"""Everything behind the write path, over stores in memory: what a test of a use case lives in."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from infra.queues import QUEUES
from mneme.adapters.hadamard_rotation import HadamardRotation
from mneme.adapters.snowball_stemmer import SnowballStemmer
from mneme.application.commit.commit_fact import FactWrite
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.models.model_chain import ModelChain
from mneme.application.ports.embedder import EmbeddingModel
from mneme.application.ports.language_model import LanguageModel
from mneme.application.ports.table_store import Increase, Item, Put, SetTo, Update, Value
from mneme.application.recall.inline_errands import Bulkheads
from mneme.application.repositories import row_values as read
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.row_keys import HEADS, USERS, head_key, user_key, user_partition
from mneme.application.tasks.queue_messages import TaskMessage, task_message
from mneme.domain.change import Actor
from mneme.domain.conversation import Conversation
from mneme.domain.errors import ExtractionFailed, MnemeError
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Kind, Revision
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.scope import Scope
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.task import FactResult, Task, TaskState
from mneme.domain.tenancy import Grant, TenantContext
from mneme.domain.thresholds import TenantDefaults, Thresholds
from mneme.runtime.backend import Backend
from mneme.runtime.batch import REST_SECONDS, TRIES
from mneme.runtime.bootstrap import Services
from mneme.runtime.settings import NO_MODELS, ModelSettings, Settings
from tests.doubles.durable import LAYOUTS, QUEUE_LAYOUTS, Durable
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import GLOBAL
from tests.doubles.model_world import a_chain
from tests.doubles.recorded_metrics import RecordedMetrics

__all__ = ["LAYOUTS", "QUEUE_LAYOUTS", "Durable", "Held", "World", "a_tenant"]

ROWS_AT_ONCE = 1_000
TASK_QUEUES = tuple(queue.name for queue in QUEUES if queue.lane)
TENANT = "acme"
USER = "u-1"


def a_tenant(name: str) -> TenantContext:
    """Return a tenant's context with every grant."""
    return TenantContext(name, frozenset(Grant))


@dataclass(frozen=True)
class Held:
    """A memory as it stands."""

    head: Head
    revision: Revision


Around = Callable[[Backend], Backend]


class World(Services):
    """The services of one process, as `bootstrap` wires them, over stores in memory.

    A second world over the same `durable` is another process. `around` may put something before
    the stores of this one. Without a `model`, rules alone extract.
    """

    has_index = True

    def __init__(
        self,
        durable: Durable | None = None,
        around: Around = lambda stores: stores,
        model: LanguageModel | None = None,
        models: ModelSettings = NO_MODELS,
        sensitive: SensitivePolicy = SensitivePolicy.REDACT,
    ):
        self.durable = durable or Durable()
        self._around = around
        self._model = model
        self.holds = Thresholds(tenants=TenantDefaults(sensitive_content=sensitive))
        super().__init__(
            Settings(
                "test",
                LAYOUTS,
                None,
                {},
                {},
                {},
                "",
                None,
                "",
                models,
                cached_queries=0,  # a question asked twice is embedded twice, or fails
            ),
            self.durable.clock,
            self.durable.ids,
        )
        self.acme = a_tenant(TENANT)
        if durable is None:
            self.tenants.create(TENANT)

    def thresholds(self) -> Thresholds:
        """Return what a test lets hold."""
        return self.holds

    def set_user(self, user_id: str = USER, **attributes: Value) -> None:
        """Write the user's row as a switch or a purge would leave it, in one write."""
        place = user_key(user_partition(self.acme, user_id))
        row = self.durable.backend.tables.get(self.acme, USERS, place)
        version = 1 if row is None else read.whole(row, "version") + 1
        row = {"pk": place.partition, "version": version, **attributes}
        self.durable.backend.tables.transact(self.acme, [Put(USERS, row)])

    @cached_property
    def backend(self) -> Backend:
        """The stores, with what stands before them."""
        return self._around(self.durable.backend)

    @cached_property
    def metrics(self) -> RecordedMetrics:
        """What was measured, remembered."""
        return RecordedMetrics()

    @cached_property
    def language_model(self) -> ModelChain | None:
        """The model that was given, asked once a call for whom it may serve."""
        if self._model is None:
            return None
        return a_chain(self.clock, ProviderLists(self.tenant_rows, ("model",)), model=self._model)

    @cached_property
    def embedder(self) -> HashingEmbedder:
        """A deterministic embedder."""
        return self.durable.embedder

    @property
    def embedding_model(self) -> EmbeddingModel:
        """Its vectors are those of the index."""
        return self.embedder.model

    @cached_property
    def bulkheads(self) -> Bulkheads:
        """Whoever asks makes the calls itself, so that one thing happens after the other."""
        return Bulkheads()

    @cached_property
    def rotation(self) -> HadamardRotation:
        """The real rotation."""
        return HadamardRotation()

    @cached_property
    def stemmer(self) -> SnowballStemmer:
        """The real stemmer."""
        return SnowballStemmer()

    # --- the platform that delivers -------------------------------------------------------

    def hand(self, queue: str, message: TaskMessage) -> TaskState | None:
        """Hand a message to its worker, once, whatever the queue holds."""
        work = self.extract_task if queue.endswith("extraction") else self.second_step
        return self.work_on_task(message, work).state

    def work(self) -> None:
        """Deliver what is queued, as the platform does, until nothing is left to deliver."""
        while sum(self.deliver(queue) for queue in TASK_QUEUES):
            pass

    def deliver(self, queue: str) -> int:
        """Deliver one batch; what fails comes back after its rest, and ends with its last try."""
        received = self.backend.queue_consumer.receive(queue, 10)
        for record in received:
            message = task_message(record.body)
            try:
                if record.receive_count > TRIES:
                    raise ExtractionFailed("every try of this write was cut off")
                self.hand(queue, message)
            except MnemeError as fault:
                if record.receive_count >= TRIES:
                    self.work_on_task.give_up(message, fault)
                else:
                    self.durable.clock.advance(REST_SECONDS[record.receive_count - 1])
                self.backend.queue_consumer.release(queue, record.receipt)
            else:
                self.backend.queue_consumer.acknowledge(queue, record.receipt)
        return len(received)

    def message(self, task: Task, user_id: str = USER) -> TaskMessage:
        """Return the message that names a task."""
        return TaskMessage(TENANT, user_id, task.task_id, task.attempt)

    def remember(self, conversation: Conversation, user_id: str = USER) -> Task:
        """Accept a conversation, work on it, and return what became of it."""
        task = self.accept_add(self.acme, user_id, conversation, None)
        self.work()
        return self.read_task(self.acme, user_id, task.task_id)

    def decide(self, fact: Fact, scope: Scope = GLOBAL, user_id: str = USER) -> FactResult:
        """Decide about a fact and commit it, as the evolution worker does, without the queue."""
        state = self.users.state(self.acme, user_id)
        text = fact_text(fact.speaker, fact.text)
        (embedding,) = self.find_by.embeddings(self.acme, user_id, state.epoch, [text])
        epoch = state.effective_epoch(scope)
        placed = PlacedFact(fact, embedding, scope, epoch, state.epoch)
        write = FactWrite(
            placed=placed,
            memory_id=self.ids.new(),
            actor=Actor.SYSTEM,
            judge=self.judge_fact.judge(self.acme, user_id, placed),
            gate=lambda: self.users.unchanged(self.acme, user_id, state),
        )
        return self.commit_fact(self.acme, user_id, write)

    # --- looking behind the curtain ---------------------------------------------------------

    def set_head(self, memory_id: str, user_id: str = USER, **attributes: Value) -> None:
        """Change attributes of a head as a later phase's use cases will."""
        place = head_key(user_partition(self.acme, user_id), memory_id)
        changes = (Increase("version", 1), *(SetTo(*pair) for pair in attributes.items()))
        self.durable.backend.tables.transact(self.acme, [Update(HEADS, place, changes)])

    def held(self, kind: Kind = Kind.FACT, user_id: str = USER) -> list[Held]:
        """Return a user's memories of a kind with their current revisions, oldest first."""
        heads, _ = self.memories.heads_page(self.acme, user_id, None, 1000)
        chosen = [head for head in heads if head.kind is kind]
        refs = [(head.memory_id, head.revision) for head in chosen]
        revisions = self.memories.revisions(self.acme, user_id, refs)
        return [Held(head, revisions[head.memory_id, head.revision]) for head in chosen]

    def contents(self, kind: Kind = Kind.FACT, user_id: str = USER) -> list[str]:
        """Return what a user's memories of a kind say, in order of the text."""
        return sorted(held.revision.content for held in self.held(kind, user_id))

    def rows(self, table: str) -> list[Item]:
        """Return every row of a table, of all tenants, in order of the keys."""
        found: list[Item] = []
        page = self.durable.backend.whole_tables.page(table, None, ROWS_AT_ONCE)
        while page.cursor is not None:
            found += page.items
            page = self.durable.backend.whole_tables.page(table, page.cursor, ROWS_AT_ONCE)
        return sorted([*found, *page.items], key=_key)


def _key(row: Item) -> tuple[str, str]:
    return str(row["pk"]), str(row.get("sk", ""))
