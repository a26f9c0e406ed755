"""`./dev mneme backup`: copies of a stage's tables, made, verified and dropped."""

import argparse
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import boto3

from local.lost_table import LostTable, row_of
from local.operate_audit import operate_audit
from local.table_copies import TableCopies
from mneme.runtime.bootstrap import Services

_NAME = re.compile(r"[a-z0-9-]{1,40}")


def add_backup(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; where the tables are is added by the caller."""
    command = commands.add_parser(
        "backup",
        help="copy a stage's tables as they were at an instant, and verify the copies",
        description="`show` tells from when to when each table can be brought back. `restore`"
        " copies all of them to new tables, `verify` reads the change logs of the copies as"
        " `audit verify` does those of the tables, `drop` deletes the copies. The tables stay."
        " `return` brings back a table that is gone, under its own name; given again, it goes on.",
    )
    command.add_argument("action", choices=("show", "restore", "verify", "drop", "return"))
    command.add_argument(
        "name", nargs="?", help="what the copies are called together; the table to return"
    )
    command.add_argument(
        "--at", type=_instant, metavar="INSTANT", help="2026-12-01T04:00:00Z; without it: now"
    )


def backup_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    if not given.stage:
        return "a local stack is backed up by copying its folder while it stands still"
    if (given.action == "show") is not (given.name is None):
        return "show takes no name" if given.action == "show" else f"{given.action} takes a name"
    if given.name is not None and given.action != "return" and not _NAME.fullmatch(given.name):
        return "a name is 1 to 40 small letters, digits and dashes"
    return "--at goes with restore" if given.at and given.action != "restore" else None


def operate_backup(made: Services, given: argparse.Namespace) -> int:
    """Carry out the command. Raises CopyRefused, MnemeError."""
    tables = {name: layout.physical_name for name, layout in made.settings.tables.items()}
    if given.action == "return":
        return _return(tables, given.name)
    copies = TableCopies(tables, given.name or "")
    if given.action == "show":
        return _show(copies)
    if given.action == "restore":
        for name in copies.restore(given.at):
            print(f"{name} is being made")
        return 0
    if given.action == "drop":
        for name in copies.drop():
            print(f"{name} is gone")
        return 0
    missing = copies.missing()
    if missing:
        print(f"not ready yet: {', '.join(missing)}")
        return 1
    return operate_audit(_of(copies, made), argparse.Namespace(action="verify", tenant=None))


def _show(copies: TableCopies) -> int:
    lost = 0
    for span in copies.spans():
        if span.earliest is None or span.latest is None:
            lost += 1
            print(f"{span.table:<12} cannot be brought back: recovery is off")
        else:
            print(f"{span.table:<12} {_shown(span.earliest)} to {_shown(span.latest)}")
    return 1 if lost else 0


def _return(tables: Mapping[str, str], name: str) -> int:
    """Do what can be done for a table that is gone; 0 once there is nothing left to do."""
    row = row_of(name)
    neighbour = next(physical for table, physical in tables.items() if table != name)
    lost = LostTable(boto3.client("dynamodb"), row, tables[name], neighbour)
    done = list(lost.brought_back())
    for one in done:
        print(f"{name} {one}")
    if not done:
        print(f"{name} is whole")
        return 0
    print("give the command again until it is whole")
    return 1


def _of(copies: TableCopies, made: Services) -> Services:
    """Return the same services over the copies."""
    tables = {
        name: replace(layout, physical_name=copies.physical_name(name))
        for name, layout in made.settings.tables.items()
    }
    return Services(replace(made.settings, tables=tables), made.clock, made.ids)


def _shown(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _instant(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("an instant has an offset, such as Z")
    return at
