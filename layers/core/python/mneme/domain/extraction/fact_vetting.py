"""From what a model claims to facts (DESIGN §7): the rules of its prompt, enforced.

A prompt asks; nothing makes a model obey, and what it reads may ask it for something else. So every
claim is held against the messages it was shown: it must come from them, say what they say, and say
it in their language.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.draft_fact import DraftFact, Drop
from mneme.domain.extraction.draft_fields import entities_of, fact_key_of, interval_of, letters
from mneme.domain.extraction.given_orders import sets_instructions_aside
from mneme.domain.extraction.grounding import is_grounded
from mneme.domain.extraction.turn_wishes import is_turn_wish
from mneme.domain.extraction.writing_systems import same_language
from mneme.domain.fact import FACT_BYTES, Fact, Temporality, type_in_slot
from mneme.domain.memory import SOURCE_LIMIT, Ownership, Provenance, Source

_QUOTATION = 6
"""So many letters in a row are no coincidence."""

_OWNERSHIP = {Role.USER: Ownership.USER, Role.ASSISTANT: Ownership.AGENT}


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as a model was shown it: under a number, without text that is not its speaker's."""

    number: int
    message: Message
    own_text: str


@dataclass(frozen=True, slots=True)
class Vetted:
    """The facts, in order of their messages; what was dropped; and whose messages were translated.

    `translated` are ids of messages of which a fact was lost to another language.
    """

    facts: tuple[Fact, ...]
    dropped: Counter[Drop]
    translated: frozenset[str]


class Vetting:
    """Holds claims against one conversation and the messages of it that were shown."""

    def __init__(
        self, conversation: Conversation, shown: Sequence[Shown], earlier: Sequence[str] = ()
    ) -> None:
        """`earlier` is what the model was shown of what was said before the first of them."""
        self._conversation = conversation
        self._shown = {each.number: each for each in shown}
        spoken = [*(earlier[-1:] or [""]), *(each.own_text for each in shown)]
        self._before = dict(zip(self._shown, spoken, strict=False))
        self._own = "\n".join(letters(each.own_text) for each in shown)
        said = (*earlier, *(message.content for message in conversation.messages))
        self._all = "\n".join(letters(each) for each in said)
        self._checks: tuple[tuple[Drop, Callable[[_Claim], bool]], ...] = (
            (Drop.EMPTY, _is_empty),
            (Drop.TOO_LARGE, _is_too_large),
            (Drop.UNKNOWN_SOURCE, lambda claim: not claim.cited),
            (Drop.ONE_OFF, _is_one_off),
            (Drop.ORDER, lambda claim: sets_instructions_aside(claim.draft.text)),
            (Drop.FOREIGN, self._is_foreign),
            (Drop.TRANSLATED, _is_translated),
            (Drop.UNGROUNDED, self._is_ungrounded),
        )

    def vet(self, drafts: Iterable[DraftFact]) -> Vetted:
        """Return what is left of the claims."""
        kept: list[_Claim] = []
        dropped: Counter[Drop] = Counter()
        translated: set[str] = set()
        for draft in drafts:
            claim = _Claim(draft, self._cited(draft))
            why = self._fault(claim)
            if why is None:
                kept.append(claim)
                continue
            dropped[why] += 1
            if why is Drop.TRANSLATED:
                translated.update(each.message.message_id for each in claim.stating)
        kept.sort(key=lambda claim: claim.cited[-1].number)
        facts = tuple(self._fact(claim, dropped) for claim in kept)
        return Vetted(facts, dropped, frozenset(translated))

    def _cited(self, draft: DraftFact) -> tuple[Shown, ...]:
        known = sorted(set(draft.cited) & self._shown.keys())
        return tuple(self._shown[number] for number in known)

    def _fault(self, claim: "_Claim") -> Drop | None:
        return next((drop for drop, fails in self._checks if fails(claim)), None)

    def _is_foreign(self, claim: "_Claim") -> bool:
        """Whether it repeats what stands in the conversation, but in none of its sources.

        Such are recalled memories, system prompts, results of tools, the other side's words, and
        messages that were shown to be understood and not to be taken down again.
        """
        told = letters(claim.draft.text)
        if len(told) < _QUOTATION or told in self._own:
            return False
        return told in self._all

    def _is_ungrounded(self, claim: "_Claim") -> bool:
        said = [self._before[claim.cited[0].number]]
        said += [f"{each.message.name or ''}\n{each.own_text}" for each in claim.cited]
        return not is_grounded(claim.draft.text, "\n".join(said))

    def _fact(self, claim: "_Claim", dropped: Counter[Drop]) -> Fact:
        draft, last = claim.draft, claim.cited[-1].message
        observed_at = last.time or self._conversation.accepted_at
        policy = self._conversation.policy
        valid_at, invalid_at = interval_of(draft, self._conversation.local_time(last), dropped)
        said = "\n".join((draft.text, *(each.own_text for each in claim.cited)))
        sure = draft.confidence >= policy.confident_enough
        slot = fact_key_of(draft, last, dropped)
        return Fact(
            text=draft.text.strip(),
            ownership=_OWNERSHIP[last.role],
            sources=claim.sources(self._conversation.scope.session_id),
            observed_at=observed_at,
            mem_type=type_in_slot(draft.mem_type, slot),
            provenance=Provenance.AUTOMATIC if sure else Provenance.CANDIDATE,
            is_important=draft.is_important,
            speaker=last.name,
            fact_key=slot,
            valid_at=valid_at,
            invalid_at=invalid_at,
            confidence=draft.confidence,
            category=draft.category,
            entities=entities_of(draft, policy.entity_types, said, dropped),
        )


@dataclass(frozen=True, slots=True)
class _Claim:
    """A draft with those messages it cites that were shown, in order."""

    draft: DraftFact
    cited: tuple[Shown, ...]
    stating: tuple[Shown, ...] = field(init=False)
    """Of the cited, those of the side that spoke last: a question is no source of its answer."""

    def __post_init__(self) -> None:
        side = self.cited[-1].message.role if self.cited else None
        stating = tuple(each for each in self.cited if each.message.role is side)
        object.__setattr__(self, "stating", stating)

    def sources(self, session_id: str | None) -> tuple[Source, ...]:
        """Return the messages it comes from, the latest if there are too many."""
        return tuple(
            Source(session_id, each.message.message_id) for each in self.stating[-SOURCE_LIMIT:]
        )


def _is_empty(claim: _Claim) -> bool:
    return not letters(claim.draft.text)


def _is_too_large(claim: _Claim) -> bool:
    return len(claim.draft.text.strip().encode("utf-8", "surrogatepass")) > FACT_BYTES


def _is_one_off(claim: _Claim) -> bool:
    return claim.draft.temporality is Temporality.ONE_OFF or is_turn_wish(claim.draft.text)


def _is_translated(claim: _Claim) -> bool:
    return not same_language(claim.draft.text, [each.own_text for each in claim.stating])
