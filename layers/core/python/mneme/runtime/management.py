"""The use cases of management, each made at first use: to list needs no embedding model."""

from functools import cached_property
from typing import TYPE_CHECKING

from mneme.application.look_up_known import LookUpKnown
from mneme.application.manage.commit_change import CommitChange
from mneme.application.manage.delete_memories import DeleteMemories
from mneme.application.manage.find_managed import FindManaged
from mneme.application.manage.find_sentences import FindSentences
from mneme.application.manage.list_memories import ListMemories
from mneme.application.manage.page_cursors import PageCursors
from mneme.application.manage.restore_memory import RestoreMemory
from mneme.application.manage.revise_memory import ReviseMemory
from mneme.application.manage.roll_back_memory import RollBackMemory
from mneme.application.manage.show_changes import ShowChanges
from mneme.application.manage.show_history import ShowHistory
from mneme.application.manage.update_memory import UpdateMemory
from mneme.application.repositories.change_records import ChangeRecords
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.said_messages import SaidMessages

if TYPE_CHECKING:
    from mneme.runtime.bootstrap import Services


class Management:
    """What `functions/manage_api` may call."""

    def __init__(self, services: "Services") -> None:
        self._services = services

    @cached_property
    def update(self) -> UpdateMemory:
        """Behind `update` and `batch_update`."""
        own = self._services
        return UpdateMemory(
            self._change,
            self._revise,
            own.keys,
            RevisionRows(own.cipher),
            own.screen_content,
        )

    @cached_property
    def roll_back(self) -> RollBackMemory:
        """Behind `rollback`."""
        own = self._services
        return RollBackMemory(self._change, self._revise, own.memories, own.screen_content)

    @cached_property
    def restore(self) -> RestoreMemory:
        """Behind `restore`."""
        return RestoreMemory(self._change, self._look_up)

    @cached_property
    def delete(self) -> DeleteMemories:
        """Behind `delete` and `batch_delete`."""
        own = self._services
        return DeleteMemories(
            own.users, own.memories, self._find, own.commits, self._cursors, own.clock
        )

    @cached_property
    def list(self) -> ListMemories:
        """Behind `user/list`."""
        own = self._services
        return ListMemories(own.users, own.memories, self._cursors, own.clock)

    @cached_property
    def history(self) -> ShowHistory:
        """Behind `history`."""
        own = self._services
        said = SaidMessages(own.tables)
        sentences = FindSentences(said, own.memories, own.stemmer, own.clock)
        records = ChangeRecords(own.tables)
        return ShowHistory(self._find, records, own.memories, sentences, self._cursors)

    @cached_property
    def changes(self) -> ShowChanges:
        """Behind `change_log`."""
        own = self._services
        records = ChangeRecords(own.tables)
        return ShowChanges(own.users, own.memories, records, self._cursors, own.clock)

    # --- parts ------------------------------------------------------------------------------

    @cached_property
    def _find(self) -> FindManaged:
        own = self._services
        return FindManaged(own.users, own.memories, own.clock)

    @cached_property
    def _change(self) -> CommitChange:
        own = self._services
        return CommitChange(own.users, self._find, own.commits, own.clock)

    @cached_property
    def _revise(self) -> ReviseMemory:
        return ReviseMemory(self._look_up)

    @cached_property
    def _look_up(self) -> LookUpKnown:
        own = self._services
        return LookUpKnown(Guards(own.tables), own.memories, own.find_by)

    @cached_property
    def _cursors(self) -> PageCursors:
        own = self._services
        return PageCursors(own.users, own.keys, own.cipher)
