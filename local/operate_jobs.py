"""`./dev mneme jobs`: the jobs there are, how far one is, and one begun by hand."""

import argparse
import time
from collections.abc import Callable

from mneme.domain.identity import tenant_id, user_id
from mneme.domain.job import OF_PRIVACY, Job, JobName, JobOwner, JobState
from mneme.runtime.bootstrap import Services

LISTED = 30
BAR = 30
_LOOK_EVERY_SECONDS = 0.5
_PATIENCE_SECONDS = 60.0
"""How long nothing may have happened before that is said."""

Wait = Callable[[float], None]


def add_jobs(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; where the jobs are is added by the caller."""
    command = commands.add_parser(
        "jobs",
        help="list jobs, show one, or begin one and follow it",
        description=f"Lists the {LISTED} jobs begun last, shows one shard by shard, or begins one"
        " and follows it. The stack's worker does the work.",
    )
    command.add_argument("action", choices=("list", "show", "run"))
    command.add_argument("job", nargs="?", help="a job's id to show, a job's name to run")
    command.add_argument("--tenant", help="with --user: jobs about that user alone")
    command.add_argument("--user", help="with --tenant")
    command.add_argument("--detach", action="store_true", help="begin it and do not follow it")


def jobs_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    if (given.tenant is None) is not (given.user is None):
        return "--tenant and --user go together"
    if (given.action == "list") is not (given.job is None):
        return "list takes no job" if given.action == "list" else f"{given.action} takes a job"
    names = sorted(
        set(JobName)
        - {JobName.EVICT, JobName.COMPRESS, JobName.RESEAL, JobName.OFFBOARD, *OF_PRIVACY}
    )  # of requests
    if given.action == "run" and given.job not in names:
        return f"there is no such job to run; there are {', '.join(names)}"
    if given.action == "run" and given.tenant is not None and given.job != JobName.RECONCILE:
        return f"{given.job} is everybody's: it takes no user"
    return None


def operate_jobs(made: Services, given: argparse.Namespace, wait: Wait = time.sleep) -> int:
    """Carry out the command. Raises MnemeError."""
    owner = JobOwner()
    if given.tenant is not None:
        owner = JobOwner(tenant_id(given.tenant), user_id(given.user))
    if given.action == "list":
        for job in made.jobs.show.every(owner)[:LISTED]:
            print(_line(job))
        return 0
    if given.action == "show":
        return _show(made, owner, given.job)
    job_id = made.jobs.start.by_hand(JobName(given.job), owner)
    print(job_id)
    return 0 if given.detach else _follow(made, owner, job_id, wait)


def _show(made: Services, owner: JobOwner, job_id: str) -> int:
    job = made.jobs.show.find(owner, job_id)
    if job is None:
        print("there is no such job")
        return 1
    print(_line(job))
    for shard in made.jobs.show.shards(owner, job_id):
        done = shard.progress
        print(
            f"  shard {shard.number:>3}  {shard.state:<8} {shard.page - 1:>6} pages"
            f" {done.read:>9} read {done.changed:>9} changed {done.failed:>6} failed"
        )
    return 0


def _follow(made: Services, owner: JobOwner, job_id: str, wait: Wait) -> int:
    """Show a bar that fills until the job has ended."""
    while True:
        job = made.jobs.show.find(owner, job_id)
        if job is None:
            print("the job is gone")
            return 1
        print(f"\r{_bar(job)}", end="", flush=True)
        if job.state.final:
            print(f"\n{_line(job)}")
            return 0 if job.state is JobState.DONE else 1
        if (made.clock.now() - job.updated_at).total_seconds() > _PATIENCE_SECONDS:
            print("\nnothing has happened for a minute: is the stack running?")
            return 1
        wait(_LOOK_EVERY_SECONDS)


def _bar(job: Job) -> str:
    filled = BAR * job.shards_done // job.shards
    done = job.progress
    return (
        f"[{'#' * filled}{'.' * (BAR - filled)}] {job.shards_done}/{job.shards} shards"
        f"  {job.pages} pages  {done.read} read  {done.changed} changed  {done.failed} failed"
    )


def _line(job: Job) -> str:
    at = job.started_at.isoformat(timespec="seconds")
    failed = "" if job.error is None else f"  ({job.error})"
    return f"{at}  {job.state:<8} {job.job_id}  {_bar(job)}{failed}"
