"""The use cases of management, each made at first use: to list needs no embedding model."""

from functools import cached_property

from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.jobs.show_jobs import ShowJobs
from mneme.application.manage.claim_guards import ClaimGuards
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
from mneme.application.manage.update_several import UpdateSeveral
from mneme.application.repositories.change_records import ChangeRecords
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.jobs import Jobs
from mneme.application.repositories.overrulings import Overrulings
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.said_messages import SaidMessages
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.application.transfer.link_export import LinkExport
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.transfer_parts import TransferParts


class Management:
    """What `functions/manage_api` may call."""

    def __init__(self, parts: CommitParts) -> None:
        self._parts = parts

    @cached_property
    def update(self) -> UpdateMemory:
        """Behind `update`."""
        own = self._parts
        return UpdateMemory(
            self._change,
            self._revise,
            own.keys,
            RevisionRows(own.cipher),
            own.screen_content,
            self._end_continuity,
        )

    @cached_property
    def update_several(self) -> UpdateSeveral:
        """Behind `batch_update`."""
        return UpdateSeveral(self.update, self._find, self._parts.clock)

    @cached_property
    def roll_back(self) -> RollBackMemory:
        """Behind `rollback`."""
        own = self._parts
        return RollBackMemory(
            self._change, self._revise, own.memories, own.screen_content, self._end_continuity
        )

    @cached_property
    def restore(self) -> RestoreMemory:
        """Behind `restore`."""
        return RestoreMemory(self._change, self._claim, self._parts.archive, self._parts.sessions)

    @cached_property
    def delete(self) -> DeleteMemories:
        """Behind `delete` and `batch_delete`."""
        own = self._parts
        return DeleteMemories(
            own.users,
            own.memories,
            self._find,
            own.commits,
            Overrulings(own.tables),
            self._end_continuity,
            self._cursors,
            own.clock,
        )

    @cached_property
    def list(self) -> ListMemories:
        """Behind `user/list`."""
        own = self._parts
        return ListMemories(own.users, own.memories, self._cursors, own.clock, own.thresholds)

    @cached_property
    def history(self) -> ShowHistory:
        """Behind `history`."""
        own = self._parts
        said = SaidMessages(own.tables)
        sentences = FindSentences(said, own.memories, own.stemmer, own.clock)
        records = ChangeRecords(own.tables)
        return ShowHistory(self._find, records, own.memories, sentences, self._cursors)

    @cached_property
    def changes(self) -> ShowChanges:
        """Behind `change_log`."""
        own = self._parts
        records = ChangeRecords(own.tables)
        cursors, clock = self._cursors, own.clock
        return ShowChanges(own.users, own.memories, records, cursors, clock, own.thresholds)

    @cached_property
    def jobs(self) -> ShowJobs:
        """Behind `job`."""
        return ShowJobs(Jobs(self._parts.tables, self._parts.clock))

    @cached_property
    def link_export(self) -> LinkExport:
        """Behind `job`, of an export."""
        return TransferParts(self._parts).link_export

    # --- parts ------------------------------------------------------------------------------

    @cached_property
    def _find(self) -> FindManaged:
        own = self._parts
        return FindManaged(own.users, own.memories, own.clock, own.thresholds)

    @cached_property
    def _change(self) -> CommitChange:
        own = self._parts
        return CommitChange(own.users, self._find, own.commit_with_room, own.clock)

    @cached_property
    def _revise(self) -> ReviseMemory:
        return ReviseMemory(self._look_up, self._claim, Overrulings(self._parts.tables))

    @cached_property
    def _claim(self) -> ClaimGuards:
        return ClaimGuards(self._look_up)

    @cached_property
    def _end_continuity(self) -> EndContinuity:
        own = self._parts
        return EndContinuity(own.memories, own.commits, own.clock)

    @cached_property
    def _look_up(self) -> LookUpKnown:
        own = self._parts
        return LookUpKnown(Guards(own.tables), own.memories, own.find_by)

    @cached_property
    def _cursors(self) -> PageCursors:
        own = self._parts
        return PageCursors(own.users, own.keys, own.cipher)
