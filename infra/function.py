"""What a deployable is: what it is for, what may call it, what it may touch."""

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
    VALIDATOR = "validator"


@dataclass(frozen=True)
class Route:
    """One path of the public API, always POST."""

    path: str


@dataclass(frozen=True)
class Access:
    """What the function's role may do; each name is one of the resources' data modules.

    `wrap_keys` allows the branch-key KMS key to open branch keys, `make_keys` to wrap new ones too,
    `signs` the newest key of certificates to sign them;
    `write` names tables whose rows are read, put and changed, `delete` those of them whose rows may
    go too; `add` where rows are read and put, and no more; `scan` what is read from end to end,
    `count` where rows are read and changed one at a time, and no more; `buckets_append` where
    objects are written and none is deleted; `search` is None, "read" or "write"; `models` are the
    language models that the stage names, if any, and `embeds` allows its embedding model; `tuned`
    lets it go by the thresholds that operators set.
    """

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    delete: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    send: tuple[str, ...] = ()
    buckets_read: tuple[str, ...] = ()
    buckets_write: tuple[str, ...] = ()
    buckets_append: tuple[str, ...] = ()
    wrap_keys: bool = False
    make_keys: bool = False
    signs: bool = False
    scan: tuple[str, ...] = ()
    count: tuple[str, ...] = ()
    search: str | None = None
    models: bool = False
    embeds: bool = False
    tuned: bool = False

    @property
    def tables(self) -> tuple[str, ...]:
        """Return every table whose rows it may read by their keys, in order."""
        return tuple(sorted({*self.read, *self.write, *self.add, *self.count}))

    @property
    def buckets(self) -> tuple[str, ...]:
        """Return every bucket it may touch, in order."""
        return tuple(sorted({*self.buckets_read, *self.buckets_write, *self.buckets_append}))


@dataclass(frozen=True)
class Calls:
    """How long the function's clients of AWS wait for an answer, and how often they try."""

    read_seconds: float
    tries: int


@dataclass(frozen=True)
class Function:
    """A deployable. None has concurrency of its own: an account may have none to give away.

    `queues` feed it: it may receive from them, and put off what it received. Without `calls`, its
    clients of AWS are as patient as those of a worker. `fenced`: it reaches tables with credentials
    of one tenant at a time only, through a second role.
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
    fenced: bool = False
