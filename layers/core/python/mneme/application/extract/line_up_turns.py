"""By what each message of a conversation is found: itself, and what was said around it."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import Findable
from mneme.application.index.find_by import FindBy, who_said
from mneme.application.repositories.key_ring import UserKeys
from mneme.domain.fact import Fact
from mneme.domain.memory import Revision
from mneme.domain.retrieval.embedding_text import turn_text
from mneme.domain.retrieval.neighbours import REACH, around, run_starts
from mneme.domain.retrieval.unit_context import NEIGHBOURS, UnitContext
from mneme.domain.tenancy import TenantContext

CONTEXT_TERMS = 512
"""Terms kept of a neighbour: with six neighbours of 16 KB each, a row would exceed its 400 KB."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message in line with those around it; `run` is known of one that was kept before."""

    memory_id: str
    speaker: str
    text: str
    at: datetime
    terms: tuple[str, ...]
    run: str | None = None

    @classmethod
    def of(cls, turn: Revision) -> "Spoken":
        """Return a turn that was kept before."""
        return cls(
            memory_id=turn.memory_id,
            speaker=who_said(turn),
            text=turn.content,
            at=turn.observed_at,
            terms=turn.terms,
            run=turn.context.run or turn.memory_id,
        )


@dataclass(frozen=True)
class LineUpTurns:
    """Puts new messages behind those that were said before, and looks around from each."""

    find_by: FindBy

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        key_epoch: int,
        earlier: Sequence[Revision],
        told: Sequence[tuple[str, Fact]],
        wanted: Set[str],
    ) -> dict[str, Findable]:
        """Return by what those messages are found that are wanted, by their memory ids.

        `told` are the messages of a conversation in order, each with its memory id: who sends all
        of it with each new message has only that one embedded. `earlier` are turns said before in
        the same session, in order. Raises Unavailable.
        """
        keys = self.find_by.keys.keys_for(tenant, user_id, key_epoch)
        places = [place for place, (memory_id, _) in enumerate(told) if memory_id in wanted]
        near = {at for place in places for at in range(place - REACH, place + REACH + 1)}
        spoken = [
            self._spoken(keys, memory_id, fact, near=place in near)
            for place, (memory_id, fact) in enumerate(told)
        ]
        line = [*map(Spoken.of, earlier), *spoken]
        texts = [_embedded(line, len(earlier) + place) for place in places]
        embeddings = self.find_by.embeddings(tenant, user_id, key_epoch, texts)
        found: dict[str, Findable] = {}
        for embedding, place in zip(embeddings, places, strict=True):
            memory_id, fact = told[place]
            context = self._context(keys, fact, line, len(earlier) + place)
            found[memory_id] = Findable(embedding, spoken[place].terms, context)
        return found

    def _spoken(self, keys: UserKeys, memory_id: str, fact: Fact, *, near: bool) -> Spoken:
        """Return a message in line; only what is near one that is wanted needs its terms."""
        terms = self.find_by.terms(keys, fact.speaker, fact.text) if near else ()
        return Spoken(memory_id, who_said(fact), fact.text, fact.observed_at, terms)

    def _context(
        self, keys: UserKeys, fact: Fact, line: Sequence[Spoken], place: int
    ) -> UnitContext:
        times = [one.at for one in line]
        nearby = around(times, line, place)
        first = line[run_starts(times)[place]]
        before = nearby[-1].text if -1 in nearby else None
        return replace(
            self.find_by.context(keys, fact, fact.text, before),
            terms={at: one.terms[:CONTEXT_TERMS] for at, one in nearby.items()},
            neighbours={at: nearby[at].memory_id for at in NEIGHBOURS if at in nearby},
            run=first.run or first.memory_id,
        )


def _embedded(line: Sequence[Spoken], place: int) -> str:
    one = line[place]
    before = around([each.at for each in line], line, place).get(-1)
    previous = None if before is None else (before.speaker, before.text)
    return turn_text(one.speaker, one.text, previous)
