"""Show how far jobs are: to their user, or, all of them, to an operator."""

from collections import defaultdict
from dataclasses import dataclass

from mneme.application.repositories.jobs import Jobs
from mneme.domain.errors import NotFound
from mneme.domain.job import OF_PRIVACY, Job, JobOwner, JobShard, job_of
from mneme.domain.tenancy import Grant, TenantContext


@dataclass(frozen=True)
class ShowJobs:
    """The use case behind `job` and the operator's command."""

    jobs: Jobs

    def of_user(self, tenant: TenantContext, user_id: str, job_id: str) -> Job:
        """Return a job of the user.

        Raises NotFound, also for one of another user, of another tenant or of the deployment, for
        one that the credential could not have begun, though it may see some, and, if it is bound to
        apps or a session, for one that is about more.
        """
        found = self.find(JobOwner(tenant.tenant_id, user_id), job_id)
        if found is not None and _sees(tenant, found):
            return found
        raise NotFound("there is no such job", field="job_id")

    def find(self, owner: JobOwner, job_id: str) -> Job | None:
        """Return a job of an owner, or None."""
        shards = self.jobs.of_job(owner, job_id)
        return job_of(shards) if shards else None

    def shards(self, owner: JobOwner, job_id: str) -> list[JobShard]:
        """Return the shards of a job; none if there is no such job."""
        return self.jobs.of_job(owner, job_id)

    def every(self, owner: JobOwner) -> list[Job]:
        """Return the jobs of an owner, those begun last first."""
        by_id: dict[str, list[JobShard]] = defaultdict(list)
        for shard in self.jobs.of_owner(owner):
            by_id[shard.job_id].append(shard)
        jobs = map(job_of, by_id.values())
        return sorted(jobs, key=lambda job: job.started_at, reverse=True)


def _sees(tenant: TenantContext, job: Job) -> bool:
    if Grant.MANAGE not in tenant.grants and job.name not in OF_PRIVACY:
        return False
    if not tenant.is_bound:
        return True
    if tenant.session_id is not None and tenant.session_id != job.session_id:
        return False
    whole = job.app_id is None and job.session_id is None
    return not whole and tenant.reaches_app(job.app_id)
