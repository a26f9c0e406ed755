"""Every row that is stored, so that it can be told which ones a request touched."""

from infra.tables import TABLES
from tests.isolation.play import Play
from tests.isolation.programs import Actor

Rows = dict[tuple[str, str, str], object]
"""Every stored row by (table, partition, the rest of its key)."""


def rows_of(play: Play) -> Rows:
    """Return every row of the tables and the embedded index."""
    found: Rows = {}
    for table in TABLES:
        for row in play.deployment.rows(table.name):
            found[table.name, str(row["pk"]), str(row.get("sk"))] = row
    with play.deployment.index_database.read() as connection:
        cursor = connection.execute("SELECT user, memory_id, revision, * FROM index_entries")
        for user, memory_id, revision, *row in cursor:
            found["index", user, f"{memory_id}#{revision}"] = row
    return found


def touched_of(before: Rows, after: Rows) -> set[tuple[str, str, str]]:
    """Return the keys of the rows that came, went or changed."""
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def own_partitions(play: Play, actor: Actor) -> set[str]:
    """Return where an actor's rows are, and where an erasure leaves word of its log: of no user."""
    return {partition_of(play, actor), f"{play.cast.tenants[actor.tenant]}##erased"}


def partition_of(play: Play, actor: Actor) -> str:
    """Return the partition of an actor's rows, spelt out."""
    user = play.cast.users[actor.user].replace("%", "%25").replace("#", "%23")
    return f"{play.cast.tenants[actor.tenant]}#{user}"
