"""What a model claims to have read: to be vetted before it is a fact."""

from dataclasses import dataclass
from enum import StrEnum

from mneme.domain.fact import Category, Entity, Temporality
from mneme.domain.memory import MemType


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A claim, well-formed and nothing more.

    `cited` are the numbers of the messages it is said to come from; the instants are as written.
    `about_speaker` tells that it is about who said it, so that it may fill one of their slots.
    """

    text: str
    cited: tuple[int, ...]
    about_speaker: bool = False
    mem_type: MemType = MemType.SEMANTIC
    category: Category = Category.OTHER
    is_important: bool = False
    fact_key: str | None = None
    entities: tuple[Entity, ...] = ()
    valid_at: str | None = None
    invalid_at: str | None = None
    temporality: Temporality = Temporality.DURABLE
    confidence: float = 0.5


class Drop(StrEnum):
    """Why a claim, or a part of it, was not taken: a code for logs and metrics."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    UNKNOWN_SOURCE = "unknown_source"
    ONE_OFF = "one_off"
    ORDER = "order"
    FOREIGN = "foreign"
    UNGROUNDED = "ungrounded"
    TRANSLATED = "translated"
    REPEATED = "repeated"
    TOO_MANY = "too_many"
    INSTANT = "instant"
    FACT_KEY = "fact_key"
    ENTITY = "entity"
