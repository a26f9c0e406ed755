"""`./dev mneme audit`: change logs held against their chains, and against the digests of days."""

import argparse
from collections.abc import Iterator

from mneme.application.audit.audit_logs import GoneLogs, LostLogs, SealedLogs, Told
from mneme.domain.audit_flaw import Found
from mneme.domain.identity import tenant_id, user_id
from mneme.domain.tenancy import internal_context
from mneme.runtime.bootstrap import Services


def add_audit(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; where the logs are is added by the caller."""
    command = commands.add_parser(
        "audit",
        help="verify change logs; write the day's digest of them",
        description="`verify` walks the change log of a user, of a tenant's users or of all, and"
        " names each record that is not as it was written. `digest` writes what every log has come"
        " to, once a day, as the schedule does.",
    )
    command.add_argument("action", choices=("verify", "digest"))
    command.add_argument("--tenant", help="only this tenant's logs")
    command.add_argument("--user", help="with --tenant: only this user's log")


def audit_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    if given.user is not None and given.tenant is None:
        return "--user goes with --tenant"
    if given.action == "digest" and given.tenant is not None:
        return "digest is of every tenant"
    return None


def operate_audit(made: Services, given: argparse.Namespace) -> int:
    """Carry out the command; 1 if a log is not as it was written. Raises MnemeError."""
    if given.action == "digest":
        print(f"{made.audit.write_digests()} logs taken down")
        return 0
    tenant = None if given.tenant is None else tenant_id(given.tenant)
    if tenant is not None and given.user is not None:
        told = iter([made.audit.logs.user(internal_context(tenant), user_id(given.user))])
        return _shown(told, named=True)
    return _shown(made.audit.logs.every(tenant), named=tenant is not None)


def _shown(told: Iterator[Told], *, named: bool) -> int:
    """Print what was found; 1 if it is a flaw, or if nothing is there under a name that was given.

    A name that was mistyped must not read as verified.
    """
    logs = records = unchained = unchecked = flaws = 0
    met = False
    for one in told:
        if isinstance(one, LostLogs):
            for chain in one.chains:
                print(f"{one.tenant_id}  the log of chain {chain} is gone")
            flaws += len(one.chains)
            met = True
            continue
        if isinstance(one, GoneLogs):
            for chain, at in one.chains.items():
                print(f"{one.tenant_id}  the log of chain {chain} is gone: erased {at.isoformat()}")
            met = True
            continue
        if isinstance(one, SealedLogs):
            erased = f"erased {one.erased_at.isoformat()}"
            print(f"{one.tenant_id}  {erased}: nothing can verify its {one.logs} logs any more")
            met = True
            continue
        report = one.report
        if report.erased_at is not None:
            print(f"{one.tenant_id} {one.user_id}  erased {report.erased_at}")
        logs, records = logs + 1, records + report.records
        unchained, unchecked = unchained + report.unchained, unchecked + report.unchecked
        flaws += len(report.found)
        met = met or report.records > 0 or report.erased_at is not None or bool(report.found)
        for found in report.found:
            print(f"{one.tenant_id} {one.user_id}  {_place(found)}: {found.flaw.value}")
    print(
        f"{logs} logs, {records} records ({unchained} older than chains), {unchecked} memories"
        f" whose words are gone; {flaws} flaws"
    )
    if named and not met:
        print("nothing was verified: there is no log of that name")
        return 1
    return 1 if flaws else 0


def _place(found: Found) -> str:
    if found.last is None or found.last == found.sequence:
        return f"record {found.sequence}"
    return f"records {found.sequence} to {found.last}"
