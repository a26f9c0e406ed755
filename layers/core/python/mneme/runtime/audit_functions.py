"""Audit, for the function that writes digests."""

from functools import cached_property

from mneme.runtime.audit_services import AuditServices
from mneme.runtime.parts import Parts
from mneme.runtime.process import Process


class AuditFunctions(Parts):
    """What the digest's function and operators may call."""

    @cached_property
    def audit(self) -> AuditServices:
        """Behind the daily digest, and the operator's command."""
        return AuditServices(self)


services = Process(AuditFunctions)
