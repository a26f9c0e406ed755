"""The keys of rows; those of quotas are beside them. Parts are escaped; none exceeds its limit."""

import hashlib

from mneme.application.ports.table_store import Key
from mneme.domain.counting import Counter
from mneme.domain.job import JobOwner
from mneme.domain.scope import join_key, split_key
from mneme.domain.tenancy import TenantContext

HEADS = "heads"
REVISIONS = "revisions"
GUARDS = "guards"
COUNTERS = "counters"
USERS = "users"
EPOCHS = "epochs"
KEYS = "keys"
CHANGE_LOG = "change_log"
OPERATIONS = "operations"
EPISODES = "episodes"
SESSIONS = "sessions"
JOBS = "jobs"
CERTIFICATES = "certificates"
TENANTS = "tenants"
QUOTAS = "quotas"

DUE_INDEX = "due"
CHANGED_INDEX = "changed"
LEAVING_INDEX = "leaving"
TURNS_INDEX = "turns"
SESSION_INDEX = "in_order"
MEMORY_INDEX = "by_memory"

_PART_BYTES = 200
_LAST_POSITION = 999
_ABOVE_ANY_HASH = "g"
_YEAR_1_MS = 62_135_596_800_000
"""From the year 1 to 1970, so that earlier times sort before later ones as text."""


def user_partition(tenant: TenantContext, user_id: str) -> str:
    """Return `tenant#user`: the partition of all a user's rows, and the index's routing value."""
    return join_key(tenant.tenant_id, user_id)


def payload_folder(partition: str, key_epoch: int) -> str:
    """Return the folder of a user's large payloads of an epoch: its name tells no user."""
    place = join_key(partition, str(key_epoch)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(place).hexdigest()


def partition_owner(partition: str) -> str:
    """Return the tenant a partition belongs to."""
    return split_key(partition)[0]


def user_of(partition: str) -> str:
    """Return the user of a user partition."""
    return split_key(partition)[1]


def compact(part: str) -> str:
    """Return a part short enough for a sort key (1,024 bytes in all); long ones as a digest.

    Distinct parts stay distinct: no scope key begins with `~`.
    """
    if len(part.encode("utf-8", "surrogatepass")) <= _PART_BYTES and not part.startswith("~"):
        return part
    return "~" + hashlib.sha256(part.encode("utf-8", "surrogatepass")).hexdigest()


def head_key(partition: str, memory_id: str) -> Key:
    """Return the key of a memory's head."""
    return Key(partition, memory_id)


def revision_key(partition: str, memory_id: str, revision: int) -> Key:
    """Return the key of one revision."""
    return Key(partition, f"{memory_id}#{revision:06d}")


def hash_guard_key(partition: str, scope_key: str, epoch: int, content_hash: str) -> Key:
    """Return the key of the guard that says which memory holds a content."""
    return Key(partition, join_key("HASH", compact(scope_key), str(epoch), content_hash))


def fact_guard_key(partition: str, scope_key: str, epoch: int, key_hash: str) -> Key:
    """Return the key of the guard that lists, and locks, the families of a fact key."""
    return Key(partition, join_key("KEY", compact(scope_key), str(epoch), key_hash))


def scope_guard_key(partition: str, scope_key: str, epoch: int) -> Key:
    """Return the key of the guard that counts what evolution did in a scope."""
    return Key(partition, join_key("SCOPE", compact(scope_key), str(epoch)))


def overrulings_key(partition: str, scope_key: str, epoch: int) -> Key:
    """Return the key of the row that lists what people overruled last in a scope."""
    return Key(partition, join_key("OVERRULED", compact(scope_key), str(epoch)))


def guard_bounds(scope_key: str, epoch: int) -> list[tuple[str, str]]:
    """Return the bounds of the sort keys of all guards of a scope in an epoch, by their kind."""
    kinds = ("HASH", "KEY", "OVERRULED", "SCOPE")
    names = (join_key(kind, compact(scope_key), str(epoch)) for kind in kinds)
    return [(name, f"{name}#~") for name in names]


def counter_key(partition: str, counter: Counter) -> Key:
    """Return the key of a counter."""
    return Key(partition, f"{compact(counter.dimension)}@{counter.epoch}")


def user_key(partition: str) -> Key:
    """Return the key of the user's switches and epochs."""
    return Key(partition)


def moved_epoch_key(partition: str, scope_key: str) -> Key:
    """Return the key of the epoch of a scope that the user's row has no room for."""
    return Key(partition, compact(scope_key))


def epoch_key(partition: str, epoch: int) -> Key:
    """Return the key of a user's data key of an epoch, or of the certificate of what began it."""
    return Key(partition, f"{epoch:010d}")


def key_epoch_of(sort: str) -> int:
    """Return the epoch of a row that an epoch has one of, by its sort key."""
    return int(sort)


def log_head_key(partition: str) -> Key:
    """Return the key of the change log's head row, which sorts behind every record."""
    return Key(partition, "@head")


def log_record_key(partition: str, sequence: int) -> Key:
    """Return the key of a change record."""
    return Key(partition, f"{sequence:012d}")


def memory_log_partition(partition: str, memory_id: str) -> str:
    """Return the value under which the change log's index lists the records of a memory."""
    return join_key(partition, memory_id)


def log_heads_partition(tenant_id: str) -> str:
    """Return the value under which the change log's index lists the heads of a tenant's logs.

    No memory of a user has it: there is no user without a name.
    """
    return join_key(join_key(tenant_id, ""), "@heads")


def erased_log_key(tenant: TenantContext, chain: str) -> Key:
    """Return the key of the word that the user of a chain (hexadecimal) was erased."""
    return Key(join_key(tenant.tenant_id, "", "erased"), chain)


def memory_log_owner(value: str) -> str:
    """Return the tenant that such a value belongs to."""
    return partition_owner(split_key(value)[0])


def task_key(partition: str, task_id: str) -> Key:
    """Return the key of a task."""
    return Key(partition, join_key("TASK", compact(task_id)))


def task_bounds() -> tuple[str, str]:
    """Return the bounds of the sort keys of a user's tasks."""
    return "TASK#", "TASK$"


def is_attachment(sort: str) -> bool:
    """Return whether a row of `operations` is what a task carries, by its sort key."""
    return sort.startswith("DATA#")


def result_key(partition: str, task_id: str, number: int) -> Key:
    """Return the key of the result of one fact of a task."""
    return Key(partition, join_key("RESULT", compact(task_id), f"{number:05d}"))


def attachment_key(partition: str, task_id: str, name: str) -> Key:
    """Return the key of a task's encrypted payload or facts."""
    return Key(partition, join_key("DATA", compact(task_id), name))


def episode_key(
    partition: str,
    scope_key: str,
    epoch: int,
    session_id: str | None,
    message_id: str,
    content_hash: str,
) -> Key:
    """Return the key of a message: a message is kept once.

    In a session its id names it. Without one its content tells it from its namesakes; the hash
    stays as it is, whatever becomes of a long id, so that the namesakes stand in a row.
    """
    place = compact(join_key(scope_key, session_id or ""))
    told_apart = () if session_id is not None else (content_hash,)
    return Key(partition, join_key(place, str(epoch), compact(message_id), *told_apart))


def namesake_bounds(scope_key: str, epoch: int, message_id: str) -> tuple[str, str]:
    """Return the bounds of the sort keys of all messages of an id that belong to no session."""
    first, last = (
        episode_key("", scope_key, epoch, None, message_id, end) for end in ("", _ABOVE_ANY_HASH)
    )
    return str(first.sort), str(last.sort)


def session_order(
    scope_key: str, epoch: int, session_id: str | None, milliseconds: int, position: int
) -> str:
    """Return the place of a message in its session, in order of time, then of arrival."""
    place = compact(join_key(scope_key, session_id or ""))
    since_year_1 = milliseconds + _YEAR_1_MS
    return join_key(place, str(epoch), f"{since_year_1:015d}", f"{position:03d}")


def session_bounds(
    scope_key: str, epoch: int, session_id: str | None, milliseconds: int
) -> tuple[str, str]:
    """Return the first and the last place of a session's messages said before an instant."""
    first = session_order(scope_key, epoch, session_id, -_YEAR_1_MS, 0)
    return first, session_order(scope_key, epoch, session_id, milliseconds - 1, _LAST_POSITION)


def session_key(partition: str, scope_key: str, epoch: int) -> Key:
    """Return the key of a session that holds memories of its own."""
    return Key(partition, join_key(compact(scope_key), str(epoch)))


def tenant_key(tenant: TenantContext) -> Key:
    """Return the key of a tenant's own row."""
    return Key(join_key(tenant.tenant_id), "TENANT")


def branch_key_key(tenant: TenantContext) -> Key:
    """Return the key of a tenant's wrapped branch key."""
    return Key(join_key(tenant.tenant_id), "BRANCH_KEY")


def api_key_key(tenant: TenantContext, key_id: str) -> Key:
    """Return the key of one API key's row."""
    return Key(join_key(tenant.tenant_id), join_key("API_KEY", key_id))


API_KEYS = (join_key("API_KEY", ""), join_key("API_KEY", "~"))
"""The bounds of the sort keys of a tenant's API keys: ids are letters and digits."""


def api_key_id(sort: str) -> str:
    """Return the id of an API key, from its row's sort key."""
    return split_key(sort)[1]


def is_tenant_row(sort: str) -> bool:
    """Return whether a row of the table `tenants` is a tenant's own, by its sort key."""
    return sort == "TENANT"


def token_key_key(tenant: TenantContext, key_id: str) -> Key:
    """Return the key of the row of a key that signs a tenant's user tokens."""
    return Key(join_key(tenant.tenant_id), join_key("TOKEN_KEY", key_id))


def job_partition(owner: JobOwner) -> str:
    """Return the partition of an owner's jobs; the deployment's own is no tenant's."""
    return join_key(owner.tenant_id, owner.user_id)


def job_owner_of(partition: str) -> JobOwner:
    """Undo `job_partition`."""
    tenant_id, user_id = split_key(partition)
    return JobOwner(tenant_id, user_id)


def job_key(partition: str, job_id: str, shard: int) -> Key:
    """Return the key of a shard of a job."""
    return Key(partition, join_key(job_id, f"{shard:03d}"))


def job_place_of(sort: str) -> tuple[str, int]:
    """Return job and shard of a sort key of `jobs`."""
    job_id, shard = split_key(sort)
    return job_id, int(shard)


def job_bounds(job_id: str) -> tuple[str, str]:
    """Return the bounds of the sort keys of a job's shards."""
    return join_key(job_id, ""), join_key(job_id, "~")
