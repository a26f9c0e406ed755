"""The guards of what a memory says: found by what is said in whose voice, under the user's key."""

from dataclasses import dataclass

from mneme.application.commit.voice import Voice
from mneme.application.repositories.guards import ContentGuard, FactKeyGuard, Guards
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.retrieval.blinding import content_hash, keyed_hash
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class FindGuards:
    """Reads the guards of a content and of a slot, consistently."""

    guards: Guards
    keys: KeyRing

    def content(self, tenant: TenantContext, user_id: str, voice: Voice, text: str) -> ContentGuard:
        """Return who holds a text in a voice."""
        keys = self.keys.keys_for(tenant, user_id, voice.key_epoch)
        said = content_hash(keys.hashing, _identity(voice, text))
        return self.guards.content(tenant, user_partition(tenant, user_id), voice.place, said)

    def slot(
        self, tenant: TenantContext, user_id: str, voice: Voice, fact_key: str | None
    ) -> FactKeyGuard | None:
        """Return which families fill a slot in a voice; None without a slot."""
        if fact_key is None:
            return None
        keys = self.keys.keys_for(tenant, user_id, voice.key_epoch)
        slot = _slot(keys, voice, fact_key)
        return self.guards.fact_key(tenant, user_partition(tenant, user_id), voice.place, slot)


def _slot(keys: UserKeys, voice: Voice, fact_key: str) -> str:
    whose = (voice.kind, voice.ownership, voice.speaker or "")
    return keyed_hash(keys.hashing, "fact_key", *whose, fact_key)


def _identity(voice: Voice, content: str) -> str:
    """Return what counts as the same content: of what kind it is and who says it is part of it."""
    spoken = f"{voice.speaker}: {content}" if voice.speaker else content
    return f"{voice.kind} {voice.ownership} {spoken}"
