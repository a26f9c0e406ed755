"""The use case that purges, made of the parts of commits."""

from mneme.application.privacy.purge_memory import PurgeMemory
from mneme.application.repositories.jobs import Jobs
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.runtime.commit_parts import CommitParts


def purge_memory(parts: CommitParts) -> PurgeMemory:
    """Return what purges a user's memory."""
    jobs, queue = Jobs(parts.tables, parts.clock), parts.backend.queue
    ended = EndContinuity(parts.memories, parts.commits, parts.clock)
    return PurgeMemory(parts.users, parts.keys, parts.commits, jobs, queue, ended, parts.clock)
