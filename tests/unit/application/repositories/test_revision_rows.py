"""A revision as a sealed row and back; sealed bytes open only in the row they were made for."""

import math
import struct
from dataclasses import replace

import pytest

from mneme.application.repositories.revision_rows import RevisionRows
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Embedding, Entity, Ownership, Revision, Source
from mneme.domain.retrieval.unit_context import NO_CONTEXT, Mark, UnitContext
from tests.doubles.made import NOW, a_fact, later
from tests.doubles.world import USER, World

PARTITION = "acme#u-1"
CANARY = "canaryword"


def a_revision(**parts: object) -> Revision:
    defaults = {
        "memory_id": "m-1",
        "revision": 2,
        "content": f"My {CANARY} is blue \x00 👩🏽‍🚀 \u202eאב",
        "ownership": Ownership.USER,
        "sources": (Source("s-1", "m1"), Source(None, "m2")),
        "observed_at": NOW,
        "created_at": later(seconds=1),
    }
    return Revision(**{**defaults, **parts})  # type: ignore[arg-type]


FULL = a_revision(
    valid_at=later(days=-1),
    invalid_at=later(days=1),
    speaker=f"Ann {CANARY}",
    fact_key=f"{CANARY}_colour",
    custom_tags={CANARY: CANARY, "n": 1, "x": 0.5, "b": True},
    entities=(Entity(CANARY, CANARY),),
    confidence=0.25,
    conflicts_with=("m-2", "m-3"),
    supersedes=("m-0",),
    superseded_by="m-9",
    embedding=Embedding("hashing", struct.pack("<4f", 0.5, -0.5, 0.5, 0.5)),
    terms=("00" * 8, "0f" * 8, "00" * 8),
    context=UnitContext(
        terms={-1: ("aa" * 8,), 2: ("bb" * 8, "cc" * 8)},
        neighbours={-1: "m0", 1: "m2"},
        run="m0",
        speaker=("dd" * 8,),
        said_on=("ee" * 8, "ff" * 8),
        dates=("ab" * 8,),
        marks=frozenset({Mark.QUESTION, Mark.TIME}),
    ),
)


@pytest.fixture
def rows(world: World) -> RevisionRows:
    return RevisionRows(world.cipher)


@pytest.mark.parametrize("revision", [a_revision(), FULL], ids=["plain", "full"])
def test_a_revision_comes_back_as_it_was(world: World, rows: RevisionRows, revision) -> None:  # type: ignore[no-untyped-def]
    keys = world.keys.keys_for(world.acme, USER, 1)

    assert rows.revision(rows.row(PARTITION, revision, keys), keys) == revision


def test_nothing_that_was_said_is_readable_in_the_row(world: World, rows: RevisionRows) -> None:
    row = rows.row(PARTITION, FULL, world.keys.keys_for(world.acme, USER, 1))

    assert CANARY not in str(row)
    assert CANARY.encode() not in b"".join(v for v in row.values() if isinstance(v, bytes))


def test_a_vector_is_sealed_at_half_its_size_and_keeps_its_direction(
    world: World, rows: RevisionRows
) -> None:
    values = [math.sin(n) for n in range(512)]
    length = math.sqrt(sum(value * value for value in values))
    unit = [value / length for value in values]
    vector = struct.pack("<512f", *unit)
    keys = world.keys.keys_for(world.acme, USER, 1)

    row = rows.row(PARTITION, a_revision(embedding=Embedding("m", vector)), keys)
    back = rows.revision(row, keys).embedding

    assert back is not None
    assert len(row["vector"]) < len(vector) * 0.6  # type: ignore[arg-type]
    cosine = sum(a * b for a, b in zip(unit, struct.unpack("<512f", back.vector), strict=True))
    assert cosine == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(
    ("name", "value"), [("sk", "m-1#000003"), ("sk", "m-2#000002"), ("pk", "acme#u-2")]
)
def test_sealed_bytes_do_not_open_in_another_row(  # type: ignore[no-untyped-def]
    world: World, rows: RevisionRows, name: str, value
) -> None:
    keys = world.keys.keys_for(world.acme, USER, 1)
    row = {**rows.row(PARTITION, FULL, keys), name: value}

    with pytest.raises(InternalFault):
        rows.revision(row, keys)


def test_words_and_vector_of_a_row_cannot_be_exchanged(world: World, rows: RevisionRows) -> None:
    keys = world.keys.keys_for(world.acme, USER, 1)
    row = rows.row(PARTITION, FULL, keys)

    with pytest.raises(InternalFault):
        rows.revision({**row, "sealed": row["vector"]}, keys)


@pytest.mark.parametrize(("user", "epoch"), [("u-2", 1), (USER, 2)])
def test_no_other_users_or_epochs_key_opens_a_revision(
    world: World, rows: RevisionRows, user: str, epoch: int
) -> None:
    row = rows.row(PARTITION, FULL, world.keys.keys_for(world.acme, USER, 1))

    with pytest.raises(InternalFault):
        rows.revision(row, world.keys.keys_for(world.acme, user, epoch))


def test_the_same_content_is_never_sealed_into_the_same_bytes(
    world: World, rows: RevisionRows
) -> None:
    keys = world.keys.keys_for(world.acme, USER, 1)

    first, second = (rows.row(PARTITION, FULL, keys) for _ in range(2))

    assert first["sealed"] != second["sealed"]
    assert first["vector"] != second["vector"]


def test_strange_lists_in_a_row_are_read_as_empty(world: World, rows: RevisionRows) -> None:
    keys = world.keys.keys_for(world.acme, USER, 1)
    row = {**rows.row(PARTITION, FULL, keys), "sources": "none", "context": 7, "ranked_by": "x"}

    revision = rows.revision(row, keys)

    assert (revision.sources, revision.context) == ((), NO_CONTEXT)


def test_no_more_sources_are_kept_than_a_revision_may_list(world: World) -> None:
    sources = tuple(Source("s-1", f"m{n}") for n in range(80))

    world.decide(replace(a_fact(), sources=sources))

    (held,) = world.held()
    assert held.revision.sources == sources[:50]
