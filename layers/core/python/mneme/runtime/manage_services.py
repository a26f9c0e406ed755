"""What callers do about memories."""

from functools import cached_property

from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.credential_services import CredentialServices
from mneme.runtime.management import Management
from mneme.runtime.process import Process


class ManageServices(CredentialServices, CommitParts):
    """What `functions/manage_api` may call."""

    @cached_property
    def manage(self) -> Management:
        """Behind the verbs of management."""
        return Management(self)


services = Process(ManageServices)
