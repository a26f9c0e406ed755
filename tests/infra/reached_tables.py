"""What each function does to tables, written out: who widens a row of `infra` has to say so here.

A row is a function; `heads:rac` are a table and what is done to it, by the letters below.
"""

ACTIONS = {
    "r": ("GetItem", "BatchGetItem", "Query", "ConditionCheckItem"),
    "a": ("PutItem",),
    "c": ("UpdateItem",),
    "d": ("DeleteItem",),
    "s": ("Scan",),
}
ONE_ROW = {"g": ("GetItem",)}
REACHED = {
    "tenant_authorizer": "tenants:r",
    "tenant_admin": "jobs:r tenants:racds",
    "write_api": "change_log:rac counters:rac epochs:r guards:racd heads:rac jobs:rac keys:ra"
    " operations:racd quotas:gc revisions:rac sessions:rac tenants:r users:r",
    "recall_api": "epochs:r heads:r keys:r quotas:gc revisions:r tenants:r users:r",
    "manage_api": "change_log:rac counters:rac episodes:r epochs:r guards:racd heads:rac jobs:rac"
    " keys:r quotas:gc revisions:rac sessions:rac tenants:r users:r",
    "privacy_api": "certificates:r change_log:rac counters:rac epochs:rac guards:racd heads:rac"
    " jobs:rac keys:ra quotas:gc tenants:r users:rac",
    "extraction_worker": "change_log:rac counters:rac episodes:rac epochs:r heads:rac keys:ra"
    " operations:racd revisions:rac tenants:r users:r",
    "evolution_worker": "change_log:rac counters:rac episodes:rac epochs:r guards:racd heads:rac"
    " jobs:rac keys:ra operations:racd revisions:rac sessions:racd tenants:r users:r",
    "indexer": "keys:r revisions:r tenants:r",
    "reinforcement_worker": "heads:rac sessions:rac tenants:r",
    "sweep": "epochs:r keys:r operations:racd sessions:racd tenants:r users:r",
    "job_worker": "certificates:rac change_log:rac counters:racd episodes:racd epochs:racd"
    " guards:racd heads:racds jobs:rac keys:racs operations:racd revisions:racd sessions:racd"
    " tenants:r users:rac",
    "job_scheduler": "jobs:rac",
    "audit_digest": "change_log:r tenants:rs",
    "settings_validator": "",
}


def reached(function: str) -> set[tuple[str, str]]:
    """Return the pairs of table and action that the row of a function lists."""
    pairs = (told.split(":") for told in REACHED[function].split())
    return {
        (table, action)
        for table, letters in pairs
        for letter in letters
        for action in {**ACTIONS, **ONE_ROW}[letter]
    }
