"""The deterministic extractor: statements about people, in the words they were made in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.dates.ends import valid_until
from mneme.domain.dates.expressions import valid_from
from mneme.domain.extraction.fact_category import category
from mneme.domain.extraction.fact_doubt import DOUBTFUL, confidence
from mneme.domain.extraction.fact_limits import FACTS_A_TASK
from mneme.domain.extraction.fact_slots import Holds
from mneme.domain.extraction.foreign_text import own_text
from mneme.domain.extraction.sentences import sentences, words
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statements import mem_type
from mneme.domain.extraction.told_statements import Told, heard
from mneme.domain.fact import Category, Fact, type_in_slot
from mneme.domain.memory import Ownership, Provenance, Source
from mneme.domain.scope import split_key

_AGE = re.compile(
    r"今年(?:刚|都|已经|快|满)?[一二三四五六七八九十百\d]{1,4}(?![月\d一二三四五六七八九十]|个月)"
)
"""今年八十八 tells an age and not a time."""

_BEHIND = re.compile(
    r"\bago\b|\byesterday\b|(?:年|个月|周|星期|天)前|去年|前年|昨[天晚]|上个?(?:周|月|星期)",
    re.IGNORECASE,
)
_INTENDED = re.compile(
    r"\b(?:plan|hop|want|intend|aim|sav|look|goal|dream|will|going to|gonna|'ll|would|until|due)"
    r"|打算|计划|准备|想|要|希望|目标|争取|会|到期",
    re.IGNORECASE,
)
"""What one means to do may be meant for long: "I have been planning it since 2024"."""
_LONG_AGO = timedelta(days=2 * 366)
"""Since a change that was longer ago, another may have followed."""
_OF_SLOT = {"employer": Category.PROFESSIONAL, "job": Category.PROFESSIONAL} | dict.fromkeys(
    ("home_city", "partner", "name", "relationship_status"), Category.PERSONAL
)
"""What is told of a slot that has its value is no plan, whatever day it names."""

_OWNERSHIP = {Role.USER: Ownership.USER, Role.ASSISTANT: Ownership.AGENT}


@dataclass(frozen=True, slots=True)
class Extracted:
    """Facts in order of their messages, and how many sentences of which message were not read.

    Those stand behind the last fact that one message, or a conversation, may yield. `unreal` counts
    the messages of which something was taken for a machine's own or for a scene that is played.
    """

    facts: tuple[Fact, ...]
    left_out: Mapping[str, int] = field(default_factory=dict, hash=False)
    unreal: int = 0


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
    unreal = 0
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
            unreal += said.unreal
            if said.left_out:
                left_out[message.message_id] = said.left_out
        asking = None if said.asks is None else (message.speaker, said.asks)
    return Extracted(tuple(facts), left_out, unreal)


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
    sure, told_of = confidence(told.said), _placed(told, conversation.local_time(message))
    if told.is_example:
        sure = min(sure, DOUBTFUL)
    believed = sure >= conversation.policy.confident_enough
    slot = told_of.fact_key if ownership is Ownership.USER else None
    return Fact(
        text=told.text,
        ownership=ownership,
        sources=(Source(conversation.scope.session_id, message.message_id),),
        observed_at=observed_at,
        mem_type=type_in_slot(mem_type(told.said), slot),
        provenance=Provenance.AUTOMATIC if believed else Provenance.CANDIDATE,
        speaker=message.name,
        fact_key=slot,
        valid_at=told_of.since,
        invalid_at=told_of.until,
        confidence=sure,
        category=told_of.category,
    )


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where a statement belongs: what it is about, which slot it fills, since when and until."""

    category: Category
    fact_key: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def _placed(told: Told, said_at: datetime) -> _Placed:
    """Return where the statement belongs.

    A change of long ago fills no slot, as much may have happened since, and none that lies ahead.
    """
    about, first = category(told.said), told.sentences[0]
    if told.fills is None:
        since = _since(first, said_at)
        if about is Category.PLAN and _lies_behind(first, since, said_at):
            about = Category.ACTIVITY
        since = None if about is Category.PLAN else since
        until = valid_until(first, said_at)
        if since is not None and until is not None and until <= since:
            until = None
        return _Placed(about, None, since, until)
    since = _since(first, said_at)
    if about in {Category.PLAN, Category.OTHER}:
        about = _OF_SLOT.get(split_key(told.fills.key)[0], about)
    if since is not None and (
        since > said_at or (told.fills.holds is Holds.CHANGED and said_at - since > _LONG_AGO)
    ):
        return _Placed(about, None, since)
    return _Placed(about, told.fills.key, since)


def _lies_behind(sentence: str, since: datetime | None, said_at: datetime) -> bool:
    """Return whether a sentence tells what was done on a day before: 我两年前搬到这里."""
    if since is None or since > said_at or _BEHIND.search(sentence) is None:
        return False
    return _INTENDED.search(sentence) is None


def _since(sentence: str, said_at: datetime) -> datetime | None:
    """Return when what the sentence states happened or began, if it tells."""
    if _AGE.search(sentence):
        return None
    span = valid_from(sentence, said_at)
    return None if span is None else span.start
