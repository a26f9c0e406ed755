"""`./dev mneme branch-keys`: a tenant's branch key, shown and rotated."""

import argparse
from typing import Any

from local.tenant_admin import ActionRefused, carried_out
from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.repositories.branch_keys import SETTLED
from mneme.application.tenants.reseal_work import ResealOrder
from mneme.domain.job import Job, JobName, JobState
from mneme.runtime.bootstrap import Services


def add_branch_keys(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and what it can be told; where the tenants are is added by the caller."""
    command = commands.add_parser(
        "branch-keys",
        help="rotate a tenant's branch key, by which its users' data keys are sealed",
        description="`rotate` lets a new key seal from now on and begins the job that seals anew"
        " what the one before had sealed, ten minutes later; both open meanwhile. `finish` forgets"
        " the one before, once that job is done. Done again, either goes on where it was cut off.",
    )
    command.add_argument("action", choices=("rotate", "show", "finish"))
    command.add_argument("tenant", help="the tenant's name")


def operate_branch_keys(made: Services, given: argparse.Namespace) -> int:
    """Carry out what was asked for. Raises ActionRefused, StageUnknown, MnemeError."""
    asked = "rotate" if given.action == "rotate" else "show"
    told = _told(made, given, {"action": f"branch_keys.{asked}"})
    version = int(told["version"])
    job = _job(made, given.tenant, version)
    if given.action == "rotate" and told["earlier"]:
        job = _begun(made, given.tenant, version, job)
    if given.action == "finish":
        _require_done(told, job)
        told = _told(made, given, {"action": "branch_keys.finish", "version": version})
    _show(told, job)
    return 0


def _told(made: Services, given: argparse.Namespace, action: dict[str, Any]) -> dict[str, Any]:
    return carried_out(made, given.stage, {**action, "tenant": given.tenant})


def _job(made: Services, tenant: str, version: int) -> Job | None:
    """Return the job of a rotation that was begun last, or None."""
    prefix = f"{_job_id(tenant, version)}@"
    jobs = (job for job in made.jobs.show.every(EVERYBODY) if f"{job.job_id}@".startswith(prefix))
    return next(jobs, None)


def _begun(made: Services, tenant: str, version: int, before: Job | None) -> Job | None:
    """Begin the job, unless it was: where it failed, or passed something by, one more."""
    if before is not None and not (before.state.final and not _is_clean(before)):
        return before
    job_id = _job_id(tenant, version)
    if before is not None:
        job_id = f"{job_id}@{made.clock.now():%Y-%m-%dT%H%M%S.%f}"
    cursor = ResealOrder(tenant, version).encode()
    wait = int(SETTLED.total_seconds())
    made.jobs.start.once(JobName.RESEAL, EVERYBODY, job_id, cursor, delay_seconds=wait)
    return made.jobs.show.find(EVERYBODY, job_id)


def _require_done(told: dict[str, Any], job: Job | None) -> None:
    if told["earlier"] and (job is None or not _is_clean(job)):
        state = "was not begun: rotate" if job is None else f"is {_line(job)}"
        raise ActionRefused(f"the job that seals anew {state}")


def _is_clean(job: Job) -> bool:
    return job.state is JobState.DONE and not job.progress.failed


def _show(told: dict[str, Any], job: Job | None) -> None:
    since = f" since {told['rotated_at']}" if told["rotated_at"] else ""
    earlier = f", {told['earlier']} earlier still open what they sealed" if told["earlier"] else ""
    print(f"version {told['version']} seals{since}{earlier}")
    if job is not None:
        print(_line(job))


def _line(job: Job) -> str:
    done = job.progress
    return f"{job.state} {job.job_id}: {done.changed} sealed anew, {done.failed} failed"


def _job_id(tenant: str, version: int) -> str:
    # No name of a tenant has an @.
    return f"{JobName.RESEAL.value}-{tenant}@{version}"
