"""From accepted conversations to episodes and facts."""

from functools import cached_property

from mneme.application.extract.extract_task import ExtractTask
from mneme.application.extract.find_edits import FindEdits
from mneme.application.extract.keep_episode import KeepEpisode
from mneme.application.extract.read_session import ReadSession
from mneme.application.extract.sort_messages import SortMessages
from mneme.application.extract.told_messages import ToldMessages
from mneme.application.repositories.episodes import Episodes
from mneme.application.tasks.write_gate import WriteGate
from mneme.runtime.process import Process
from mneme.runtime.task_services import TaskServices


class ExtractionServices(TaskServices):
    """What the extraction worker may call."""

    @cached_property
    def extract_task(self) -> ExtractTask:
        """The extraction worker's work."""
        return ExtractTask(
            tasks=self.tasks,
            gate=WriteGate(self.users),
            keep_episode=self.keep_episode,
            read_session=self.read_session,
            extractor=self.extractor,
            screen=self.screen_content,
            log=self.extraction_log,
            metrics=self.metrics,
            queue=self.backend.queue,
            clock=self.clock,
        )

    @cached_property
    def read_session(self) -> ReadSession:
        """What was said in a session before."""
        return ReadSession(Episodes(self.tables), self.memories, self.clock, self.thresholds)

    @cached_property
    def keep_episode(self) -> KeepEpisode:
        """What was said, verbatim."""
        return KeepEpisode(
            episodes=Episodes(self.tables),
            memories=self.memories,
            commits=self.commits,
            told=ToldMessages(self.find_by, self.read_session),
            sort=SortMessages(self.tasks, self.find_overruled),
            find_edits=FindEdits(self.memories, self.keys),
            retention=self.episode_retention,
            clock=self.clock,
            thresholds=self.thresholds,
        )


services = Process(ExtractionServices)
