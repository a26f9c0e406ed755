"""The policy applied to what somebody sends, part by part, before anything of it is stored."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from mneme.domain.conversation import Conversation, Message
from mneme.domain.errors import SensitiveContent
from mneme.domain.extraction.policy import ExtractionPolicy
from mneme.domain.fact import Fact
from mneme.domain.memory import Entity, Revision, TagValue
from mneme.domain.memory_patch import Keep, MemoryPatch
from mneme.domain.scope import Scope
from mneme.domain.sensitive.content import apply_policy, findings
from mneme.domain.sensitive.finding import CREDENTIALS
from mneme.domain.sensitive.policy import SensitivePolicy


@dataclass
class Screening:
    """One policy over the parts of one thing; `redacted` counts by kind what marks stand for.

    Every method returns its part as it may be kept, and raises SensitiveContent, which names the
    part and the kinds, where nothing of it may be. Under ALLOW nothing is looked at.
    """

    policy: SensitivePolicy
    redacted: Counter[str] = field(default_factory=Counter)

    def conversation(self, said: Conversation) -> Conversation:
        """Screen what was said, who said it, and the wishes about its extraction."""
        self.place(said.scope)
        names = {f"messages[{n}].message_id": m.message_id for n, m in enumerate(said.messages)}
        self.identifiers(names)
        messages = tuple(
            self._message(message, f"messages[{n}]") for n, message in enumerate(said.messages)
        )
        return replace(said, messages=messages, policy=self._wishes(said.policy))

    def fact(self, fact: Fact) -> Fact:
        """Screen a fact: its text, its slot, its speaker, and what it is tagged with."""
        return replace(
            fact,
            text=self.text(fact.text, "content"),
            fact_key=self._optional(fact.fact_key, "fact_key"),
            speaker=self._optional(fact.speaker, "speaker"),
            custom_tags=self._tags(fact.custom_tags, "custom_tags"),
            entities=tuple(
                Entity(self.text(one.name, "entities"), self.text(one.type, "entities"))
                for one in fact.entities
            ),
        )

    def revision(self, revision: Revision, field: str) -> Revision:
        """Screen what a revision says, at a field that holds all of it."""
        return replace(
            revision,
            content=self.text(revision.content, f"{field}.content"),
            fact_key=self._optional(revision.fact_key, f"{field}.fact_key"),
            speaker=self._optional(revision.speaker, f"{field}.speaker"),
            custom_tags=self._tags(revision.custom_tags, f"{field}.custom_tags"),
            entities=tuple(
                Entity(*(self.text(one, f"{field}.entities") for one in (each.name, each.type)))
                for each in revision.entities
            ),
            parts=tuple(
                replace(one, text=self.text(one.text, f"{field}.parts")) for one in revision.parts
            ),
        )

    def patch(self, patch: MemoryPatch) -> MemoryPatch:
        """Screen what a caller wants a memory to say and to be tagged with."""
        content, tags = self._optional(patch.content, "content"), patch.custom_tags
        if tags is None or isinstance(tags, Keep):
            return replace(patch, content=content)
        removed = {name: None for name, tag in tags.items() if tag is None}
        given = {name: tag for name, tag in tags.items() if tag is not None}
        screened = {**removed, **self._tags(given, "custom_tags")}
        return replace(patch, content=content, custom_tags=screened)

    def place(self, scope: Scope) -> None:
        """Refuse credentials in the names of an app and a session."""
        named = {"app_id": scope.app_id, "session_id": scope.session_id}
        self.identifiers({field: name for field, name in named.items() if name is not None})

    def identifiers(self, names: Mapping[str, str]) -> None:
        """Refuse credentials in ids, by their fields.

        They cannot be redacted, since two ids must stay two; and a number that looks like a card's
        is a usual id.
        """
        if self.policy is SensitivePolicy.ALLOW:
            return
        for name, value in names.items():
            kinds = [one.kind for one in findings(value) if one.kind in CREDENTIALS]
            if kinds:
                raise SensitiveContent(kinds, field=name)

    def text(self, text: str, field: str) -> str:
        """Screen one text of a field."""
        if self.policy is SensitivePolicy.ALLOW:
            return text
        screened = apply_policy(text, self.policy)
        kinds = [finding.kind for finding in screened.findings]
        if screened.rejected:
            raise SensitiveContent(kinds, field=field)
        self.redacted.update(kind.value for kind in kinds)
        return screened.text

    def _optional(self, text: str | None, field: str) -> str | None:
        return None if text is None else self.text(text, field)

    def _message(self, message: Message, field: str) -> Message:
        return replace(
            message,
            content=self.text(message.content, f"{field}.content"),
            name=self._optional(message.name, f"{field}.name"),
        )

    def _wishes(self, wishes: ExtractionPolicy) -> ExtractionPolicy:
        return replace(
            wishes,
            focus=self._optional(wishes.focus, "extraction.focus"),
            tags=self._tags(wishes.tags, "extraction.tags"),
            entity_types=self._distinct(wishes.entity_types, "extraction.entity_types"),
        )

    def _distinct(self, texts: Iterable[str], field: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.text(text, field) for text in texts))

    def _tags(self, tags: Mapping[str, TagValue], field: str) -> dict[str, TagValue]:
        return {self.text(name, field): self._tag_value(tag, field) for name, tag in tags.items()}

    def _tag_value(self, value: TagValue, field: str) -> TagValue:
        """Screen a value; a number that is redacted becomes its mark."""
        if isinstance(value, bool):
            return value
        text = value if isinstance(value, str) else _plainly(value)
        kept = self.text(text, field)
        return value if kept == text else kept


def _plainly(number: float) -> str:
    """Return a number by its digits: a whole one is what it says, however it was written."""
    return str(int(number) if float(number).is_integer() else number)
