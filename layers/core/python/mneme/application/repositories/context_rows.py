"""What a unit is ranked by, as attributes of its revision's row: blind terms packed as bytes."""

from collections.abc import Mapping

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.domain.retrieval.unit_context import Mark, UnitContext

_TERM_BYTES = 8
_LISTS = ("speaker", "said_on", "dates")


def pack_terms(terms: tuple[str, ...]) -> bytes:
    """Return blind terms, one after another."""
    return bytes.fromhex("".join(terms))


def unpack_terms(packed: bytes) -> tuple[str, ...]:
    """Undo `pack_terms`."""
    starts = range(0, len(packed), _TERM_BYTES)
    return tuple(packed[start : start + _TERM_BYTES].hex() for start in starts)


def context_attributes(context: UnitContext) -> dict[str, Value]:
    """Return the attributes that keep a context; what is empty is absent."""
    lists: dict[str, Value] = {
        "speaker": pack_terms(context.speaker),
        "said_on": pack_terms(context.said_on),
        "dates": pack_terms(context.dates),
        "marks": "".join(sorted(context.marks)),
        "run": context.run,
        "neighbours": {str(at): memory_id for at, memory_id in context.neighbours.items()},
    }
    row: dict[str, Value] = {}
    if context.terms:
        row["context"] = {str(at): pack_terms(terms) for at, terms in context.terms.items()}
    ranked_by: dict[str, Value] = {name: value for name, value in lists.items() if value}
    if ranked_by:
        row["ranked_by"] = ranked_by
    return row


def context_of(row: Item) -> UnitContext:
    """Return the context that a row keeps; rows of earlier versions keep less."""
    kept = _mapping(row, "ranked_by")
    speaker, said_on, dates = (
        unpack_terms(read.binary(kept, name)) if name in kept else () for name in _LISTS
    )
    around = _mapping(row, "context")
    neighbours = _mapping(kept, "neighbours")
    return UnitContext(
        terms={int(at): unpack_terms(read.binary(around, at)) for at in around},
        neighbours={int(at): read.text(neighbours, at) for at in neighbours},
        run=read.text(kept, "run") if "run" in kept else "",
        speaker=speaker,
        said_on=said_on,
        dates=dates,
        marks=frozenset(map(Mark, read.text(kept, "marks") if "marks" in kept else "")),
    )


def _mapping(row: Item, name: str) -> Mapping[str, Value]:
    value = row.get(name, {})
    return value if isinstance(value, Mapping) else {}
