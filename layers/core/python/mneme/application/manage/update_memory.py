"""Update a memory as its caller wants it: another text, or other metadata (DESIGN §8, §20)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mneme.application.accept.screen_content import Kept, ScreenContent
from mneme.application.commit.voice import Voice
from mneme.application.manage.claim_guards import holds
from mneme.application.manage.commit_change import CommitChange
from mneme.application.manage.embedded_texts import EmbeddedTexts
from mneme.application.manage.find_managed import Managed, moved_on, require_revision
from mneme.application.manage.revise_memory import Restated, ReviseMemory, restated
from mneme.application.ports.table_store import Action, Present, Update
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.domain.change import ChangeRecord, Operation
from mneme.domain.counting import DERIVED_KINDS
from mneme.domain.errors import InvalidRequest
from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.managing import Asked, actor_of
from mneme.domain.memory import Head, Revision, Status, TagValue
from mneme.domain.memory_patch import MemoryUpdate, merged_tags, patched_head
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import same_tags

_CHANGEABLE = frozenset({Status.ACTIVE, Status.CANDIDATE})


@dataclass(frozen=True, slots=True)
class Updated:
    """A memory after an update; `redacted` counts by kind what must not be kept."""

    head: Head
    redacted: Mapping[str, int]


@dataclass(frozen=True)
class UpdateMemory:
    """The use case behind `update`, and of each of several behind `batch_update`.

    Another text is the memory's next revision, embedded anew and found by its own words from now
    on. Metadata alone makes no revision, and leaves the vector as it is.
    """

    change: CommitChange
    revise: ReviseMemory
    keys: KeyRing
    rows: RevisionRows
    screen: ScreenContent
    end_continuity: EndContinuity

    def __call__(self, tenant: TenantContext, user_id: str, update: MemoryUpdate) -> Updated:
        """Return the memory afterwards; what it is already is left alone.

        Raises NotFound, NotAllowed, RevisionConflict (another revision than expected, a memory
        that is no longer current, a text that another memory says, a slot that another one fills),
        InvalidRequest, SensitiveContent, ImportantQuotaFull, Unavailable.
        """
        return self.kept(tenant, user_id, self.screened(tenant, user_id, update))

    def screened(
        self, tenant: TenantContext, user_id: str, update: MemoryUpdate
    ) -> Kept[MemoryUpdate]:
        """Return the update as it may be stored. Raises SensitiveContent, Unavailable."""
        kept = self.screen.patch(tenant, user_id, update.patch)
        return Kept(replace(update, patch=kept.content), kept.redacted)

    def kept(
        self,
        tenant: TenantContext,
        user_id: str,
        wish: Kept[MemoryUpdate],
        embedded: EmbeddedTexts | None = None,
        living: Sequence[Head] | None = None,
    ) -> Updated:
        """Carry out an update that was screened; `embedded` may hold what its text needs.

        Of what is to be continued, and `living`, that ends which quotes a memory with other words.
        """
        made = embedded or self.revise.embedded(tenant, user_id)
        if living is None:
            living = self.living(tenant, user_id, [wish.content])
        head = self.change(
            tenant,
            user_id,
            wish.content.memory_id,
            lambda found: self._plan(made, found, wish.content, living),
        )
        return Updated(head, wish.redacted)

    def living(
        self, tenant: TenantContext, user_id: str, updates: Sequence[MemoryUpdate]
    ) -> list[Head]:
        """Return what is to be continued, if one of the updates changes words."""
        if all(one.patch.content is None for one in updates):
            return []
        return self.end_continuity.living(tenant, user_id)

    def _plan(
        self,
        embedded: EmbeddedTexts,
        found: Managed,
        update: MemoryUpdate,
        living: Sequence[Head],
    ) -> Commit | None:
        tenant, user_id = embedded.tenant, embedded.user_id
        head, revision, patch = found.head, found.known.revision, update.patch
        require_changeable(head)
        require_revision(head, update.expected_revision)
        tags = merged_tags(revision.custom_tags, patch)
        wanted = patched_head(head, patch, found.now, found.by.weights)
        if patch.content is not None and patch.content != revision.content:
            new = self._restated(embedded, found, wanted, patch.content, tags)
            commit = self.revise(tenant, user_id, found, wanted, new, Asked.CORRECTED)
            self.end_continuity.quoting(tenant, user_id, [head], living)
            return commit
        if wanted == head and same_tags(tags, revision.custom_tags):
            return None
        return self._metadata(tenant, user_id, found, wanted, replace(revision, custom_tags=tags))

    def _restated(
        self,
        embedded: EmbeddedTexts,
        found: Managed,
        wanted: Head,
        content: str,
        tags: Mapping[str, TagValue],
    ) -> Restated:
        before = found.known.revision
        said = replace(
            before,
            content=content,
            custom_tags=tags,
            sources=(),
            entities=tuple(one for one in before.entities if _names(content, one.name)),
        )
        findable = self.revise.found_by(embedded, found.head.key_epoch, said)
        fact = restated(found, said, slot_of(before, content), wanted)
        return Restated(fact, findable)

    def _metadata(
        self, tenant: TenantContext, user_id: str, found: Managed, wanted: Head, words: Revision
    ) -> Commit:
        """Plan a change of what the memory is marked with; its revision says what it said."""
        head, partition = found.head, user_partition(tenant, user_id)
        retagged = not same_tags(words.custom_tags, found.known.revision.custom_tags)
        # The index shows tags, the end of a memory and how strong it may get, no more.
        stronger = wanted.weight_cap > head.weight_cap
        shown = retagged or stronger or wanted.expire_at != head.expire_at
        after = replace(
            wanted,
            changed_at=found.now,
            version=head.version + 1,
            index_version=head.index_version + shown,
        )
        extra: list[Action] = [facts_changed(partition, VisibleScope(head.scope.key, head.epoch))]
        if retagged:
            keys = self.keys.keys_for(tenant, user_id, head.key_epoch)
            place = revision_key(partition, head.memory_id, head.revision)
            change = self.rows.words_change(partition, words, keys)
            extra.append(Update(REVISIONS, place, (change,), Present("pk")))
        if holds(after, found.now) and not holds(head, found.now):
            # Its end is moved, or taken away: it says again what another one may say by now.
            claim, voice = self.revise.claim, Voice.of_memory(found.known)
            extra += claim(
                tenant, user_id, found, after, voice, words.content, words.fact_key
            ).actions
        record = ChangeRecord(
            operation=Operation.UPDATE,
            memory_ids=(head.memory_id,),
            revision_before=head.revision,
            revision_after=head.revision,
            reason=Asked.METADATA,
            actor=actor_of(tenant),
            at=found.now,
        )
        return Commit((MemoryWrite(after, before=head),), (record,), tuple(extra))


def require_changeable(head: Head) -> None:
    """Raise unless a caller may say what the memory says."""
    if head.kind in DERIVED_KINDS:
        raise InvalidRequest(
            f"is a {head.kind}: it is what was said, or made of that", field="memory_id"
        )
    if head.status is Status.DELETED:
        raise moved_on(head, "the memory is DELETED: restore it first", "memory_id")
    if head.status not in _CHANGEABLE:
        raise moved_on(head, f"the memory is {head.status}: it is not current", "memory_id")


def slot_of(before: Revision, content: str) -> str | None:
    """Return the fact key of a memory that says something else from now on.

    A key that its words gave it is given by its new words. Any other key stays: it was set by
    somebody who knew what the memory is about.
    """
    given = before.fact_key
    if given != fact_key(before.content, before.speaker):
        return given
    return fact_key(content, before.speaker)


def _names(content: str, name: str) -> bool:
    return name.casefold() in content.casefold()
