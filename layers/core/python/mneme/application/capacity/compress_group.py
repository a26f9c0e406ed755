"""Make one memory of several that are alike, in a model's words, if rules find them true.

The third way beside archive and deletion (DESIGN §11, seed 3 chapter 9). The strongest memory says
from then on what all of them said; the others are superseded by it, keep what they say, and can be
restored as long as they are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.capacity.plan_compression import PlanCompression
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.ports.clock import Clock
from mneme.application.ports.compressor import Compression, Compressor, Shown
from mneme.application.ports.embedder import Stemmer
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.commits import Commits
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import ExtractionFailed, ModelOutage, WriteConflict
from mneme.domain.evolution.compressed_text import says_all
from mneme.domain.evolution.compression import (
    may_be_compressed,
    mood_of,
    place_of,
)
from mneme.domain.evolution.parts import are_kept_apart, parts_of
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Head, MemType, Part
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState

_FEWEST = 2
"""Of a group a model may leave out what does not fit: so many must be left."""


class Refusal(StrEnum):
    """Why nothing came of asking a model."""

    OUTAGE = "outage"
    UNREADABLE = "unreadable"
    DECLINED = "declined"
    UNKNOWN = "unknown"
    """It named what it was not shown."""
    UNFAITHFUL = "unfaithful"
    """Its text loses, adds or moves something, or must not be stored."""
    MOVED = "moved"
    """Somebody has changed one of the memories, or says the same already."""


@dataclass(frozen=True, slots=True)
class Compressed:
    """What became of a group: how many memories ended with another one, for how many tokens."""

    ended: int = 0
    tokens: int = 0
    failed: int = 0


@dataclass(frozen=True)
class CompressGroup:
    """Shows a group to a model as it stands, and commits what it writes, if that holds.

    Nobody's words are shown to a model while their memory, or that of their app, is switched off.
    """

    users: UserRepository
    memories: MemoryRepository
    compressor: Compressor
    plan: PlanCompression
    commits: Commits
    screen: ScreenContent
    stemmer: Stemmer
    clock: Clock
    metrics: Metrics = NO_METRICS
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]
    ) -> Compressed:
        """Return what became of the memories. Raises Unavailable, but for a model's outage."""
        state = self.users.state(tenant, user_id)
        group = self._standing(tenant, user_id, state, memory_ids)
        if len(group) < self.thresholds().compression.fewest or not self.compressor.serves(tenant):
            return Compressed()
        shown = [Shown(one.revision.content, one.head.valid_at) for one in group]
        try:
            made = self.compressor.compress(tenant, shown)
        except ModelOutage:
            return self._refused(tenant, Refusal.OUTAGE, Compressed(failed=len(group)))
        except ExtractionFailed:
            return self._refused(tenant, Refusal.UNREADABLE, Compressed(failed=len(group)))
        spent = Compressed(tokens=made.tokens)
        members = [group[place] for place in made.members]
        refusal = self._refusal(tenant, made, members)
        if refusal is None:
            try:
                self._commit(tenant, user_id, state, members, made.text or "")
            except WriteConflict:
                refusal = Refusal.MOVED
        if refusal is not None:
            return self._refused(tenant, refusal, spent)
        ended = len(members) - 1
        self.metrics.record(tenant, [Measure(Measured.MEMORIES_COMPRESSED, ended)])
        return Compressed(ended, made.tokens)

    def _standing(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        memory_ids: Sequence[str],
    ) -> list[KnownMemory]:
        """Return those of the memories that may still become one with the first of them."""
        heads = self.memories.heads(tenant, user_id, sorted(memory_ids))
        listed = [heads[one] for one in memory_ids if one in heads and _is_shown(state, heads[one])]
        refs = {(head.memory_id, head.revision): head for head in listed}
        revisions = self.memories.revisions(tenant, user_id, list(refs), searchable=False)
        known = [KnownMemory(refs[ref], revisions[ref]) for ref in refs if ref in revisions]
        now = self.clock.now()
        fit = [one for one in known if may_be_compressed(one.head, one.revision, now)]
        return _told_apart([one for one in fit if self._common(one) == self._common(fit[0])])

    def _common(self, one: KnownMemory) -> object:
        mood = mood_of(one.revision.content, self.stemmer.stem)
        return one.memory_id if mood is None else (place_of(one.head, one.revision), mood)

    def _refusal(
        self, tenant: TenantContext, made: Compression, members: Sequence[KnownMemory]
    ) -> Refusal | None:
        """Return why what a model made is not kept, None if it is."""
        if made.unknown:
            return Refusal.UNKNOWN
        if made.text is None or len(members) < _FEWEST:
            return Refusal.DECLINED
        sources = [one.revision.content for one in members]
        events = all(one.head.mem_type is MemType.EPISODIC for one in members)
        faithful = says_all(made.text, sources, self.stemmer.stem, events=events)
        return None if faithful and self.screen.leaves(tenant, made.text) else Refusal.UNFAITHFUL

    def _commit(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        members: Sequence[KnownMemory],
        text: str,
    ) -> None:
        commit = self.plan(tenant, user_id, state, members, text)
        self.commits.carry_out(tenant, user_id, commit)

    def _refused(self, tenant: TenantContext, why: Refusal, what: Compressed) -> Compressed:
        self.metrics.record(tenant, [Measure(Measured.COMPRESSION_REFUSED, kind=why)])
        return what


def _told_apart(known: Sequence[KnownMemory]) -> list[KnownMemory]:
    """Return as many as it is remembered of what each of them said, once they are one.

    So what an edit of one's message takes back leaves what the others say.
    """
    listed: list[KnownMemory] = []
    parts: list[Part] = []
    for one in known:
        parts += parts_of(one.revision)
        if not are_kept_apart(parts):
            break
        listed.append(one)
    return listed


def _is_shown(state: UserState, head: Head) -> bool:
    off = not state.enabled or head.scope.app_id in state.apps_off
    return not off and head.epoch == state.effective_epoch(head.scope)
