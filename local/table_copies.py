"""Copies of a stage's tables as they were at an instant, beside the tables themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from infra.tables import TABLES

PREFIX = "mneme-copy"
ONE_DAY = 1
_READY = "ACTIVE"
GONE = "ResourceNotFoundException"
_THERE = "TableAlreadyExistsException"


class CopyRefused(Exception):
    """The tables cannot be copied so; the message is one line for the person who asked."""


@dataclass(frozen=True)
class Span:
    """From when to when a table can be brought back; None while it is not recoverable at all."""

    table: str
    earliest: datetime | None
    latest: datetime | None


class TableCopies:
    """Copies under one name of the tables of a stage, by the caller's AWS credentials.

    `tables` are their physical names, by the names of `infra/tables.py`.
    """

    def __init__(self, tables: Mapping[str, str], name: str) -> None:
        self._tables = tables
        self._name = name
        self._client = boto3.client("dynamodb")

    def physical_name(self, table: str) -> str:
        """Return what the copy of a table is called: nothing that a stack deploys is called so."""
        return f"{PREFIX}-{self._name}-{table}"

    def spans(self) -> Iterator[Span]:
        """Yield from when to when each table can be brought back. Raises CopyRefused."""
        for table, physical in self._tables.items():
            told = self._asked("describe_continuous_backups", TableName=physical)
            found = told["ContinuousBackupsDescription"].get("PointInTimeRecoveryDescription", {})
            earliest = found.get("EarliestRestorableDateTime")
            yield Span(table, earliest, found.get("LatestRestorableDateTime"))

    def restore(self, at: datetime | None) -> Iterator[str]:
        """Begin a copy of each table that has none yet, as it was then or is now; yield its name.

        What is kept for a day only comes as it is now, whatever is asked: keys that were destroyed
        since must not come back. Raises CopyRefused.
        """
        brief = {row.name for row in TABLES if row.recovery_days == ONE_DAY}
        for table, physical in self._tables.items():
            when: dict[str, Any] = {"RestoreDateTime": at}
            if at is None or table in brief:
                when = {"UseLatestRestorableTime": True}
            copy = self.physical_name(table)
            names = {"SourceTableName": physical, "TargetTableName": copy}
            told = self._asked("restore_table_to_point_in_time", _THERE, **names, **when)
            if told is not None:
                yield copy

    def missing(self) -> list[str]:
        """Return the tables whose copies are not ready, or not there. Raises CopyRefused."""
        return [table for table in self._tables if self._state(table) != _READY]

    def drop(self) -> Iterator[str]:
        """Delete the copies that are ready, and yield their names. Raises CopyRefused."""
        for table in self._tables:
            if self._state(table) == _READY:
                copy = self.physical_name(table)
                self._asked("delete_table", TableName=copy)
                yield copy

    def _state(self, table: str) -> str | None:
        told = self._asked("describe_table", GONE, TableName=self.physical_name(table))
        return None if told is None else str(told["Table"]["TableStatus"])

    def _asked(self, action: str, passing: str = "", **parameters: Any) -> Any:
        return asked(self._client, action, passing, **parameters)


def asked(client: Any, action: str, passing: str = "", **parameters: Any) -> Any:
    """Return what DynamoDB answers, None for the error that may pass. Raises CopyRefused."""
    try:
        return getattr(client, action)(**parameters)
    except ClientError as fault:
        if fault.response["Error"]["Code"] == passing:
            return None
        raise CopyRefused(f"{action} of {parameters}: {fault}") from fault
    except BotoCoreError as fault:
        raise CopyRefused(f"{action}: {fault}") from fault
