"""Let a memory say again what an earlier revision of it said (DESIGN §11)."""

from dataclasses import dataclass, replace

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.commit.compose_memory import Findable
from mneme.application.manage.commit_change import CommitChange
from mneme.application.manage.embedded_texts import EmbeddedTexts
from mneme.application.manage.find_managed import Managed, require_revision
from mneme.application.manage.revise_memory import Restated, ReviseMemory, restated
from mneme.application.manage.update_memory import Updated, require_changeable
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.domain.errors import NotFound
from mneme.domain.managing import Asked
from mneme.domain.memory import Revision
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Rollback:
    """A memory, and the revision whose words shall be current again."""

    memory_id: str
    to_revision: int
    expected_revision: int | None = None


@dataclass(frozen=True)
class RollBackMemory:
    """The use case behind `rollback`: a new revision with an old one's content.

    Its words, their sources and their slot are the old ones; tags stay as they are now.
    """

    change: CommitChange
    revise: ReviseMemory
    memories: MemoryRepository
    screen: ScreenContent
    end_continuity: EndContinuity

    def __call__(self, tenant: TenantContext, user_id: str, rollback: Rollback) -> Updated:
        """Return the memory afterwards; one that says the old words already is left alone.

        Raises NotFound, also for a revision that is not there, and whatever an update raises.
        """
        redacted: dict[str, int] = {}
        embedded = self.revise.embedded(tenant, user_id)
        living = self.end_continuity.living(tenant, user_id)

        def plan(found: Managed) -> Commit | None:
            require_changeable(found.head)
            require_revision(found.head, rollback.expected_revision)
            target = self._revision(tenant, user_id, found, rollback.to_revision)
            current = found.known.revision
            if (target.content, target.speaker) == (current.content, current.speaker):
                return None
            new = self._restated(embedded, found, target, redacted)
            commit = self.revise(tenant, user_id, found, found.head, new, Asked.ROLLED_BACK)
            self.end_continuity.quoting(tenant, user_id, [found.head], living)
            return commit

        return Updated(self.change(tenant, user_id, rollback.memory_id, plan), redacted)

    def _revision(
        self, tenant: TenantContext, user_id: str, found: Managed, number: int
    ) -> Revision:
        ref = (found.head.memory_id, number)
        target = self.memories.revisions(tenant, user_id, [ref]).get(ref)
        if target is None:
            raise NotFound("the memory has no such revision", field="to_revision")
        return target

    def _restated(
        self,
        embedded: EmbeddedTexts,
        found: Managed,
        target: Revision,
        redacted: dict[str, int],
    ) -> Restated:
        head, current = found.head, found.known.revision
        said = replace(target, custom_tags=current.custom_tags)
        fact = restated(found, said, target.fact_key, head)
        # The policy may have become stricter since these words were stored.
        kept = self.screen.fact(embedded.tenant, embedded.user_id, head.scope, fact)
        redacted.update(kept.redacted)
        words = replace(said, content=kept.content.text, speaker=kept.content.speaker)
        model = None if current.embedding is None else current.embedding.model
        embedding = target.embedding
        if words == said and embedding is not None and embedding.model == model:
            return Restated(kept.content, Findable(embedding, target.terms, target.context))
        found_by = self.revise.found_by(embedded, head.key_epoch, words)
        return Restated(kept.content, found_by)
