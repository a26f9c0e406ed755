"""Is everything that was told held once, and do all tables agree? Asked of the rows themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.in_process import InProcess
from bench.soak.plan import Expected, count
from bench.soak.table_rows import index_rows, rows_of
from bench.soak.trouble import TENANT
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    COUNTERS,
    OPERATIONS,
    attachment_key,
    counter_key,
    log_head_key,
    user_partition,
)
from mneme.application.repositories.task_attachments import FACTS, PORTIONS
from mneme.domain.counting import counted, counters_of
from mneme.domain.memory import Head, Kind, Revision, Status
from mneme.domain.task import TaskState

PAGE = 1000


@dataclass(frozen=True)
class Held:
    """A memory as it stands, with every revision of it."""

    head: Head
    revisions: tuple[Revision, ...]

    @property
    def content(self) -> str:
        """What it says now."""
        return self.revisions[-1].content


Violations = Iterator[str]


def held(mneme: InProcess, user: str) -> list[Held]:
    """Return all of a user's memories."""
    heads: list[Head] = []
    cursor: str | None = None
    while True:
        page, cursor = mneme.memories.heads_page(TENANT, user, cursor, PAGE)
        heads += page
        if cursor is None:
            break
    refs = [(head.memory_id, n) for head in heads for n in range(1, head.revision + 1)]
    found = mneme.memories.revisions(TENANT, user, refs)
    return [
        Held(head, tuple(found[head.memory_id, n] for n in range(1, head.revision + 1)))
        for head in heads
    ]


def facts_once(memories: Sequence[Held], expected: Expected) -> Violations:
    """Yield each told fact that is not held exactly once, and a home that is not the last one."""
    facts = [
        one for one in memories if one.head.kind is Kind.FACT and one.head.status is Status.ACTIVE
    ]
    contents = [one.content for one in facts]
    for mark in sorted(expected.marks):
        times = count(mark, contents)
        if times != 1:
            yield f"`{mark}` is held {times} times"
    homes = [one.content for one in facts if "I live in" in one.content]
    if homes != ([] if expected.city is None else [f"I live in {expected.city}."]):
        yield f"{len(homes)} homes, or not the last one"


def messages_once(memories: Sequence[Held], expected: Expected) -> Violations:
    """Yield how the kept messages differ in number from those that were sent."""
    turns = Counter(
        source.message_id
        for one in memories
        if one.head.kind is Kind.TURN
        for source in one.revisions[-1].sources
    )
    if len(turns) != expected.messages or turns.total() != expected.messages:
        yield f"{turns.total()} messages of {expected.messages} kept, {len(turns)} distinct"


def counters_true(mneme: InProcess, user: str, memories: Sequence[Held]) -> Violations:
    """Yield each counter that differs from the rows."""
    partition = user_partition(TENANT, user)
    true: Counter[str] = Counter()
    for one in memories:
        for counter in counters_of(one.head) if counted(one.head) else ():
            true[str(counter_key(partition, counter).sort)] += 1
    stored = {str(row["sk"]): row["memories"] for row in rows_of(mneme, COUNTERS, user)}
    for place in sorted(true.keys() | stored.keys()):
        if stored.get(place, 0) != true[place]:
            yield f"counter {place} says {stored.get(place, 0)!r}, the rows {true[place]}"


def log_dense(mneme: InProcess, user: str) -> Violations:
    """Yield a change log that is not numbered 1, 2, … up to its head's number."""
    head = log_head_key("").sort
    numbers, last = [], 0
    for row in rows_of(mneme, CHANGE_LOG, user):
        if row["sk"] == head:
            last = int(str(row["sequence"]))
        else:
            numbers.append(int(str(row["sk"])))
    if numbers != list(range(1, last + 1)):
        yield f"the log has {len(numbers)} records up to number {last}"


def tasks_over(mneme: InProcess, user: str, tasks: Sequence[str]) -> Violations:
    """Yield tasks that are open, that nobody was told of, and data that tasks left behind."""
    rows = rows_of(mneme, OPERATIONS, user)
    ids = Counter(str(row["sk"]).partition("#")[0] for row in rows)
    if ids["TASK"] != len(tasks):
        yield f"{ids['TASK']} tasks where {len(tasks)} were accepted"
    for task_id in tasks:
        task = mneme.tasks.find(TENANT, user, task_id)
        if task is None or not task.state.final:
            yield f"task {task_id} is {'gone' if task is None else task.state}"
            continue
        # One that no task names, since the request was cut off before it, expires by itself.
        named = {attachment_key("", task_id, name).sort for name in (task.payload, PORTIONS, FACTS)}
        if task.state is not TaskState.FAILED and any(row["sk"] in named for row in rows):
            yield f"task {task_id} left an attachment"
    if any("due_at" in row for row in rows):
        yield "a task is still due"


def index_current(mneme: InProcess, user: str, memories: Sequence[Held]) -> Violations:
    """Yield how the index differs from the table, revision by revision."""
    true = {
        (one.head.memory_id, revision.revision, _shown(one.head, revision).value)
        for one in memories
        if one.head.status is not Status.DELETED
        for revision in one.revisions
    }
    stored = index_rows(mneme, user_partition(TENANT, user))
    if stored != true:
        yield f"{len(true - stored)} documents missing, {len(stored - true)} too many or old"


def _shown(head: Head, revision: Revision) -> Status:
    return head.status if revision.revision == head.revision else Status.SUPERSEDED
