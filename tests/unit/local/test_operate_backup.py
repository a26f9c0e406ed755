"""Copies of a stage's tables: made beside them, held against their change logs, and dropped."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from infra.tables import TABLES
from local import operate
from mneme.domain.tenancy import internal_context
from mneme.runtime import bootstrap
from tests.functions.calls import call
from tests.functions.cloud import ROWS, Cloud, client, running

ACME = internal_context("acme")
WRITE = {"user_id": "u-1", "content": "Lives in Oslo", "skip_evolution": True}
WRITER = ROWS["write_api"]
EVERY_TABLE = tuple(table.name for table in TABLES)
ACCESS = replace(WRITER.access, read=EVERY_TABLE, buckets_append=("digests",))
EVERYTHING = replace(WRITER, access=ACCESS)
Backup = Callable[..., tuple[int, str]]


@pytest.fixture
def cloud(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    """Yield a stage in which a memory was written."""
    with running(monkeypatch) as cloud:
        cloud.operator().tenants.create("acme")
        assert call(cloud, "add_structured", WRITE).code == 0
        yield cloud


@pytest.fixture
def backup(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Backup:
    """Return the command, for that stage."""
    monkeypatch.setattr(operate, "stage_environment", lambda _: cloud.environment(EVERYTHING))
    monkeypatch.setenv("POWERTOOLS_METRICS_DISABLED", "true")  # as the command does, for good

    def command(*arguments: str) -> tuple[int, str]:
        bootstrap.services.cache_clear()
        status = operate.main(["backup", *arguments, "--stage", "test"])
        return status, capsys.readouterr().out

    return command


def _named(prefix: str) -> set[str]:
    names = client("dynamodb").list_tables()["TableNames"]
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


def test_a_table_that_cannot_be_brought_back_is_told(backup: Backup, cloud: Cloud) -> None:
    for layout in cloud.tables.values():
        if layout.name != "heads":
            client("dynamodb").update_continuous_backups(
                TableName=layout.physical_name,
                PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
            )

    status, told = backup("show")

    lines = told.splitlines()
    assert (status, len(lines)) == (1, len(TABLES))
    assert [line for line in lines if "recovery is off" in line] == [
        "heads        cannot be brought back: recovery is off"
    ]


def test_copies_are_made_once_verified_and_dropped_and_the_tables_stay(backup: Backup) -> None:
    names = {table.name for table in TABLES}

    assert backup("restore", "drill")[1].count("is being made") == len(TABLES)
    assert backup("restore", "drill") == (0, "")
    assert _named("mneme-copy-drill-") == names
    status, told = backup("verify", "drill")
    assert (status, told.strip()) == (
        0,
        "1 logs, 1 records (0 older than chains), 0 memories whose words are gone; 0 flaws",
    )

    assert backup("drop", "drill")[1].count("is gone") == len(TABLES)
    assert _named("mneme-copy-drill-") == set()
    assert _named("mneme-test-") == names


def test_a_copy_that_lacks_a_record_is_flawed_and_the_tables_are_not(
    backup: Backup, cloud: Cloud
) -> None:
    backup("restore", "drill")
    copy = "mneme-copy-drill-change_log"
    rows = client("dynamodb").scan(TableName=copy)["Items"]
    record = next(row for row in rows if "head" not in row["sk"]["S"])
    client("dynamodb").delete_item(TableName=copy, Key={"pk": record["pk"], "sk": record["sk"]})

    status, told = backup("verify", "drill")

    assert status == 1
    assert "the record is missing" in told


def test_what_is_kept_for_a_day_comes_as_it_is_now_whatever_is_asked(
    backup: Backup, cloud: Cloud
) -> None:
    asked: dict[str, dict[str, object]] = {}

    def note(params: dict[str, object], **_: object) -> None:
        asked[str(params["TargetTableName"])] = params

    events = client("dynamodb").meta.events
    called = "provide-client-params.dynamodb.RestoreTableToPointInTime"
    events.register(called, note)
    backup("restore", "drill", "--at", "2026-11-30T04:00:00Z")
    events.unregister(called, note)

    latest = {name for name, one in asked.items() if one.get("UseLatestRestorableTime")}
    assert latest == {"mneme-copy-drill-keys", "mneme-copy-drill-quotas"}
    assert {str(one["RestoreDateTime"]) for name, one in asked.items() if name not in latest} == {
        "2026-11-30 04:00:00+00:00"
    }


def test_copies_that_are_not_ready_are_not_verified(backup: Backup) -> None:
    status, told = backup("verify", "never-made")

    assert status == 1
    assert told.startswith("not ready yet: heads, ")


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["show"], "copying its folder"),
        (["restore", "--stage", "x"], "restore takes a name"),
        (["show", "drill", "--stage", "x"], "show takes no name"),
        (["return", "--stage", "x"], "return takes a name"),
        (["restore", "Drill!", "--stage", "x"], "small letters"),
        (["verify", "drill", "--at", "2026-11-30T04:00:00Z", "--stage", "x"], "goes with restore"),
        (["restore", "drill", "--at", "2026-11-30T04:00:00", "--stage", "x"], "--at"),
    ],
)
def test_what_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], refusal: str
) -> None:
    with pytest.raises(SystemExit):
        operate.main(["backup", *arguments])

    assert refusal in capsys.readouterr().err
