"""Turn an accepted conversation into an episode and facts (DESIGN §6, §7)."""

from dataclasses import dataclass

from mneme.application.keep_episode import KeepEpisode
from mneme.application.messages import EVOLUTION, TaskMessage
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import SetTo
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.task_attachments import CONVERSATION, FACTS
from mneme.application.repositories.tasks import Tasks
from mneme.application.task_codec import decode_conversation, encode_facts
from mneme.application.write_gate import WriteGate
from mneme.domain.conversation import Conversation
from mneme.domain.extraction import extract_facts
from mneme.domain.fact import Fact
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext

_BEFORE_EXTRACTING = (
    TaskState.PENDING,
    TaskState.ACCEPTED,
    TaskState.EXTRACTING,
    TaskState.DEFERRED,
)


@dataclass(frozen=True)
class ExtractTask:
    """The extraction worker's use case; every step may be repeated and changes nothing twice."""

    tasks: Tasks
    gate: WriteGate
    keep_episode: KeepEpisode
    queue: WorkQueue
    clock: Clock

    def __call__(self, tenant: TenantContext, message: TaskMessage, task: Task) -> None:
        """Work on an open task. Raises the gate's errors, Unavailable, WriteConflict."""
        if task.state is TaskState.EVOLVING:
            # A crash came between keeping the facts and sending them on.
            self.queue.send(tenant, EVOLUTION, message.encode())
            return
        user_id = message.user_id
        data = self.tasks.attachments.read(tenant, user_id, task, CONVERSATION)
        conversation = decode_conversation(data)
        unchanged = self.gate(tenant, user_id, conversation.scope, task)
        self.tasks.turn(
            tenant,
            user_id,
            task,
            TaskState.EXTRACTING,
            before=_BEFORE_EXTRACTING,
            at=self.clock.now(),
        )
        self.keep_episode(tenant, user_id, task, conversation, unchanged)
        self._pass_on(tenant, message, task, conversation, extract_facts(conversation))

    def _pass_on(
        self,
        tenant: TenantContext,
        message: TaskMessage,
        task: Task,
        conversation: Conversation,
        facts: tuple[Fact, ...],
    ) -> None:
        if not facts:
            self.tasks.finish(tenant, message.user_id, task, TaskState.DONE, at=self.clock.now())
            return
        kept = self.tasks.attachments.put_action(
            tenant, message.user_id, task, FACTS, encode_facts(conversation.scope, facts)
        )
        self.tasks.turn(
            tenant,
            message.user_id,
            task,
            TaskState.EVOLVING,
            before=(TaskState.EXTRACTING,),
            at=self.clock.now(),
            changes=(SetTo("fact_count", len(facts)),),
            extra=(kept,),
        )
        self.queue.send(tenant, EVOLUTION, message.encode())
