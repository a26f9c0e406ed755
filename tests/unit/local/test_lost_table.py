"""A table that is gone is brought back under its own name, with all that a restore leaves off."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber
from moto.core.models import DEFAULT_ACCOUNT_ID as ACCOUNT
from moto.dynamodb.models import dynamodb_backends

from infra.tables import TABLES
from local import operate
from local.lost_table import LostTable, row_of
from mneme.runtime import bootstrap
from tests.functions.calls import call
from tests.functions.cloud import REGION, ROWS, Cloud, client, running

WRITE = {"user_id": "u-1", "content": "Lives in Oslo", "skip_evolution": True}
WRITER = ROWS["write_api"]
ACCESS = replace(
    WRITER.access, read=tuple(table.name for table in TABLES), buckets_append=("digests",)
)
Operated = Callable[..., tuple[int, str]]


@pytest.fixture
def cloud(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    """Yield a stage whose tables are as a deployment leaves them, in which a memory was written."""
    with running(monkeypatch) as cloud:
        for row in TABLES:
            _deployed(cloud.tables[row.name].physical_name, row.recovery_days)
        cloud.operator().tenants.create("acme")
        assert call(cloud, "add_structured", WRITE).code == 0
        yield cloud


@pytest.fixture
def operated(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Operated:
    """Return the operator's command, for that stage."""
    everything = replace(WRITER, access=ACCESS)
    monkeypatch.setattr(operate, "stage_environment", lambda _: cloud.environment(everything))
    monkeypatch.setenv("POWERTOOLS_METRICS_DISABLED", "true")  # as the command does, for good

    def command(*arguments: str) -> tuple[int, str]:
        bootstrap.services.cache_clear()
        status = operate.main([*arguments, "--stage", "test"])
        told = capsys.readouterr()
        return status, told.out + told.err

    return command


def _deployed(table: str, days: int) -> None:
    recovery = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": days}
    dynamodb = client("dynamodb")
    dynamodb.update_continuous_backups(TableName=table, PointInTimeRecoverySpecification=recovery)
    dynamodb.update_table(TableName=table, DeletionProtectionEnabled=True)


def _settings(table: str) -> dict[str, Any]:
    dynamodb = client("dynamodb")
    described = dynamodb.describe_table(TableName=table)["Table"]
    backups = dynamodb.describe_continuous_backups(TableName=table)["ContinuousBackupsDescription"]
    expiry = dynamodb.describe_time_to_live(TableName=table)["TimeToLiveDescription"]
    return {
        "keys": described["KeySchema"],
        "indexes": [
            described.get(kind) for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
        ],
        "stream": described.get("StreamSpecification"),
        "protected": described.get("DeletionProtectionEnabled"),
        "days": backups["PointInTimeRecoveryDescription"].get("RecoveryPeriodInDays"),
        "expires": expiry.get("TimeToLiveStatus") == "ENABLED",
    }


def _backed_up(table: str, kind: str = "USER", status: str = "AVAILABLE") -> str:
    """Make a backup, an hour after the last; return its ARN. DynamoDB makes those of `SYSTEM`."""
    told = client("dynamodb").create_backup(TableName=table, BackupName=f"{table}-backup")
    arn: str = told["BackupDetails"]["BackupArn"]
    backups = dynamodb_backends[ACCOUNT][REGION].backups
    backups[arn].type, backups[arn].status = kind, status
    backups[arn].creation_date_time = datetime(2026, 3, 1, len(backups))
    return arn


def _lost(table: str) -> None:
    """Delete a table, with the backup that DynamoDB makes of one then, and moto does not."""
    _backed_up(table, "SYSTEM")
    _gone(table)


def _gone(table: str) -> None:
    dynamodb = client("dynamodb")
    dynamodb.update_table(TableName=table, DeletionProtectionEnabled=False)
    dynamodb.delete_table(TableName=table)


@pytest.mark.parametrize("row", TABLES, ids=lambda row: str(row.name))
def test_a_table_comes_back_as_it_was_deployed_with_every_row(
    operated: Operated, cloud: Cloud, row: Any
) -> None:
    table = cloud.tables[row.name].physical_name
    if row.expiring:
        expiry = {"Enabled": True, "AttributeName": "expires_at"}
        client("dynamodb").update_time_to_live(TableName=table, TimeToLiveSpecification=expiry)
    rows, settings = cloud.rows(row.name), _settings(table)
    _lost(table)

    told = [operated("backup", "return", row.name)]
    while told[-1][0] and len(told) < 9:
        told.append(operated("backup", "return", row.name))

    assert told[-1] == (0, f"{row.name} is whole\n")
    assert told[0][1].startswith(f"{row.name} is being made, as it was when it went\n")
    assert cloud.rows(row.name) == rows
    assert _settings(table) == settings


def test_what_was_said_is_there_and_its_log_whole_when_the_tables_of_memories_were_lost(
    operated: Operated, cloud: Cloud
) -> None:
    for name in ("heads", "revisions", "change_log"):
        _lost(cloud.tables[name].physical_name)
        while operated("backup", "return", name)[0]:
            pass

    status, told = operated("audit", "verify")

    assert (status, told.split(";")[0]) == (
        0,
        "1 logs, 1 records (0 older than chains), 0 memories whose words are gone",
    )
    listed = call(cloud, "user/list", {"user_id": "u-1", "dimension": {}})
    assert [one["content"] for one in (listed.data or {})["memories"]] == [WRITE["content"]]


def test_a_table_that_is_there_is_left_as_it_is(operated: Operated) -> None:
    assert operated("backup", "return", "users") == (0, "users is whole\n")


def test_without_a_backup_nothing_is_made(operated: Operated, cloud: Cloud) -> None:
    table = cloud.tables["users"].physical_name
    _gone(table)

    status, told = operated("backup", "return", "users")

    assert (status, told) == (1, f"mneme: there is no backup of {table}\n")
    assert table not in client("dynamodb").list_tables()["TableNames"]


@pytest.mark.parametrize("before", [False, True])
def test_keys_come_back_from_no_backup_but_that_of_when_they_went(
    operated: Operated, cloud: Cloud, *, before: bool
) -> None:
    table = cloud.tables["keys"].physical_name
    if before:
        _backed_up(table, "SYSTEM")
    arn = _backed_up(table)
    _gone(table)

    status, told = operated("backup", "return", "keys")

    assert (status, told) == (
        1,
        f"mneme: the newest backup of {table} is not the one that DynamoDB makes of a table that"
        f" is deleted: an erasure would be undone by {arn}\n",
    )
    assert table not in client("dynamodb").list_tables()["TableNames"]


def test_another_table_comes_back_from_an_operators_backup_and_says_of_when_it_is(
    operated: Operated, cloud: Cloud
) -> None:
    table = cloud.tables["users"].physical_name
    _backed_up(table)
    _gone(table)

    _, told = operated("backup", "return", "users")

    assert told.startswith("users is being made, as it was at 2026-03-01T01:00:00+00:00\n")


@pytest.mark.parametrize("name", ["keys", "users"])
def test_a_backup_that_is_not_ready_is_waited_for_though_there_is_an_older_one(
    operated: Operated, cloud: Cloud, name: str
) -> None:
    table = cloud.tables[name].physical_name
    _backed_up(table, "SYSTEM")
    arn = _backed_up(table, "SYSTEM", "CREATING")
    _gone(table)

    told = operated("backup", "return", name)

    assert told == (1, f"mneme: the newest backup of {table} is CREATING: {arn}\n")
    assert table not in client("dynamodb").list_tables()["TableNames"]


def test_the_newest_backup_is_found_on_whatever_page_it_is() -> None:
    dynamodb = boto3.client("dynamodb", REGION, aws_access_key_id="a", aws_secret_access_key="b")
    pages = [[_summary(1)], [], [_summary(3), _summary(2)]]
    with Stubber(dynamodb) as stubbed:
        stubbed.add_client_error("describe_table", "ResourceNotFoundException")
        behind: dict[str, str] = {}
        for number, page in enumerate(pages):
            more = {"LastEvaluatedBackupArn": _arn(90 + number)} if number < 2 else {}
            asked = {"TableName": "lost", "BackupType": "ALL", **behind}
            stubbed.add_response("list_backups", {"BackupSummaries": page, **more}, asked)
            behind = {"ExclusiveStartBackupArn": _arn(90 + number)}
        wish = {"TargetTableName": "lost", "BackupArn": _arn(3)}
        stubbed.add_response("restore_table_from_backup", {}, wish)

        told = list(LostTable(dynamodb, row_of("keys"), "lost", "users").brought_back())

        stubbed.assert_no_pending_responses()
    assert told == ["is being made, as it was when it went"]


def _arn(number: int) -> str:
    return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/lost/backup/{number}"


def _summary(day: int) -> dict[str, Any]:
    return {
        "BackupArn": _arn(day),
        "BackupCreationDateTime": datetime(2026, 3, day, tzinfo=UTC),
        "BackupStatus": "AVAILABLE",
        "BackupType": "SYSTEM",
    }


def test_a_table_of_no_row_is_refused(operated: Operated) -> None:
    status, told = operated("backup", "return", "user")

    assert status == 1
    assert told.startswith("mneme: no table is called user; there are heads, ")
