"""The functions that nobody waits for: behind queues, streams and schedules."""

from infra.function import Access, Function, Trigger

WORK_FUNCTIONS = (
    Function(
        "extraction_worker",
        "turns conversations into episodes and facts",
        Trigger.QUEUE,
        Access(
            read=("tenants", "users", "epochs"),
            write=(
                "operations",
                "heads",
                "revisions",
                "counters",
                "change_log",
                "episodes",
            ),
            delete=("operations",),
            add=("keys",),
            send=("evolution", "bulk-evolution"),
            # What a message told once may be archived when it comes again.
            buckets_read=("payloads", "archive"),
            buckets_write=("payloads",),
            wrap_keys=True,
            embeds=True,
            models=True,
            tuned=True,
        ),
        queues=("extraction", "bulk-extraction"),
        memory_mb=1024,
        # Above what all calls of models for one conversation may take together.
        timeout_seconds=120,
        fenced=True,
    ),
    Function(
        "evolution_worker",
        "decides about each fact and commits it, closes sessions",
        Trigger.QUEUE,
        Access(
            read=("tenants", "users", "epochs"),
            write=(
                "operations",
                "heads",
                "revisions",
                "guards",
                "counters",
                "change_log",
                # What a session keeps for good of a message, an edit of it has to find.
                "episodes",
                "sessions",
                "jobs",
            ),
            delete=("operations", "guards", "sessions"),
            add=("keys",),
            # What is left of a very long task goes on in a message of its own.
            send=("evolution", "bulk-evolution", "jobs"),
            # What is archived is history that a late fact may belong to.
            buckets_read=("payloads", "archive"),
            buckets_write=("payloads",),
            wrap_keys=True,
            embeds=True,
            search="read",
            models=True,
            tuned=True,
        ),
        queues=("evolution", "bulk-evolution"),
        memory_mb=1024,
        timeout_seconds=120,
        fenced=True,
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
        Access(read=("tenants",), write=("heads", "sessions"), tuned=True),
        queues=("reinforcement",),
        timeout_seconds=30,
        fenced=True,
    ),
    Function(
        "sweep",
        "sends tasks that are late or were deferred, ends hopeless ones and idle sessions",
        Trigger.SCHEDULE,
        Access(
            # The end of a session is a task, with a payload that is sealed with the user's key.
            read=("tenants", "users", "epochs", "keys"),
            write=("operations", "sessions"),
            delete=("operations", "sessions"),
            send=("extraction", "evolution", "bulk-extraction", "bulk-evolution"),
            wrap_keys=True,
            tuned=True,
        ),
        timeout_seconds=60,
    ),
    Function(
        "job_worker",
        "does pages of jobs",
        Trigger.QUEUE,
        Access(
            read=("tenants",),
            # Epochs of users are raised here as well: of each user of a tenant that leaves.
            write=(
                "jobs",
                "users",
                "epochs",
                "keys",
                "heads",
                "revisions",
                "guards",
                "counters",
                "change_log",
                "operations",
                "episodes",
                "sessions",
                "certificates",
            ),
            # Of the keys, whose rows stay as marks of what was destroyed, none is deleted.
            delete=(
                "epochs",
                "heads",
                "revisions",
                "guards",
                "counters",
                "operations",
                "episodes",
                "sessions",
            ),
            # The shortest list of all users there is; and all heads, to be dated anew.
            scan=("keys", "heads"),
            send=("jobs", "transfers"),
            # A purge reads what accepted writes carry: it tells where they belong.
            buckets_read=("archive", "exports", "payloads"),
            buckets_write=("archive", "exports", "payloads"),
            wrap_keys=True,
            signs=True,
            search="write",
            tuned=True,
            # Where a model is named, it writes one memory of several, which is embedded.
            embeds=True,
            models=True,
        ),
        queues=("jobs", "transfers"),
        memory_mb=1024,
        timeout_seconds=120,
    ),
    Function(
        "job_scheduler",
        "begins the jobs of the day and of changed thresholds, and sends late pages again",
        Trigger.SCHEDULE,
        Access(write=("jobs",), send=("jobs", "transfers"), tuned=True),
        timeout_seconds=60,
    ),
    Function(
        "audit_digest",
        "takes down what every change log has come to",
        Trigger.SCHEDULE,
        Access(read=("tenants", "change_log"), scan=("tenants",), buckets_append=("digests",)),
        # Of each user one small row is read: a hundred thousand take half a minute.
        timeout_seconds=900,
    ),
    Function(
        "settings_validator",
        "refuses thresholds that operators set and that are none",
        Trigger.VALIDATOR,
        Access(),
    ),
)
