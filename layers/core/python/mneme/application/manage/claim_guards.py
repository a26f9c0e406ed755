"""One scope never says the same twice, nor two values of one slot, whatever a caller asks for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.commit.voice import Voice
from mneme.application.manage.find_managed import Managed, moved_on
from mneme.application.ports.table_store import Action
from mneme.application.repositories.guards import ContentGuard, FactKeyGuard
from mneme.domain.evolution.verdicts import is_over
from mneme.domain.memory import Head, Status
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Claimed:
    """The guards of what a memory is to say, and the actions by which it takes them.

    `conflicts_with` fill its slot beside it, as they did before.
    """

    content: ContentGuard
    slot: FactKeyGuard | None
    actions: tuple[Action, ...]
    conflicts_with: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClaimGuards:
    """Lets a memory hold a content and fill a slot, unless another active one does."""

    look_up: LookUpKnown

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        found: Managed,
        after: Head,
        voice: Voice,
        text: str,
        fact_key: str | None,
    ) -> Claimed:
        """Return what the memory, `after` a change of the found one, claims with its words.

        Raises RevisionConflict, naming it, if another active memory says the same or has filled
        the slot. One in the same slot all along, and one that the memory was in conflict with
        before, are no news. A candidate fills no slot before it is confirmed.
        """
        content = self.look_up.content_guard(tenant, user_id, voice, text)
        self._refuse_double(tenant, user_id, found, content)
        slot = self.look_up.key_guard(tenant, user_id, voice, fact_key)
        taken = content.hold(found.head.memory_id)
        if slot is None or after.status is Status.CANDIDATE:
            return Claimed(content, slot, (taken,))
        stays = found.head.memory_id in slot.memory_ids and holds(found.head, found.now)
        rivals = self._rivals(tenant, user_id, found, slot) if holds(after, found.now) else []
        known = found.known.revision.conflicts_with
        if not stays:
            _refuse_news(found, (one for one in rivals if one not in known))
        joined = () if stays else (slot.join(found.head.memory_id),)
        standing = tuple(one for one in known if one in rivals)
        return Claimed(content, slot, (taken, *joined), standing)

    def _refuse_double(
        self, tenant: TenantContext, user_id: str, found: Managed, content: ContentGuard
    ) -> None:
        holder = content.memory_id
        if holder is None or holder == found.head.memory_id:
            return
        other = self.look_up.memories.heads(tenant, user_id, [holder]).get(holder)
        if other is not None and holds(other, found.now):
            message = "another memory says this already"
            raise moved_on(found.head, message, "content", memory_id=holder)

    def _rivals(
        self, tenant: TenantContext, user_id: str, found: Managed, slot: FactKeyGuard
    ) -> list[str]:
        """Return the other active memories of the slot."""
        others = sorted(slot.memory_ids - {found.head.memory_id})
        heads = self.look_up.memories.heads(tenant, user_id, others)
        return [one for one, head in heads.items() if holds(head, found.now)]


def holds(head: Head, now: datetime) -> bool:
    """Return whether a memory is active, and not over."""
    return head.status is Status.ACTIVE and not is_over(head.invalid_at, head.expire_at, now)


def _refuse_news(found: Managed, rivals: Iterable[str]) -> None:
    for memory_id in rivals:
        message = "another memory holds another value by now"
        raise moved_on(found.head, message, "memory_id", memory_id=memory_id)
