"""Every queue, as data."""

from dataclasses import dataclass
from enum import StrEnum


class Lane(StrEnum):
    """Whose tasks a queue holds; a stage says how many of a lane are worked on at once."""

    LIVE = "live"
    BULK = "bulk"


@dataclass(frozen=True)
class Queue:
    """A queue with its dead-letter queue (named `<name>-dead`, FIFO if the queue is).

    `consumer` is the function that the platform feeds from it. None: read by operators only; in
    the cloud such a queue has no dead-letter queue, since it is one. `max_concurrency` is the
    stage's where the queue has a `lane`.
    `visibility_seconds` is at least six times the consumer's timeout, as SQS asks: so long waits a
    message whose worker died. One that failed is put off by its worker, for seconds at first.
    `late_after_seconds`: so old a message tells that the consumer does not keep up.
    """

    name: str
    purpose: str
    fifo: bool
    consumer: str | None
    batch_size: int = 10
    batching_window_seconds: int = 0
    max_concurrency: int = 10
    lane: Lane | None = None
    max_receives: int = 5
    visibility_seconds: int = 360
    late_after_seconds: int = 1800


TASK_RECEIVES = 7
"""Six tries, and one delivery more that ends the task of which they all failed or died."""

_LATE_AFTER_SECONDS = {Lane.LIVE: 2_700, Lane.BULK: 43_200}
"""Longer than all tries of one message that fails each time, with the rests between them."""


def _tasks(name: str, purpose: str, consumer: str, lane: Lane) -> Queue:
    # Each task may wait for a model: those behind it in a batch would wait as well.
    return Queue(
        name,
        purpose,
        fifo=True,
        consumer=consumer,
        batch_size=1,
        max_receives=TASK_RECEIVES,
        visibility_seconds=720,
        late_after_seconds=_LATE_AFTER_SECONDS[lane],
        lane=lane,
    )


QUEUES = (
    _tasks(
        "extraction", "accepted conversations, one group per user", "extraction_worker", Lane.LIVE
    ),
    _tasks("evolution", "extracted facts, one group per user", "evolution_worker", Lane.LIVE),
    # Queues of their own, so that live conversations never stand behind a history.
    _tasks(
        "bulk-extraction", "conversations of histories being loaded", "extraction_worker", Lane.BULK
    ),
    _tasks("bulk-evolution", "facts of histories being loaded", "evolution_worker", Lane.BULK),
    Queue(
        "reinforcement",
        "memories that were recalled",
        False,
        "reinforcement_worker",
        batch_size=100,
        batching_window_seconds=5,
        visibility_seconds=180,
    ),
    Queue(
        "jobs",
        "pages of jobs",
        False,
        "job_worker",
        batch_size=1,
        max_concurrency=4,
        # A page that is held by another is put off until that one must have ended.
        max_receives=20,
        visibility_seconds=720,
        late_after_seconds=7_200,
    ),
    # A queue of their own: what moves a whole memory stands before no purge and no day's job.
    Queue(
        "transfers",
        "pages of exports and imports",
        False,
        "job_worker",
        batch_size=1,
        max_concurrency=2,
        max_receives=20,
        visibility_seconds=720,
        late_after_seconds=43_200,
    ),
    Queue("index-failures", "changes that could not be indexed", False, None),
)
