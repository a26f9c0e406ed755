"""The functions that callers and operators wait for."""

from infra.function import Access, Calls, Function, Route, Trigger

OF_MEMORIES = ("heads", "revisions", "guards", "counters", "change_log")
"""The tables of a commit."""

API_FUNCTIONS = (
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
        Access(
            # Whether the users of a tenant are erased, the last job about them says.
            read=("jobs",),
            write=("tenants",),
            delete=("tenants",),
            scan=("tenants",),
            wrap_keys=True,
            make_keys=True,
        ),
        timeout_seconds=30,
    ),
    Function(
        "write_api",
        "accepts conversations, structured memories and ends of sessions, shows tasks",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "users", "epochs"),
            write=("operations", *OF_MEMORIES, "sessions", "jobs"),
            delete=("operations", "guards"),
            add=("keys",),
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
            delete=("guards",),
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
        "switches memory off and on, purges, exports and imports it, shows certificates",
        Trigger.HTTP,
        Access(
            count=("quotas",),
            read=("tenants", "certificates"),
            # What quotes a purged session is deleted at once, like any memory.
            write=(
                "users",
                "epochs",
                "change_log",
                "jobs",
                "heads",
                "guards",
                "counters",
            ),
            delete=("guards",),
            add=("keys",),
            send=("jobs", "transfers"),
            buckets_append=("exports",),
            wrap_keys=True,
            tuned=True,
        ),
        routes=(
            Route("/memory/v1/user/switch"),
            Route("/memory/v1/user/purge"),
            Route("/memory/v1/user/erase"),
            Route("/memory/v1/user/certificate"),
            Route("/memory/v1/user/export"),
            Route("/memory/v1/user/import"),
        ),
        timeout_seconds=29,
        fenced=True,
    ),
)
