"""What callers want of their privacy."""

from functools import cached_property

from mneme.application.privacy.purge_memory import PurgeMemory
from mneme.application.privacy.switch_memory import SwitchMemory
from mneme.application.repositories.jobs import Jobs
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.runtime.certificate_parts import CertificateParts
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.credential_services import CredentialServices
from mneme.runtime.process import Process
from mneme.runtime.transfer_parts import TransferParts


class PrivacyServices(CredentialServices, CommitParts):
    """What `functions/privacy_api` may call."""

    @cached_property
    def switch_memory(self) -> SwitchMemory:
        """Behind `user/switch`."""
        return SwitchMemory(self.users, self.commits, self.clock)

    @cached_property
    def purge_memory(self) -> PurgeMemory:
        """Behind `user/purge`."""
        jobs, queue = Jobs(self.tables, self.clock), self.backend.queue
        ended = EndContinuity(self.memories, self.commits, self.clock)
        return PurgeMemory(self.users, self.keys, self.commits, jobs, queue, ended, self.clock)

    @cached_property
    def certificates(self) -> CertificateParts:
        """Behind `user/certificate`, and the operator's command."""
        return CertificateParts(self)

    @cached_property
    def transfer(self) -> TransferParts:
        """Behind `user/export`."""
        return TransferParts(self)


services = Process(PrivacyServices)
