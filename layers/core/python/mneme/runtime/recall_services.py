"""Recalls, and what they leave in memories."""

from functools import cached_property

from aws_lambda_powertools import Logger

from mneme.adapters.logged_outages import LoggedEmbedder
from mneme.application.recall.note_use import NoteUse
from mneme.application.recall.recall import Recall
from mneme.application.recall.reinforce import Reinforce
from mneme.runtime.credential_services import CredentialServices
from mneme.runtime.process import Process
from mneme.runtime.search_parts import SearchParts


class RecallServices(CredentialServices, SearchParts):
    """What answers, takes note and strengthens."""

    @cached_property
    def recall(self) -> Recall:
        """Behind `recall`."""
        return Recall(
            users=self.users,
            memories=self.memories,
            keys=self.keys,
            index=self.search_index,
            embedder=LoggedEmbedder(self.query_embedder, Logger()),
            rotation=self.rotation,
            stemmer=self.stemmer,
            queue=self.backend.queue,
            clock=self.clock,
            turns_included=self.turns_included,
            thresholds=self.thresholds,
            beside=self.bulkheads,
        )

    @cached_property
    def note_use(self) -> NoteUse:
        """Behind `used`."""
        return NoteUse(self.users, self.memories, self.backend.queue, self.clock, self.metrics)

    @cached_property
    def reinforce(self) -> Reinforce:
        """The reinforcement worker's work."""
        return Reinforce(
            self.tables,
            self.memories,
            self.sessions,
            self.strengthened_by,
            self.clock,
            self.thresholds,
        )


services = Process(RecallServices)
