"""What an index makes of a document's context: its dates, and its neighbours' vectors."""

import pytest

from mneme.application.ports.vector_index import IndexHit
from mneme.domain.retrieval.unit_context import UnitContext
from mneme.domain.scope import VisibleScope
from tests.contract.vector_index_builders import IndexHarness, document, query, vector

pytest_plugins = ["tests.contract.vector_index_fixtures"]

COSINE_TOLERANCE = 1e-3


def test_dates_of_a_document_count_like_the_terms_of_its_context(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(
        document(user, "said", terms=("yes",), context=UnitContext(said_on=("june",))),
        document(user, "told", terms=("yes",), context=UnitContext(dates=("june", "may"))),
        document(user, "own", terms=("june", "tea")),
        document(user, "other", terms=("no",), context=UnitContext(dates=("may",))),
    )

    dated = query(user, vector=None, terms=(), dates=("june",))
    termed = query(user, vector=None, terms=("tea",), dates=("june",), lexical_limit=1)

    assert harness.found(dated) == {"said", "told"}
    assert harness.found(termed) == {"own"}


def test_cosines_of_neighbours_are_told_where_they_are_visible_and_near(
    harness: IndexHarness,
) -> None:
    user = harness.user()
    around = UnitContext(neighbours={-2: "far", -1: "before", 1: "unseen"})
    harness.write(
        document(user, "here", vector=vector(1), terms=("tea",), context=around),
        document(user, "before", vector=vector(3, 4), terms=("yes",)),
        document(user, "far", vector=vector(0, 0, 1), terms=("yes",)),
        document(user, "unseen", vector=vector(1), terms=("yes",), scope=VisibleScope("A#x", 1)),
    )

    asked = query(user, terms=("tea",), vector_limit=0, known_cosines=2)
    [hit] = harness.search(asked).hits

    assert hit.cosine == pytest.approx(1.0, abs=COSINE_TOLERANCE)
    assert _around(hit) == pytest.approx({-1: 0.6}, abs=COSINE_TOLERANCE)


def test_a_neighbour_that_was_edited_is_known_by_its_newest_visible_text(
    harness: IndexHarness,
) -> None:
    user = harness.user()
    around = UnitContext(neighbours={-1: "edited"})
    harness.write(
        document(user, "here", vector=vector(1), terms=("tea",), context=around),
        document(user, "edited", vector=vector(0, 1), terms=("yes",), revision=1, version=2),
        document(user, "edited", vector=vector(3, 4), terms=("yes",), revision=2, version=2),
    )

    asked = query(user, terms=("tea",), vector_limit=0, known_cosines=3)
    [hit] = harness.search(asked).hits

    assert _around(hit) == pytest.approx({-1: 0.6}, abs=COSINE_TOLERANCE)


def _around(hit: IndexHit) -> dict[int, float]:
    """Return the cosines of the neighbours that are known, by offset."""
    neighbours = hit.context.neighbours.items()
    return {at: hit.near[memory_id] for at, memory_id in neighbours if memory_id in hit.near}
