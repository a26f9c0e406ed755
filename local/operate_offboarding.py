"""`./dev mneme tenants erase`: a tenant that leaves, erased for good."""

import argparse
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from local.first_tenant import FIRST_TENANT
from local.tenant_admin import ActionRefused, carried_out
from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.privacy.offboard_work import OffboardOrder, offboard_order
from mneme.application.tenants.erase_tenant import newest_offboarding
from mneme.domain.job import JobName, JobShard, JobState
from mneme.domain.residues import DataKey, SearchFiles, Windows, kept, residues
from mneme.domain.tenancy import internal_context
from mneme.runtime.bootstrap import Services


def erase_tenant(made: Services, given: argparse.Namespace) -> None:
    """Go on with the erasure of a tenant, and tell how far it is, or what is left.

    Raises ActionRefused, StageUnknown, MnemeError.
    """
    if given.stage is None and given.tenant == FIRST_TENANT:
        raise ActionRefused(f"{FIRST_TENANT} is who the stack begins with: remove its folder")
    action = {"action": "tenants.erase", "tenant": given.tenant, "confirm": given.yes}
    told = carried_out(made, given.stage, action)
    if told["erased_at"] is None:
        _show_progress(given.tenant, told, _job(made, given.tenant, told))
        return
    for line in _left(given.tenant, _instant(told["erased_at"]), made.settings.erasure.windows):
        print(line)


def _job(made: Services, tenant: str, told: dict[str, Any]) -> JobShard:
    """Return the job that erases the users, begun now unless it was; one that failed is followed.

    It is done by steps that find done what was done.
    """
    jobs, context = made.jobs.stored, internal_context(tenant)
    job = newest_offboarding(jobs, context)
    if job is not None and job.state is not JobState.FAILED:
        return job
    job_id = f"{JobName.OFFBOARD.value}-{tenant}@{made.clock.now():%Y-%m-%dT%H%M%S.%f}"
    cursor = OffboardOrder(tenant, _instant(told["erasing_at"])).encode()
    made.jobs.start.once(JobName.OFFBOARD, EVERYBODY, job_id, cursor)
    (begun,) = jobs.of_job(EVERYBODY, job_id)
    return begun


def _show_progress(tenant: str, told: dict[str, Any], job: JobShard) -> None:
    done = job.progress
    print(f"{tenant} is being erased since {told['erasing_at']}")
    print(f"{job.state} {job.job_id}: {done.changed} erasures begun, {done.failed} failed")
    if job.state is JobState.RUNNING:
        waits_for = offboard_order(job.cursor).waits_for
        if waits_for is not None:
            print(f"waits for the erasure of {waits_for}")
    print("give the command again to see how far it is; the tenant's keys go when the job is DONE")


def _left(tenant: str, at: datetime, windows: Windows) -> Iterator[str]:
    yield f"{tenant} is erased since {at.isoformat()}: its name is not given again"
    yield "what is left for a while, and until when at the latest:"
    files = SearchFiles.after(at, at, None) if windows.search else None
    for one in residues(windows, at, [DataKey(0, "", destroyed_at=at)], (), files):
        yield _line(one.name, one.lapses_at, one.holds)
    if windows.tables:
        holds = "the tenant's wrapped key and hashes of its API keys, as its table was"
        yield _line("tenant_backups", at + windows.tables, holds)
    yield "what stays, without a word of what anybody said:"
    for name, told in kept(windows, at, files).items():
        if isinstance(told, dict) and name != "certificate":
            until = None if told["until"] is None else _instant(str(told["until"]))
            yield _line(name, until, str(told["holds"]), "stays")
    yield _line("tenant_row", None, "the tenant's name, and when it was erased", "stays")
    holds = "one of each user, which names the providers of models as well"
    yield _line("certificates", None, holds, "stays")


def _line(name: str, until: datetime | None, holds: str, endless: str = "not known") -> str:
    shown = endless if until is None else until.isoformat(timespec="seconds")
    return f"  {name:<17} {shown:<25}  {holds}"


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
