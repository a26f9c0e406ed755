"""What looks after tasks and sessions."""

from functools import cached_property

from mneme.application.sessions.end_idle_sessions import EndIdleSessions
from mneme.application.tasks.due_tasks import DueTasks
from mneme.application.tasks.redrive_tasks import RedriveTasks
from mneme.application.tasks.sweep_tasks import SweepTasks
from mneme.runtime.closing_parts import ClosingParts
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.process import Process


class SweepServices(ClosingParts):
    """What the sweep and operators may call."""

    @cached_property
    def due_tasks(self) -> DueTasks:
        """What the index of due tasks lists."""
        return DueTasks(self.tables, self.tasks, self.clock, LoggedFaults())

    @cached_property
    def sweep_tasks(self) -> SweepTasks:
        """The sweep's work."""
        return SweepTasks(self.due_tasks, self.tasks, self.backend.queue, self.clock, self.metrics)

    @cached_property
    def redrive_tasks(self) -> RedriveTasks:
        """Behind the operator's command."""
        return RedriveTasks(self.due_tasks, self.tasks, self.backend.queue)

    @cached_property
    def end_idle_sessions(self) -> EndIdleSessions:
        """The end of sessions that nobody closed."""
        return EndIdleSessions(
            self.users, self.sessions, self.accept_closing, self.clock, LoggedFaults()
        )


services = Process(SweepServices)
