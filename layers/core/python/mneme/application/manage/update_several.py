"""Update several memories, each by itself, within one request's time (DESIGN §20)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.accept.screen_content import Kept
from mneme.application.manage.embedded_texts import EmbeddedTexts
from mneme.application.manage.find_managed import FindManaged
from mneme.application.manage.update_memory import Updated, UpdateMemory
from mneme.application.ports.clock import Clock
from mneme.domain.errors import MnemeError, Unavailable
from mneme.domain.memory import Head
from mneme.domain.memory_patch import MemoryUpdate
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.tenancy import TenantContext

SECONDS = 10.0
"""How long one request begins with updates: what is left then is answered as not begun."""

Outcome = Updated | MnemeError


@dataclass(frozen=True)
class UpdateSeveral:
    """The use case behind `batch_update`. All new texts are embedded in one batch."""

    update: UpdateMemory
    find: FindManaged
    clock: Clock

    def __call__(
        self, tenant: TenantContext, user_id: str, updates: Sequence[MemoryUpdate]
    ) -> list[Outcome]:
        """Return for each update what came of it: a bad one never sinks the others.

        What was not begun in time is Unavailable, and nothing of it is done. Raises Unavailable if
        the memories cannot be read at all.
        """
        ends = self.clock.monotonic() + SECONDS
        wishes = [self._screened(tenant, user_id, update) for update in updates]
        embedded = self.update.revise.embedded(tenant, user_id)
        kept = [wish.content for wish in wishes if isinstance(wish, Kept)]
        self._embed(embedded, [wish for wish in kept if wish.patch.content is not None])
        living = self.update.living(tenant, user_id, kept)
        results: list[Outcome] = []
        for wish in wishes:
            if isinstance(wish, MnemeError):
                results.append(wish)
            elif self.clock.monotonic() >= ends:
                results.append(Unavailable("not begun: the time of the request is over"))
            else:
                results.append(self._one(tenant, user_id, wish, embedded, living))
        return results

    def _screened(
        self, tenant: TenantContext, user_id: str, update: MemoryUpdate
    ) -> Kept[MemoryUpdate] | MnemeError:
        try:
            return self.update.screened(tenant, user_id, update)
        except MnemeError as fault:
            return fault

    def _one(
        self,
        tenant: TenantContext,
        user_id: str,
        wish: Kept[MemoryUpdate],
        embedded: EmbeddedTexts,
        living: Sequence[Head],
    ) -> Outcome:
        try:
            return self.update.kept(tenant, user_id, wish, embedded, living)
        except MnemeError as fault:
            return fault

    def _embed(self, embedded: EmbeddedTexts, wishes: Sequence[MemoryUpdate]) -> None:
        """Embed the new texts as their memories stand now; what moves on is embedded again."""
        texts = {wish.memory_id: wish.patch.content for wish in wishes}
        if not texts:
            return
        wanted: dict[int, list[str]] = {}
        for known in self.find.present(embedded.tenant, embedded.user_id, list(texts)):
            text = texts[known.memory_id]
            if text is not None and text != known.revision.content:
                said = fact_text(known.revision.speaker, text)
                wanted.setdefault(known.head.key_epoch, []).append(said)
        for key_epoch, said_texts in wanted.items():
            embedded.prepare(key_epoch, said_texts)
