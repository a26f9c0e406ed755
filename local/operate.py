"""The operator's command: `./dev mneme …`, here or for a deployed stage."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from infra.queues import QUEUES
from local.data_folder import MARKER
from local.environment import child_environment
from local.operate_audit import add_audit, audit_refusal, operate_audit
from local.operate_backup import add_backup, backup_refusal, operate_backup
from local.operate_branch_keys import add_branch_keys, operate_branch_keys
from local.operate_certificate import (
    add_certificate,
    certificate_refusal,
    operate_certificate,
    verified_offline,
)
from local.operate_jobs import add_jobs, jobs_refusal, operate_jobs
from local.operate_keys import add_keys, keys_refusal, operate_keys
from local.operate_quotas import add_quotas, operate_quotas, quotas_refusal
from local.operate_reindex import add_reindex, reindex
from local.operate_settings import add_settings, operate_settings, settings_refusal
from local.operate_tenants import add_tenants, operate_tenants, refusal
from local.operate_tokens import (
    add_issuers,
    add_tokens,
    issuers_refusal,
    operate_issuers,
    operate_tokens,
    tokens_refusal,
)
from local.options import ROOT
from local.stage_environment import StageUnknown, stage_environment
from local.table_copies import CopyRefused
from local.tenant_admin import ActionRefused
from mneme.application.tasks.redrive_tasks import FailedTask
from mneme.domain.errors import MnemeError
from mneme.runtime.bootstrap import Services, services


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit status."""
    given = parsed(arguments)
    offline = verified_offline(given)
    if offline is not None:
        return offline
    try:
        os.environ.update(_environment(given))
        return _carried_out(given)
    except BrokenPipeError:
        # Whoever reads has enough; what is left must not fail once more when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ActionRefused, CopyRefused, StageUnknown, NoDataFolder) as refused:
        print(f"mneme: {refused}", file=sys.stderr)
    except MnemeError as fault:
        print(f"mneme: {fault.message}", file=sys.stderr)
    return 1


def _carried_out(given: argparse.Namespace) -> int:
    status = COMMANDS[given.command](services(), given)
    sys.stdout.flush()
    return status


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what a command line asks for; ends the process with a usage message if it is none."""
    parser = _parser()
    given = parser.parse_args(arguments)
    senseless = _REFUSALS.get(given.command, _makes_sense)(given)
    if senseless:
        parser.error(senseless)
    return given


class NoDataFolder(Exception):
    """There is no local stack's data where it was looked for."""


def _environment(given: argparse.Namespace) -> dict[str, str]:
    """Return how this process finds what it is to work on. Raises StageUnknown, NoDataFolder."""
    if given.stage:
        return {**stage_environment(given.stage), "POWERTOOLS_METRICS_DISABLED": "true"}
    folder: Path = given.data.absolute()
    if not (folder / MARKER).exists():
        raise NoDataFolder(f"{folder} holds no data of a local stack")
    return child_environment(folder, "WARNING", os.environ)


def redrive(made: Services, given: argparse.Namespace) -> int:
    """Show what failed and what lies in dead-letter queues; carry out what was asked for."""
    if given.move_back:
        moved = made.dead_letters.move_back(given.move_back)
        print(f"{moved} messages go back to {given.move_back}")
        return 0
    opened = 0
    for failed in made.redrive_tasks.failed(given.tenant):
        done = given.yes and made.redrive_tasks.reopen(failed)
        opened += done
        print(_line(failed, done=done))
    for queue in QUEUES:
        if queue.consumer and (depth := made.dead_letters.depth(queue.name)):
            print(f"{queue.name}: {depth} dead letters")
    if given.yes:
        print(f"{opened} tasks are open again")
    return 0


def _makes_sense(_: argparse.Namespace) -> None:
    return None


COMMANDS = {
    "audit": operate_audit,
    "backup": operate_backup,
    "branch-keys": operate_branch_keys,
    "certificate": operate_certificate,
    "issuers": operate_issuers,
    "jobs": operate_jobs,
    "keys": operate_keys,
    "quotas": operate_quotas,
    "redrive": redrive,
    "reindex": reindex,
    "settings": operate_settings,
    "tenants": operate_tenants,
    "tokens": operate_tokens,
}
_REFUSALS: dict[str, Callable[[argparse.Namespace], str | None]] = {
    "audit": audit_refusal,
    "backup": backup_refusal,
    "certificate": certificate_refusal,
    "issuers": issuers_refusal,
    "jobs": jobs_refusal,
    "keys": keys_refusal,
    "quotas": quotas_refusal,
    "settings": settings_refusal,
    "tenants": refusal,
    "tokens": tokens_refusal,
}


def _line(failed: FailedTask, *, done: bool) -> str:
    what = "open again" if done else "failed" if failed.data_kept else "failed, data gone"
    at = failed.failed_at.isoformat(timespec="seconds")
    names = f"{failed.tenant.tenant_id} {failed.user_id} {failed.task.task_id}"
    return f"{at}  {failed.code}  {names}  {what}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev mneme", description="Operate Mneme.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "redrive",
        help="list failed tasks and dead letters; open or move them again",
        description="Lists the tasks that failed for a fault of ours, and the dead letters.",
    )
    command.add_argument("--tenant", help="only this tenant's tasks")
    what = command.add_mutually_exclusive_group()
    what.add_argument("--yes", action="store_true", help="open the listed tasks again")
    what.add_argument(
        "--move-back",
        metavar="QUEUE",
        choices=[queue.name for queue in QUEUES if queue.consumer],
        help="move a queue's dead letters back to it",
    )
    add_tenants(commands)
    add_keys(commands)
    add_tokens(commands)
    add_quotas(commands)
    add_issuers(commands)
    add_reindex(commands)
    add_jobs(commands)
    add_audit(commands)
    add_backup(commands)
    add_branch_keys(commands)
    add_certificate(commands)
    add_settings(commands)
    for each in commands.choices.values():
        where = each.add_mutually_exclusive_group()
        where.add_argument(
            "--data", type=Path, default=ROOT / ".local", help="a local stack's data"
        )
        where.add_argument("--stage", help="a deployed stage, by the caller's AWS credentials")
    return parser


if __name__ == "__main__":
    sys.exit(main())
