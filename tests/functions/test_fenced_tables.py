"""A second fence behind the repositories' own check: credentials that reach one tenant."""

import pytest
from botocore.exceptions import ClientError

from mneme.application.ports.table_store import Check, Key, Present, Put, Query
from mneme.domain.tenancy import internal_context
from tests.functions.cloud import ROWS, Cloud

ACME = internal_context("acme")
OWN, FOREIGN = Key("acme#u", "m"), Key("acme2#u", "m")


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.fenced])
def test_credentials_of_a_tenant_reach_no_row_of_another(cloud: Cloud, name: str) -> None:
    row = ROWS[name]
    table = next(one for one in row.access.write if one != "users")
    tables = cloud.start(row).backend.tables
    foreign = {"pk": FOREIGN.partition, "sk": FOREIGN.sort}
    own = {"pk": OWN.partition, "sk": OWN.sort}
    together = [Put(table, own), Check(table, FOREIGN, Present("pk"))]
    attempts = (
        lambda: tables.get(ACME, table, FOREIGN),
        lambda: tables.batch_get(ACME, table, [OWN, FOREIGN]),
        lambda: tables.query(ACME, Query(table, FOREIGN.partition)),
        lambda: tables.transact(ACME, [Put(table, foreign)]),
        lambda: tables.transact(ACME, together),
    )

    with cloud.role.of(row):
        assert tables.get(ACME, table, OWN) is None
        for attempt in attempts:
            with pytest.raises(ClientError, match="AccessDenied"):
                attempt()

    assert {key for _, key in cloud.role.denied} == {FOREIGN.partition}
    cloud.role.denied.clear()
