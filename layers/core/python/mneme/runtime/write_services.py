"""What is written by callers."""

from functools import cached_property

from mneme.application.accept.accept_add import AcceptAdd
from mneme.application.accept.accept_structured import AcceptStructured, WriteStructured
from mneme.application.tasks.read_task import ReadTask
from mneme.runtime.closing_parts import ClosingParts
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.credential_services import CredentialServices
from mneme.runtime.process import Process


class WriteServices(CredentialServices, CommitParts, ClosingParts):
    """What `functions/write_api` may call."""

    @cached_property
    def accept_add(self) -> AcceptAdd:
        """Behind `add`."""
        return AcceptAdd(
            users=self.users,
            keys=self.keys,
            sessions=self.sessions,
            tasks=self.tasks,
            queue=self.backend.queue,
            ids=self.ids,
            screen=self.screen_content,
            metrics=self.metrics,
        )

    @cached_property
    def accept_structured(self) -> AcceptStructured:
        """Behind `add_structured` through evolution."""
        return AcceptStructured(
            users=self.users,
            sessions=self.sessions,
            tasks=self.tasks,
            queue=self.backend.queue,
            clock=self.clock,
            ids=self.ids,
            screen=self.screen_content,
        )

    @cached_property
    def write_structured(self) -> WriteStructured:
        """Behind `add_structured` that skips evolution."""
        return WriteStructured(
            users=self.users,
            sessions=self.sessions,
            commit_fact=self.commit_fact,
            find_by=self.find_by,
            clock=self.clock,
            ids=self.ids,
            screen=self.screen_content,
        )

    @cached_property
    def read_task(self) -> ReadTask:
        """Behind `task`."""
        return ReadTask(self.tasks)


services = Process(WriteServices)
