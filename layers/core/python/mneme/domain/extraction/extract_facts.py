"""The deterministic extractor: statements about people, in the words they were made in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.dates.expressions import valid_from
from mneme.domain.extraction.fact_category import category
from mneme.domain.extraction.fact_doubt import confidence
from mneme.domain.extraction.fact_limits import FACTS_A_TASK
from mneme.domain.extraction.foreign_text import own_text
from mneme.domain.extraction.sentences import sentences, words
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statements import mem_type
from mneme.domain.extraction.told_statements import Told, heard
from mneme.domain.fact import Category, Fact
from mneme.domain.memory import Ownership, Provenance, Source

_AGE = re.compile(
    r"今年(?:刚|都|已经|快|满)?[一二三四五六七八九十百\d]{1,4}(?![月\d一二三四五六七八九十]|个月)"
)
"""今年八十八 tells an age and not a time."""

_OWNERSHIP = {Role.USER: Ownership.USER, Role.ASSISTANT: Ownership.AGENT}


@dataclass(frozen=True, slots=True)
class Extracted:
    """Facts in order of their messages, and how many sentences of which message were not read.

    Those stand behind the last fact that one message, or a conversation, may yield.
    """

    facts: tuple[Fact, ...]
    left_out: Mapping[str, int] = field(default_factory=dict, hash=False)


def extract_facts(conversation: Conversation) -> tuple[Fact, ...]:
    """Return the facts of a conversation that is read for the first time: see `extracted`."""
    return extracted(conversation).facts


def extracted(conversation: Conversation, settled: frozenset[str] = frozenset()) -> Extracted:
    """Return what the conversation states about people, often nothing.

    From the messages in `settled` (their ids) no facts are taken: they help to understand others.

    A fact is one statement of one message, with what leans on it, and takes the message's
    ownership. No message says one thing twice. The same conversation always gives the same facts;
    no text makes it fail.
    """
    talk = Setting(_names(conversation), among_people=_is_among_people(conversation))
    facts: list[Fact] = []
    left_out: dict[str, int] = {}
    asking: tuple[str, str] | None = None
    for message in conversation.messages:
        ownership = _OWNERSHIP.get(message.role)
        if ownership is None:
            continue
        setting = replace(
            talk, by_agent=ownership is Ownership.AGENT, asked=_asked(asking, message)
        )
        wanted = conversation.ownership in (None, ownership) and message.message_id not in settled
        if len(facts) >= FACTS_A_TASK:
            if wanted and (unread := len(sentences(own_text(message.content)))):
                left_out[message.message_id] = unread
            continue
        said = heard(message.content, message.name, setting)
        if wanted:
            facts += [_fact(conversation, message, ownership, told) for told in said.told]
            if said.left_out:
                left_out[message.message_id] = said.left_out
        asking = None if said.asks is None else (message.speaker, said.asks)
    return Extracted(tuple(facts), left_out)


def _is_among_people(conversation: Conversation) -> bool:
    speakers = {message.speaker for message in conversation.messages if message.role is Role.USER}
    return len(speakers) > 1


def _asked(asking: tuple[str, str] | None, message: Message) -> str | None:
    """Return the question that somebody else asked before this user's message."""
    if asking is None or message.role is not Role.USER or asking[0] == message.speaker:
        return None
    return asking[1]


def _names(conversation: Conversation) -> frozenset[str]:
    named = (message.name for message in conversation.messages if message.name)
    return frozenset(word.lower() for name in named for word in words(name))


def _fact(conversation: Conversation, message: Message, ownership: Ownership, told: Told) -> Fact:
    observed_at = message.time or conversation.accepted_at
    about, sure = category(told.said), confidence(told.said)
    believed = sure >= conversation.policy.confident_enough
    return Fact(
        text=told.text,
        ownership=ownership,
        sources=(Source(conversation.scope.session_id, message.message_id),),
        observed_at=observed_at,
        mem_type=mem_type(told.said),
        provenance=Provenance.AUTOMATIC if believed else Provenance.CANDIDATE,
        speaker=message.name,
        fact_key=told.fact_key if ownership is Ownership.USER else None,
        valid_at=None if about is Category.PLAN else _since(told.sentences[0], observed_at),
        confidence=sure,
        category=about,
    )


def _since(sentence: str, said_at: datetime) -> datetime | None:
    """Return when what the sentence states happened or began, if it tells."""
    if _AGE.search(sentence):
        return None
    span = valid_from(sentence, said_at)
    return None if span is None else span.start
