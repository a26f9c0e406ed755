"""The deterministic extractor: statements about people, in the words they were made in."""

from collections.abc import Iterator
from dataclasses import dataclass

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.fact import Fact
from mneme.domain.fact_slots import fact_key
from mneme.domain.foreign_text import own_text
from mneme.domain.memory import Ownership, Source
from mneme.domain.sentences import has_han, pieces, sentences, words
from mneme.domain.statement_setting import Setting
from mneme.domain.statements import asks_addressee, is_statement, mem_type

FACT_LENGTH = 400
"""About so many characters of one message's statements stay together in one fact."""

_OWNERSHIP = {Role.USER: Ownership.USER, Role.ASSISTANT: Ownership.AGENT}


@dataclass(frozen=True, slots=True)
class _Statement:
    """What one fact will say, and the slot it fills, if any."""

    text: str
    fact_key: str | None = None


def extract_facts(conversation: Conversation) -> tuple[Fact, ...]:
    """Return what the conversation states about people, in order, often nothing.

    A fact is made of the statements of one message, and takes the message's ownership. The same
    conversation always gives the same facts; no text makes it fail.
    """
    names = _names(conversation)
    facts: list[Fact] = []
    asked_by: str | None = None
    for message in conversation.messages:
        ownership = _OWNERSHIP.get(message.role)
        if ownership is None:
            continue
        heard = sentences(own_text(message.content))
        if conversation.ownership in (None, ownership):
            by_agent = ownership is Ownership.AGENT
            answers = not by_agent and asked_by not in (None, message.speaker)
            said = _said(message, heard, Setting(names, by_agent, answers))
            facts += [_fact(conversation, message, ownership, each) for each in said]
        asked_by = message.speaker if any(map(asks_addressee, heard)) else None
    return tuple(facts)


def _said(message: Message, heard: list[str], setting: Setting) -> Iterator[_Statement]:
    return _statements([each for each in heard if is_statement(each, setting)], message.name)


def _names(conversation: Conversation) -> frozenset[str]:
    named = (message.name for message in conversation.messages if message.name)
    return frozenset(word.lower() for name in named for word in words(name))


def _statements(kept: list[str], speaker: str | None) -> Iterator[_Statement]:
    """Yield the sentences together up to FACT_LENGTH, those that fill a slot each by itself."""
    together = ""
    for said in _pieces(kept, speaker):
        joined = _joined(together, said.text)
        if said.fact_key is None and len(joined) <= FACT_LENGTH:
            together = joined
            continue
        if together:
            yield _Statement(together)
        together = said.text if said.fact_key is None else ""
        if said.fact_key is not None:
            yield said
    if together:
        yield _Statement(together)


def _pieces(kept: list[str], speaker: str | None) -> Iterator[_Statement]:
    for sentence in kept:
        key = fact_key(sentence, speaker)
        yield from (_Statement(piece, key) for piece in pieces(sentence, FACT_LENGTH))


def _joined(text: str, more: str) -> str:
    if not text:
        return more
    return f"{text}{more}" if has_han(text[-2:]) else f"{text} {more}"


def _fact(
    conversation: Conversation, message: Message, ownership: Ownership, said: _Statement
) -> Fact:
    return Fact(
        text=said.text,
        ownership=ownership,
        sources=(Source(conversation.scope.session_id, message.message_id),),
        observed_at=message.time or conversation.accepted_at,
        mem_type=mem_type(said.text),
        speaker=message.name,
        fact_key=said.fact_key if ownership is Ownership.USER else None,
    )
