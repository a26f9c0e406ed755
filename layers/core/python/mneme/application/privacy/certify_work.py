"""The nightly job that looks at certificates to which something is yet to happen."""

from dataclasses import dataclass
from datetime import date
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.privacy.issue_certificate import IssueCertificate
from mneme.application.repositories.certificates import Certificates, DueCertificate
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress

PAGE = 50


@dataclass(frozen=True)
class CertifyWork:
    """What was not signed yet is; whose keys are destroyed by now says so; what has lapsed, too."""

    certificates: Certificates
    issue: IssueCertificate
    each: LookAfterEach
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: every run looks at whatever is due."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Look at the next certificates. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("certificates are looked at for everybody")
        due, cursor = self.certificates.due(shard.started_at, shard.cursor, shard.portion(PAGE))
        done = Progress(len(due))
        for one in due:
            done += self.each(shard, one.tenant, str(one.upto), partial(self._looked_at, one))
        return PageDone(cursor, done)

    def _looked_at(self, due: DueCertificate) -> Progress:
        certificate = self.certificates.find(due.tenant, due.user_id, due.upto)
        if certificate is None or certificate.due_at is None:
            return Progress()
        return Progress(changed=int(self.issue(due.tenant, certificate)))
