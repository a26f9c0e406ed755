"""The frame of the workers on tasks."""

from functools import cached_property

from mneme.application.extract.find_overruled import FindOverruled
from mneme.application.repositories.change_records import ChangeRecords
from mneme.application.tasks.work_on_task import WorkOnTask
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.model_parts import ModelParts


class TaskServices(CommitParts, ModelParts):
    """What both workers share."""

    @cached_property
    def work_on_task(self) -> WorkOnTask:
        """The frame of both workers."""
        return WorkOnTask(self.tasks, self.clock, self.metrics)

    @cached_property
    def find_overruled(self) -> FindOverruled:
        """What people have thought otherwise of since it was told."""
        return FindOverruled(self.made_by_tasks, ChangeRecords(self.tables))
