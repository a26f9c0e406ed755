"""From facts to memories."""

from functools import cached_property

from mneme.adapters.deterministic_evolver import DeterministicEvolver
from mneme.application.commit.find_guards import FindGuards
from mneme.application.evolve.close_up import CloseUp
from mneme.application.evolve.evolve_task import EvolveTask
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.evolve.find_unsaid import FindUnsaid
from mneme.application.evolve.find_unwanted import FindUnwanted
from mneme.application.evolve.judge_fact import JudgeFact
from mneme.application.evolve.judge_task import JudgeTask
from mneme.application.evolve.leave_outdated import LeaveOutdated
from mneme.application.evolve.overruled_texts import OverruledTexts
from mneme.application.evolve.propose_for_task import ProposeForTask
from mneme.application.evolve.restate_memory import RestateMemory
from mneme.application.evolve.take_back_edited import TakeBackEdited
from mneme.application.index.embed_facts import EmbedFacts
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.overrulings import Overrulings
from mneme.application.sessions.close_session import CloseSession
from mneme.application.sessions.continue_session import ContinueSession
from mneme.application.sessions.judge_session import JudgeSession
from mneme.application.sessions.leave_session import LeaveSession
from mneme.application.tasks.route_task import RouteTask
from mneme.application.tasks.write_gate import WriteGate
from mneme.runtime.process import Process
from mneme.runtime.task_services import TaskServices


class EvolutionServices(TaskServices):
    """What the evolution worker may call."""

    @cached_property
    def find_similar(self) -> FindSimilar:
        """The memories a fact is compared with."""
        index, embedder, metrics = self.search_index, self.embedder, self.metrics
        parts = (index, self.memories, embedder, self.clock, self.thresholds)
        return FindSimilar(*parts, metrics=metrics)

    @cached_property
    def judge_fact(self) -> JudgeFact:
        """What becomes of one fact."""
        rules = DeterministicEvolver(self.stemmer, self.thresholds)
        return JudgeFact(self.find_similar, rules, self.stemmer, self.clock, self.thresholds)

    @cached_property
    def find_unwanted(self) -> FindUnwanted:
        """What people do not want back."""
        texts = OverruledTexts(Overrulings(self.tables), self.memories, self.stemmer.stem)
        return FindUnwanted(Guards(self.tables), self.users, self.memories, texts)

    @cached_property
    def propose_for_task(self) -> ProposeForTask | None:
        """What a model proposes about all facts of a task; None if the deployment names none."""
        evolver = self.model_evolver
        if evolver is None:
            return None
        similar, screen = self.find_similar, self.screen_content
        return ProposeForTask(similar, self.find_by, evolver, screen, self.thresholds)

    @cached_property
    def take_back_edited(self) -> TakeBackEdited:
        """What ends with an edit of its messages."""
        find = FindGuards(Guards(self.tables), self.keys)
        return TakeBackEdited(
            find=FindUnsaid(self.made_by_tasks, self.find_by, Episodes(self.tables)),
            guards=Guards(self.tables),
            commits=self.commits,
            close_up=CloseUp(find, self.memories, Episodes(self.tables)),
            restate=RestateMemory(self.find_by, find, self.memories),
            clock=self.clock,
        )

    @cached_property
    def evolve_task(self) -> EvolveTask:
        """What evolution does with the facts of a task."""
        return EvolveTask(
            tasks=self.tasks,
            gate=WriteGate(self.users),
            embed_facts=EmbedFacts(self.find_by),
            judge_task=JudgeTask(
                self.propose_for_task, self.judge_fact, self.find_unwanted, self.clock
            ),
            commit_fact=self.commit_fact,
            take_back=self.take_back_edited,
            leave_outdated=LeaveOutdated(Episodes(self.tables), self.tasks, self.keys),
            sessions=self.sessions,
            queue=self.backend.queue,
            clock=self.clock,
            shift_seconds=self.settings.shift_seconds,
        )

    @cached_property
    def close_session(self) -> CloseSession:
        """The evolution worker's work on the end of a session."""
        episodes, memories, clock = Episodes(self.tables), self.memories, self.clock
        overruled = self.find_overruled
        return CloseSession(
            users=self.users,
            tasks=self.tasks,
            sessions=self.sessions,
            judge=JudgeSession(memories, episodes, overruled, self.tasks, clock),
            evolve=self.evolve_task,
            leave=LeaveSession(memories, self.commits, clock),
            carry_on=ContinueSession(
                episodes, overruled, memories, self.commits, self.find_by, clock, self.thresholds
            ),
        )

    @cached_property
    def second_step(self) -> RouteTask:
        """The evolution worker's work."""
        return RouteTask(self.evolve_task, self.close_session)


services = Process(EvolutionServices)
