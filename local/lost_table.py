"""A table of a stage that is gone, brought back under its own name from its newest backup."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from infra.tables import TABLES, Table
from local.table_copies import GONE, CopyRefused, asked
from mneme.application.repositories.row_keys import KEYS

EXPIRY = "expires_at"
READY = "ACTIVE"
AVAILABLE = "AVAILABLE"
BY_DYNAMODB = "SYSTEM"
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


@dataclass(frozen=True)
class LostTable:
    """Goes on from wherever it is: each call does what can be done, and nothing twice.

    `client` is DynamoDB's, `physical` what the table is called there, `neighbour` another table of
    the stage: what is protected from deletion there is so here.
    """

    client: Any
    row: Table
    physical: str
    neighbour: str

    def brought_back(self) -> Iterator[str]:
        """Yield what was done; nothing once the table is as a deployment left it.

        Raises CopyRefused.
        """
        found = self._described(self.physical)
        if found is None:
            yield f"is being made, as it was {self._restore()}"
        elif found["TableStatus"] != READY:
            yield "is not ready yet"
        else:
            yield from self._settings(found)

    def _restore(self) -> str:
        """Begin with the newest backup, and return of when it is.

        DynamoDB makes one itself of a table that is deleted. There is no falling back on an older
        one: that would undo what was done since, for `keys` an erasure.
        """
        newest = max(self._backups(), key=lambda one: one["BackupCreationDateTime"], default=None)
        if newest is None:
            raise CopyRefused(f"there is no backup of {self.physical}")
        arn, status = newest["BackupArn"], newest["BackupStatus"]
        own = newest["BackupType"] == BY_DYNAMODB
        if self.row.name == KEYS and not own:
            raise CopyRefused(
                f"the newest backup of {self.physical} is not the one that DynamoDB makes of a"
                f" table that is deleted: an erasure would be undone by {arn}"
            )
        if status != AVAILABLE:
            raise CopyRefused(f"the newest backup of {self.physical} is {status}: {arn}")
        self._asked("restore_table_from_backup", TargetTableName=self.physical, BackupArn=arn)
        made = newest["BackupCreationDateTime"].astimezone(UTC)
        return "when it went" if own else f"at {made.isoformat(timespec='seconds')}"

    def _backups(self) -> Iterator[Any]:
        """Yield all there are; a page may hold none, and is not the last for that."""
        behind: dict[str, str] = {}
        while True:
            told = self._asked("list_backups", TableName=self.physical, BackupType="ALL", **behind)
            yield from told["BackupSummaries"]
            if "LastEvaluatedBackupArn" not in told:
                return
            behind = {"ExclusiveStartBackupArn": told["LastEvaluatedBackupArn"]}

    def _settings(self, found: Any) -> Iterator[str]:
        """Set what a restore leaves off; of the table itself, which is busy then, one thing."""
        if self._recovery_days() != self.row.recovery_days:
            days = self.row.recovery_days
            recovery = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": days}
            self._set("update_continuous_backups", PointInTimeRecoverySpecification=recovery)
            yield f"can be brought back to any second of {days} days again"
        if self.row.expiring and not self._expires():
            expiry = {"Enabled": True, "AttributeName": EXPIRY}
            self._set("update_time_to_live", TimeToLiveSpecification=expiry)
            yield "lets its rows expire again"
        if self.row.stream and not found.get("StreamSpecification", {}).get("StreamEnabled"):
            self._set("update_table", StreamSpecification=STREAM)
            yield "has a stream again, of another name: deploy, and build the index anew"
        elif _is_protected(self._described(self.neighbour)) and not _is_protected(found):
            self._set("update_table", DeletionProtectionEnabled=True)
            yield "is protected from deletion again"

    def _recovery_days(self) -> int | None:
        told = self._asked("describe_continuous_backups", TableName=self.physical)
        recovery = told["ContinuousBackupsDescription"].get("PointInTimeRecoveryDescription", {})
        on = recovery.get("PointInTimeRecoveryStatus") == "ENABLED"
        return recovery.get("RecoveryPeriodInDays") if on else None

    def _expires(self) -> bool:
        told = self._asked("describe_time_to_live", TableName=self.physical)
        return told["TimeToLiveDescription"].get("TimeToLiveStatus") in {"ENABLED", "ENABLING"}

    def _described(self, table: str) -> Any:
        told = asked(self.client, "describe_table", GONE, TableName=table)
        return None if told is None else told["Table"]

    def _set(self, action: str, **wish: Any) -> None:
        self._asked(action, TableName=self.physical, **wish)

    def _asked(self, action: str, **parameters: Any) -> Any:
        return asked(self.client, action, **parameters)


def row_of(name: str) -> Table:
    """Return the row of a table. Raises CopyRefused if there is none of that name."""
    for row in TABLES:
        if row.name == name:
            return row
    raise CopyRefused(f"no table is called {name}; there are {', '.join(t.name for t in TABLES)}")


def _is_protected(found: Any) -> bool:
    return found is not None and bool(found.get("DeletionProtectionEnabled"))
