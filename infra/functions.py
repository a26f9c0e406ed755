"""Every function, as data: what it is for, what may call it, what it may touch.

One construct turns each row into a role and a function; nothing here imports CDK. Code is named
by path: `functions/<name>/handler.py`.
"""

from infra.function import Access, Calls, Function, Route, Trigger

OF_MEMORIES = ("heads", "revisions", "guards", "counters", "change_log")
"""The tables of a commit."""

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
            read=("tenants", "users", "epochs"),
            write=("operations", "keys", *OF_MEMORIES, "sessions", "jobs"),
            send=("extraction", "bulk-extraction", "evolution", "bulk-evolution", "jobs"),
            buckets_read=("archive",),
            buckets_write=("payloads",),
            wrap_keys=True,
            embeds=True,
            tuned=True,
        ),
        routes=(
            Route("/memory/v1/add"),
            Route("/memory/v1/add_structured"),
            Route("/memory/v1/session/close"),
            Route("/memory/v1/task"),
        ),
        memory_mb=1024,
        # A store that hangs is given up before the function is: its caller is answered.
        calls=Calls(read_seconds=2.0, tries=2),
    ),
    Function(
        "recall_api",
        "answers what matters now, notes what of it was used",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "users", "epochs", "keys", "heads", "revisions"),
            send=("reinforcement",),
            buckets_read=("archive",),
            wrap_keys=True,
            embeds=True,
            search="read",
            tuned=True,
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
            read=("tenants", "users", "epochs", "keys", "episodes"),
            write=("heads", "revisions", "guards", "counters", "change_log", "sessions", "jobs"),
            send=("jobs",),
            # A link lets whoever has it do what this role may do.
            buckets_read=("archive", "exports"),
            wrap_keys=True,
            embeds=True,
            tuned=True,
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
        fenced=True,
    ),
    Function(
        "privacy_api",
        "switches memory off and on, purges and exports it, shows certificates of erasures",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "certificates"),
            # What quotes a purged session is deleted at once, like any memory.
            write=(
                "users",
                "epochs",
                "keys",
                "change_log",
                "jobs",
                "heads",
                "guards",
                "counters",
            ),
            send=("jobs",),
            wrap_keys=True,
            tuned=True,
        ),
        routes=(
            Route("/memory/v1/user/switch"),
            Route("/memory/v1/user/purge"),
            Route("/memory/v1/user/erase"),
            Route("/memory/v1/user/certificate"),
            Route("/memory/v1/user/export"),
        ),
        timeout_seconds=29,
        fenced=True,
    ),
    Function(
        "extraction_worker",
        "turns conversations into episodes and facts",
        Trigger.QUEUE,
        Access(
            read=("tenants", "users", "epochs"),
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
                "keys",
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
            read=("tenants", "users"),
            write=(
                "jobs",
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
            # The shortest list of all users there is; and all heads, to be dated anew.
            scan=("keys", "heads"),
            send=("jobs",),
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
        queues=("jobs",),
        memory_mb=1024,
        timeout_seconds=120,
    ),
    Function(
        "job_scheduler",
        "begins the jobs of the day and of changed thresholds, and sends late pages again",
        Trigger.SCHEDULE,
        Access(write=("jobs",), send=("jobs",), tuned=True),
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
