"""Every function, as data: what it is for, what may call it, what it may touch.

One construct turns each row into a role and a function; nothing here imports CDK. Code is named
by path: `functions/<name>/handler.py`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Trigger(StrEnum):
    """What invokes a function."""

    HTTP = "http"
    AUTHORIZER = "authorizer"
    QUEUE = "queue"
    STREAM = "stream"
    SCHEDULE = "schedule"
    OPERATOR = "operator"


@dataclass(frozen=True)
class Route:
    """One path of the public API, always POST."""

    path: str


@dataclass(frozen=True)
class Access:
    """What the function's role may do; each name is one of the resources' data modules.

    `wrap_keys` allows the branch-key KMS key to open branch keys, `make_keys` to wrap new ones too;
    `scan` names what is read from end to end, `count` where rows are read and updated
    one at a time, and no more; `search` is None, "read" or "write"; `models` are the language
    models that the stage names, if any, and `embeds` allows its embedding model.
    """

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    send: tuple[str, ...] = ()
    buckets_read: tuple[str, ...] = ()
    buckets_write: tuple[str, ...] = ()
    wrap_keys: bool = False
    make_keys: bool = False
    scan: tuple[str, ...] = ()
    count: tuple[str, ...] = ()
    search: str | None = None
    models: bool = False
    embeds: bool = False


@dataclass(frozen=True)
class Calls:
    """How long the function's clients of AWS wait for an answer, and how often they try."""

    read_seconds: float
    tries: int


@dataclass(frozen=True)
class Function:
    """A deployable. None has concurrency of its own: an account may have none to give away.

    `queues` feed it: it may receive from them, and put off what it received. Without `calls`, its
    clients of AWS are as patient as those of a worker.
    """

    name: str
    purpose: str
    trigger: Trigger
    access: Access
    routes: tuple[Route, ...] = ()
    queues: tuple[str, ...] = ()
    stream_table: str | None = None
    memory_mb: int = 512
    timeout_seconds: int = 10
    online: bool = False
    calls: Calls | None = None


FUNCTIONS = (
    Function(
        "tenant_authorizer",
        "turns a bearer key into a tenant context",
        Trigger.AUTHORIZER,
        Access(read=("tenants",)),
        online=True,
    ),
    Function(
        "tenant_admin",
        "administers tenants and their keys, for whom IAM lets invoke it",
        Trigger.OPERATOR,
        Access(write=("tenants",), scan=("tenants",), wrap_keys=True, make_keys=True),
        timeout_seconds=30,
    ),
    Function(
        "write_api",
        "accepts conversations, structured memories and ends of sessions, shows tasks",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "users"),
            write=(
                "operations",
                "keys",
                "heads",
                "revisions",
                "guards",
                "counters",
                "change_log",
                "sessions",
                "jobs",
            ),
            send=("extraction", "bulk-extraction", "evolution", "bulk-evolution", "jobs"),
            buckets_read=("archive",),
            buckets_write=("payloads",),
            wrap_keys=True,
            embeds=True,
        ),
        routes=(
            Route("/memory/v1/add"),
            Route("/memory/v1/add_structured"),
            Route("/memory/v1/session/close"),
            Route("/memory/v1/task"),
        ),
        memory_mb=1024,
    ),
    Function(
        "recall_api",
        "answers what matters now, notes what of it was used",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "users", "keys", "heads", "revisions"),
            send=("reinforcement",),
            buckets_read=("archive",),
            wrap_keys=True,
            embeds=True,
            search="read",
        ),
        routes=(Route("/memory/v1/recall"), Route("/memory/v1/used")),
        memory_mb=1769,
        # Far above any deadline of a request: a cold start that is cut off starts cold again.
        timeout_seconds=15,
        online=True,
        # A recall gives calls up at its deadline, two seconds at most: they end soon after.
        calls=Calls(read_seconds=1.0, tries=2),
    ),
    Function(
        "manage_api",
        "lists, corrects, deletes and restores memories, shows their history",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "users", "keys", "episodes"),
            write=("heads", "revisions", "guards", "counters", "change_log", "jobs"),
            send=("jobs",),
            buckets_read=("archive",),
            wrap_keys=True,
            embeds=True,
        ),
        routes=(
            Route("/memory/v1/update"),
            Route("/memory/v1/batch_update"),
            Route("/memory/v1/delete"),
            Route("/memory/v1/batch_delete"),
            Route("/memory/v1/restore"),
            Route("/memory/v1/rollback"),
            Route("/memory/v1/history"),
            Route("/memory/v1/change_log"),
            Route("/memory/v1/user/list"),
            Route("/memory/v1/job"),
        ),
        memory_mb=1024,
        # The longest that the gateway waits: a batch is a hundred transactions.
        timeout_seconds=29,
    ),
    Function(
        "extraction_worker",
        "turns conversations into episodes and facts",
        Trigger.QUEUE,
        Access(
            read=("tenants", "users"),
            write=(
                "operations",
                "keys",
                "heads",
                "revisions",
                "counters",
                "change_log",
                "episodes",
            ),
            send=("evolution", "bulk-evolution"),
            buckets_read=("payloads",),
            buckets_write=("payloads",),
            wrap_keys=True,
            embeds=True,
            models=True,
        ),
        queues=("extraction", "bulk-extraction"),
        memory_mb=1024,
        # Above what all calls of models for one conversation may take together.
        timeout_seconds=120,
    ),
    Function(
        "evolution_worker",
        "decides about each fact and commits it, closes sessions",
        Trigger.QUEUE,
        Access(
            read=("tenants", "users", "episodes"),
            write=(
                "operations",
                "keys",
                "heads",
                "revisions",
                "guards",
                "counters",
                "change_log",
                "sessions",
                "jobs",
            ),
            # What is left of a very long task goes on in a message of its own.
            send=("evolution", "bulk-evolution", "jobs"),
            # What is archived is history that a late fact may belong to.
            buckets_read=("payloads", "archive"),
            buckets_write=("payloads",),
            wrap_keys=True,
            embeds=True,
            search="read",
            models=True,
        ),
        queues=("evolution", "bulk-evolution"),
        memory_mb=1024,
        timeout_seconds=120,
    ),
    Function(
        "indexer",
        "carries committed memories to the search index",
        Trigger.STREAM,
        Access(
            read=("tenants", "keys", "revisions"),
            send=("index-failures",),
            buckets_read=("archive",),
            wrap_keys=True,
            search="write",
        ),
        stream_table="heads",
        timeout_seconds=60,
    ),
    Function(
        "reinforcement_worker",
        "gives recalled memories their weight back",
        Trigger.QUEUE,
        Access(read=("tenants",), write=("heads", "sessions")),
        queues=("reinforcement",),
        timeout_seconds=30,
    ),
    Function(
        "sweep",
        "looks after open tasks: sends what is late or was deferred, ends the hopeless; ends idle"
        " sessions",
        Trigger.SCHEDULE,
        Access(
            # The end of a session is a task, with a payload that is sealed with the user's key.
            read=("tenants", "users", "keys"),
            write=("operations", "sessions"),
            send=("extraction", "evolution", "bulk-extraction", "bulk-evolution"),
            wrap_keys=True,
        ),
        timeout_seconds=60,
    ),
    Function(
        "job_worker",
        "does pages of jobs",
        Trigger.QUEUE,
        Access(
            read=("tenants", "users", "keys"),
            write=("jobs", "heads", "revisions", "guards", "counters", "change_log"),
            # The shortest list of all users there is; and all heads, to be dated anew.
            scan=("keys", "heads"),
            send=("jobs",),
            buckets_read=("archive",),
            buckets_write=("archive",),
            wrap_keys=True,
            search="write",
        ),
        queues=("jobs",),
        timeout_seconds=120,
    ),
    Function(
        "job_scheduler",
        "begins the jobs of the day, and sends pages again that are late",
        Trigger.SCHEDULE,
        Access(write=("jobs",), send=("jobs",)),
        timeout_seconds=60,
    ),
)
