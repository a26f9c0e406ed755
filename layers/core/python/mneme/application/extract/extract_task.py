"""Turn an accepted conversation into an episode and facts (DESIGN §6, §7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.extract.keep_episode import KeepEpisode, Kept
from mneme.application.extract.read_session import ReadSession
from mneme.application.ports.clock import Clock
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.extractor import Extractor
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.table_store import SetTo
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.task_attachments import CLOSING, FACTS, PORTIONS
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.queue_messages import TaskMessage, evolution_queue_of
from mneme.application.tasks.task_codec import (
    decode_conversation,
    decode_portions,
    encode_facts,
    encode_portions,
)
from mneme.application.tasks.write_gate import WriteGate
from mneme.domain.conversation import SOURCE_ROLES, Conversation, Message
from mneme.domain.errors import ModelOutage
from mneme.domain.evolution.edited_message import EditedMessage
from mneme.domain.extraction.draft_fact import Drop
from mneme.domain.extraction.fact_limits import Limited, within_limits
from mneme.domain.extraction.policy import Mode
from mneme.domain.extraction.portions import Portions
from mneme.domain.fact import Fact
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import TagValue
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext

_BEFORE_EXTRACTING = (
    TaskState.PENDING,
    TaskState.ACCEPTED,
    TaskState.EXTRACTING,
    TaskState.DEFERRED,
)


@dataclass(frozen=True, slots=True)
class _Yield:
    """What is passed on: facts, and the edited messages that take back what they said.

    `left_out` counts the statements more than a task takes.
    """

    facts: tuple[Fact, ...] = ()
    left_out: int = 0
    edited: tuple[EditedMessage, ...] = ()


@dataclass(frozen=True)
class ExtractTask:
    """The extraction worker's use case; every step may be repeated and changes nothing twice."""

    tasks: Tasks
    gate: WriteGate
    keep_episode: KeepEpisode
    read_session: ReadSession
    extractor: Extractor
    screen: ScreenContent
    log: CountsLog
    queue: WorkQueue
    clock: Clock
    metrics: Metrics = NO_METRICS

    def __call__(self, tenant: TenantContext, message: TaskMessage, task: Task) -> None:
        """Work on an open task.

        Raises the gate's errors, Unavailable, WriteConflict, ModelOutage while no model answers,
        and ExtractionFailed for what no model can read.
        """
        if task.fact_count is not None or task.payload == CLOSING:
            # A session ends behind all that was said before. Or a crash came between keeping the
            # facts and sending them on, or the task is redriven.
            self.queue.send(tenant, evolution_queue_of(task), message.encode())
            return
        user_id = message.user_id
        data = self.tasks.attachments.read(tenant, user_id, task, task.payload)
        conversation = decode_conversation(data)
        unchanged = self.gate(tenant, user_id, conversation.scope, task)
        self.tasks.begin(tenant, user_id, task, before=_BEFORE_EXTRACTING)
        answered = self._answered(tenant, user_id, task)
        try:
            kept = self.keep_episode(tenant, user_id, task, conversation, unchanged)
            found = self._facts(tenant, user_id, task, kept, answered)
        except ModelOutage:
            if answered.grown:
                data = encode_portions(answered.answered)
                self.tasks.keep_portions(tenant, user_id, task, data)
            raise
        self._pass_on(tenant, message, task, conversation, found)

    def _answered(self, tenant: TenantContext, user_id: str, task: Task) -> Portions:
        """Return what a model has answered about the conversation in earlier attempts."""
        if not task.portions:
            return Portions()
        data = self.tasks.attachments.find(tenant, user_id, task, PORTIONS)
        return Portions() if data is None else Portions(decode_portions(data))

    def _facts(
        self, tenant: TenantContext, user_id: str, task: Task, kept: Kept, answered: Portions
    ) -> _Yield:
        conversation = kept.conversation
        sources = {m.message_id for m in conversation.messages if m.role in SOURCE_ROLES}
        if conversation.policy.mode is Mode.OFF:
            return _Yield()
        if sources <= kept.settled:
            return _Yield(edited=kept.edited)
        context: tuple[Message, ...] = ()
        if self.extractor.reads_context(tenant):
            conversation = _unsettled_part(kept)
            context = self.read_session(tenant, user_id, task, conversation)
            context = (*context, *_told_before(conversation, kept))
            conversation = _new_part(conversation, kept)
        found = self.extractor.extract(tenant, conversation, context, kept.settled, answered)
        # What was split over messages, and passed the screen so, a model may have joined.
        news = [fact for fact in found.facts if _is_news(fact, kept)]
        screened = self.screen.extracted(tenant, news)
        limited = within_limits(screened.content)
        if limited.dropped or screened.redacted:
            self.log.record(tenant, _counts(limited, screened.redacted))
        if found.unreal:
            self.metrics.record(tenant, [Measure(Measured.UNREAL_MESSAGES, found.unreal)])
        unread = sum(n for name, n in found.left_out.items() if name not in kept.settled)
        facts = tuple(_tagged(fact, conversation.policy.tags) for fact in limited.facts)
        return _Yield(facts, unread + limited.dropped[Drop.TOO_MANY], kept.edited)

    def _pass_on(
        self,
        tenant: TenantContext,
        message: TaskMessage,
        task: Task,
        conversation: Conversation,
        found: _Yield,
    ) -> None:
        facts = found.facts
        self.metrics.record(tenant, [Measure(Measured.FACTS_OF_TASK, len(facts))])
        if not facts and not found.edited:
            self.tasks.finish(
                tenant,
                message.user_id,
                task,
                TaskState.DONE,
                left_out=found.left_out,
            )
            return
        data, now = (
            encode_facts(conversation.scope, facts, conversation.policy.mode, found.edited),
            self.clock.now(),
        )
        kept = self.tasks.attachments.put_action(tenant, message.user_id, task, FACTS, data, at=now)
        self.tasks.turn(
            tenant,
            message.user_id,
            task,
            TaskState.EVOLVING,
            before=(TaskState.EXTRACTING,),
            changes=(SetTo("fact_count", len(facts)), SetTo("left_out", found.left_out)),
            extra=(kept,),
        )
        self.queue.send(tenant, evolution_queue_of(task), message.encode())


def _unsettled_part(kept: Kept) -> Conversation:
    """Return the conversation from the first message on of which facts are to be taken.

    What a session said before, a model is shown as context.
    """
    conversation = kept.conversation
    if conversation.scope.session_id is None:
        return conversation
    ids = [message.message_id for message in conversation.messages]
    first = next(place for place, name in enumerate(ids) if name not in kept.settled)
    return replace(conversation, messages=conversation.messages[first:])


def _told_before(conversation: Conversation, kept: Kept) -> tuple[Message, ...]:
    """Return what edited messages told before: a model is shown it as context."""
    return tuple(
        replace(message, content=kept.retold[message.message_id].before)
        for message in conversation.messages
        if _is_in_two(message, kept)
    )


def _new_part(conversation: Conversation, kept: Kept) -> Conversation:
    messages = tuple(
        replace(message, content=kept.retold[message.message_id].new)
        if _is_in_two(message, kept)
        else message
        for message in conversation.messages
    )
    return replace(conversation, messages=messages)


def _is_in_two(message: Message, kept: Kept) -> bool:
    if message.message_id in kept.settled or message.role not in SOURCE_ROLES:
        return False
    return message.message_id in kept.retold and bool(kept.retold[message.message_id].before)


def _is_news(fact: Fact, kept: Kept) -> bool:
    """Return whether one of the messages tells the fact, and has not told it before its edit."""
    told = {source.message_id for source in fact.sources} - kept.settled
    retold = [kept.retold.get(message_id) for message_id in told]
    return any(one is None or not one.has_told(fact.text) for one in retold)


def _counts(limited: Limited, sensitive: Mapping[str, int]) -> dict[str, int]:
    dropped = {drop.value: n for drop, n in limited.dropped.items()}
    return dropped | {f"sensitive {kind}": n for kind, n in sensitive.items()}


def _tagged(fact: Fact, tags: Mapping[str, TagValue]) -> Fact:
    return replace(fact, custom_tags={**fact.custom_tags, **tags}) if tags else fact
