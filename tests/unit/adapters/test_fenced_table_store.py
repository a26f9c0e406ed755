"""Each tenant's tables through credentials of its own, which are used for a while."""

from datetime import timedelta
from typing import Any, cast

import pytest
from botocore.config import Config

from mneme.adapters.fenced_table_store import KEPT, MOST_TENANTS, FencedTableStore
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.tenant_credentials import SESSION_SECONDS, TenantCredentials
from mneme.application.ports.table_store import Key, Put, Query, TableStore
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.tenancy import SYSTEM, internal_context
from tests.doubles.durable import LAYOUTS
from tests.doubles.fixed_clock import FixedClock
from tests.unit.adapters.scripted_client import ScriptedClient, refusal

ACME, OTHER = internal_context("acme"), internal_context("other")
ROLE = "arn:aws:iam::000000000000:role/tenant"
CREDENTIALS = {"AccessKeyId": "id", "SecretAccessKey": "secret", "SessionToken": "session"}


class Fenced:
    """A fenced store over tables of each tenant apart; `made` names whose were opened."""

    def __init__(self) -> None:
        self.clock = FixedClock()
        self.made: list[str] = []
        self.stores: dict[str, SqliteTableStore] = {}
        self.tables = FencedTableStore(self._open, self.clock)

    def _open(self, tenant_id: str) -> TableStore:
        self.made.append(tenant_id)
        made = SqliteTableStore(SqliteDatabase(), LAYOUTS)
        return self.stores.setdefault(tenant_id, made)


def put(partition: str) -> Put:
    return Put("heads", {"pk": partition, "sk": "m"})


def test_each_call_goes_to_the_tables_of_its_tenant() -> None:
    fenced, key = Fenced(), Key("p", "m")
    fenced.tables.transact(ACME, [put("p")])

    for tenant, found in ((ACME, 1), (OTHER, 0)):
        assert (fenced.tables.get(tenant, "heads", key) is not None) == bool(found)
        assert len(fenced.tables.batch_get(tenant, "heads", [key])) == found
        assert len(fenced.tables.query(tenant, Query("heads", "p")).items) == found


def test_credentials_are_used_for_fifteen_minutes_and_hold_for_longer() -> None:
    fenced = Fenced()
    for waiting in (timedelta(), KEPT - timedelta(seconds=1), timedelta(seconds=1)):
        fenced.clock.advance(waiting.total_seconds())
        fenced.tables.transact(ACME, [put("p")])

    assert fenced.made == ["acme", "acme"]
    assert timedelta(minutes=15) == KEPT < timedelta(seconds=SESSION_SECONDS)


def test_so_many_tenants_are_kept_and_who_waited_longest_makes_room() -> None:
    fenced = Fenced()
    names = [f"t{number}" for number in range(MOST_TENANTS + 1)]
    for name in [*names[:-1], names[0], names[-1], names[0], names[1]]:
        fenced.tables.transact(internal_context(name), [put("p")])

    assert fenced.made == [*names, names[1]]


def test_who_acts_for_no_tenant_reaches_nothing() -> None:
    fenced = Fenced()

    with pytest.raises(InternalFault):
        fenced.tables.query(SYSTEM, Query("heads", "p"))
    assert fenced.made == []


def test_a_role_is_taken_on_under_the_tag_of_its_tenant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    sts = ScriptedClient({"Credentials": CREDENTIALS})

    client = _credentials(sts).dynamodb("acme")

    ((operation, asked),) = sts.calls
    assert (operation, asked["RoleArn"]) == ("assume_role", ROLE)
    assert asked["Tags"] == [{"Key": "tenant", "Value": "acme"}]
    assert asked["DurationSeconds"] == SESSION_SECONDS
    signer = cast(Any, client)._request_signer._credentials
    assert (signer.access_key, signer.secret_key, signer.token) == ("id", "secret", "session")


def test_the_longest_name_of_a_tenant_is_one_of_a_session() -> None:
    sts = ScriptedClient({"Credentials": CREDENTIALS})

    _credentials(sts).dynamodb("a" * 63)

    assert len(sts.calls[0][1]["RoleSessionName"]) == 64


def test_no_answer_of_the_service_of_credentials_is_an_outage() -> None:
    sts = ScriptedClient(refusal("Throttling"))

    with pytest.raises(Unavailable):
        _credentials(sts).dynamodb("acme")


def _credentials(sts: ScriptedClient) -> TenantCredentials:
    return TenantCredentials(sts, ROLE, Config(region_name="eu-central-1"))
