"""What callers want of their privacy."""

from functools import cached_property

from mneme.application.privacy.purge_memory import PurgeMemory
from mneme.application.privacy.switch_memory import SwitchMemory
from mneme.runtime.certificate_parts import CertificateParts
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.credential_services import CredentialServices
from mneme.runtime.process import Process
from mneme.runtime.purging import purge_memory
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
        return purge_memory(self)

    @cached_property
    def certificates(self) -> CertificateParts:
        """Behind `user/certificate`, and the operator's command."""
        return CertificateParts(self)

    @cached_property
    def transfer(self) -> TransferParts:
        """Behind `user/export`."""
        return TransferParts(self)


services = Process(PrivacyServices)
