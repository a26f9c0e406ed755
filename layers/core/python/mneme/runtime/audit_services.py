"""The use cases of audit, each made at first use."""

from functools import cached_property

from mneme.application.audit.audit_logs import AuditLogs
from mneme.application.audit.erased_logs import ErasedLogs
from mneme.application.audit.hold_words import HoldWords
from mneme.application.audit.log_digests import LogDigests
from mneme.application.audit.verify_log import VerifyLog
from mneme.application.audit.write_digests import WriteDigests
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.parts import Parts


class AuditServices:
    """What the digest's function and the operator's command may call."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @cached_property
    def logs(self) -> AuditLogs:
        """Behind the operator's command."""
        own = self._parts
        verify, words = VerifyLog(own.tables, own.keys), HoldWords(own.keys, own.memories)
        erased = ErasedLogs(own.tables, own.keys)
        return AuditLogs(verify, words, self._digests, erased, own.backend.whole_tables)

    @cached_property
    def write_digests(self) -> WriteDigests:
        """The daily digest's work."""
        own = self._parts
        return WriteDigests(own.backend.whole_tables, self._digests, own.clock, LoggedFaults())

    @cached_property
    def _digests(self) -> LogDigests:
        return LogDigests(self._parts.tables, self._parts.backend.digests)
