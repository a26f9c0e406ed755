"""A conversation in portions that a model takes at once, with what went before each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.fact_vetting import Shown
from mneme.domain.extraction.foreign_text import own_text

WINDOW_BYTES = 16 * 1024
WINDOWS = 8
"""A conversation too long for about so many portions is shown in larger ones: each is a call."""

_CONTEXT_BYTES = 4 * 1024
"""Of an earlier message, its end is shown: more would crowd out what the prompt is about."""

Earlier = tuple[Message, str]


@dataclass(frozen=True, slots=True)
class Window:
    """Messages to be shown together, and the earlier ones, each with its own text."""

    messages: tuple[Shown, ...]
    earlier: tuple[Earlier, ...]


def windows(
    conversation: Conversation,
    context: Sequence[Message],
    sides: frozenset[Role],
    context_messages: int,
) -> Iterator[Window]:
    """Yield the conversation's messages of these sides, in order, each exactly once.

    Each window has at most `context_messages` (one or more) of those before it. Messages that hold
    nothing of their speaker's own are left out.
    """
    shown = [
        Shown(number, message, own)
        for number, message in enumerate(conversation.messages, start=1)
        if message.role in sides and (own := own_text(message.content).strip())
    ]
    earlier = [
        (message, own[-_CONTEXT_BYTES:])
        for message in context
        if message.role in sides and (own := own_text(message.content).strip())
    ]
    for portion in _portions(shown):
        yield Window(tuple(portion), tuple(earlier[-context_messages:]))
        earlier += [(each.message, each.own_text[-_CONTEXT_BYTES:]) for each in portion]


def _portions(shown: Sequence[Shown]) -> Iterator[list[Shown]]:
    sizes = [len(each.own_text.encode("utf-8", "surrogatepass")) for each in shown]
    limit = max(WINDOW_BYTES, -(-sum(sizes) // WINDOWS))
    portion: list[Shown] = []
    size = 0
    for each, more in zip(shown, sizes, strict=True):
        if portion and size + more > limit:
            yield portion
            portion, size = [], 0
        portion.append(each)
        size += more
    if portion:
        yield portion
