"""How the end of a session is asked for."""

from functools import cached_property

from mneme.application.sessions.accept_closing import AcceptClosing
from mneme.runtime.parts import Parts


class ClosingParts(Parts):
    """For callers, and for the sweep on behalf of those who forget."""

    @cached_property
    def accept_closing(self) -> AcceptClosing:
        """Behind `session/close`."""
        return AcceptClosing(self.users, self.tasks, self.backend.queue, self.clock, self.ids)
