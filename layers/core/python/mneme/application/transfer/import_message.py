"""A message of an export in its place again, so that it is known when it is sent once more."""

from dataclasses import dataclass, replace

from mneme.application.extract.told_messages import NOT_READ, content_hash
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action
from mneme.application.repositories.episode_retention import EpisodeRetention
from mneme.application.repositories.episodes import EpisodeEntry, Episodes
from mneme.application.repositories.key_ring import KeyRing
from mneme.domain.conversation import Message, Role
from mneme.domain.memory import Head, Ownership, Revision
from mneme.domain.tenancy import TenantContext

_ROLES = {Ownership.USER: Role.USER, Ownership.AGENT: Role.ASSISTANT}
NO_TASK = ""


@dataclass(frozen=True)
class ImportMessage:
    """Plans the entry of a message beside the TURN that says it."""

    episodes: Episodes
    keys: KeyRing
    retention: EpisodeRetention
    clock: Clock

    def kept(self, tenant: TenantContext, head: Head) -> Head:
        """Return a TURN that is kept no longer than the tenant keeps messages from now on."""
        latest = self.clock.now() + self.retention.of(tenant)
        return replace(head, expire_at=min(head.expire_at or latest, latest))

    def actions(
        self, tenant: TenantContext, user_id: str, head: Head, said: Revision
    ) -> list[Action] | None:
        """Return the action that keeps the message; None if it is kept already."""
        hashing = self.keys.keys_for(tenant, user_id, head.key_epoch).hashing
        message = Message(
            said.sources[0].message_id,
            _ROLES[said.ownership],
            said.content,
            said.speaker,
            said.observed_at,
        )
        entry = EpisodeEntry(
            scope=head.scope,
            epoch=head.epoch,
            message_id=message.message_id,
            role=message.role.value,
            said_at=said.observed_at,
            position=0,
            content_hash=content_hash(hashing, head.scope.session_id, message),
            task_id=NO_TASK,
            accepted_at=self.clock.now(),
            read_as=NOT_READ,
        )
        if self.episodes.kept(tenant, user_id, [entry]):
            return None
        return [self.episodes.keep_action(tenant, user_id, entry, head.memory_id)]
