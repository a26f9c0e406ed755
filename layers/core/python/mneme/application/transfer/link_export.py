"""Hand out a link to a finished export, to who may ask for exports."""

from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.download_links import DownloadLinks
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.export_files import EXPORTS, ExportPlace
from mneme.application.transfer.export_order import epoch_of
from mneme.domain.job import Job, JobName, JobState
from mneme.domain.tenancy import Grant, TenantContext
from mneme.domain.transfer import EXPORT_KEPT, LINK_VALID, Download


@dataclass(frozen=True)
class LinkExport:
    """What `job` answers with beside the state of an export."""

    users: UserRepository
    links: DownloadLinks
    clock: Clock

    def __call__(self, tenant: TenantContext, user_id: str, job: Job) -> Download | None:
        """Return a link, made now; None if the job is no finished export, or its file is gone.

        Gone it is after its lifetime, and after any purge. Raises Unavailable.
        """
        now = self.clock.now()
        if job.name is not JobName.EXPORT or job.state is not JobState.DONE:
            return None
        if Grant.PRIVACY not in tenant.grants or job.updated_at + EXPORT_KEPT <= now:
            return None
        if self.users.state(tenant, user_id).newest_epoch != epoch_of(job.job_id):
            return None
        place = ExportPlace(tenant, user_id, user_partition(tenant, user_id), job.job_id)
        url = self.links.link(
            tenant, EXPORTS, place.file, file_name=f"{job.job_id}.jsonl", valid=LINK_VALID
        )
        return Download(url, now + LINK_VALID)
