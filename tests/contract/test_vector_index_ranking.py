"""What an index finds, and the statistics it gives, against brute force and plain Python."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from mneme.application.ports.vector_index import TermStatistics
from mneme.domain.memory import Kind
from mneme.domain.retrieval.term_places import term_places
from mneme.domain.retrieval.unit_context import Mark, UnitContext
from tests.contract.vector_index_builders import IndexHarness, document, query, vector, visible
from tests.contract.vector_index_oracle import (
    RandomCases,
    expected_keys,
    expected_statistics,
    unit_vectors,
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]

COSINE_TOLERANCE = 1e-3
"""An index may keep half floats, as the authority does."""


def test_random_documents_are_found_and_counted_as_plain_python_says(
    harness: IndexHarness,
) -> None:
    cases = RandomCases(seed=20260301)
    users = [harness.user(name) for name in ("ann", "bob", "an")]
    documents = [cases.document(user, f"m{number}") for number in range(120) for user in users]
    harness.write(*documents)

    matched = 0
    for number in range(60):
        asked = cases.query(users[number % len(users)])
        answer = harness.search(asked)
        found = {(hit.memory_id, hit.revision): hit.cosine is not None for hit in answer.hits}
        assert found == expected_keys(documents, asked)
        assert answer.statistics == expected_statistics(documents, asked)
        matched += len(found)
    assert matched > 100, "the cases are too narrow to show anything"


def test_nearest_ten_of_each_user_are_those_of_brute_force(make_index) -> None:  # type: ignore[no-untyped-def]
    harness: IndexHarness = make_index(512)
    generator = np.random.default_rng(7)
    shares = {"ann": 1400, "bob": 500, "cay": 100}
    stored = {name: unit_vectors(generator, size, 512) for name, size in shares.items()}
    for name, rows in stored.items():
        user = harness.user(name)
        harness.write(*(document(user, str(i), vector=row.tobytes()) for i, row in enumerate(rows)))

    overlap = []
    for name, rows in stored.items():
        for asked in unit_vectors(generator, 10, 512):
            truth = set(np.argsort(-(rows @ asked))[:10].tolist())
            hits = harness.search(
                query(harness.user(name), vector=asked.tobytes(), vector_limit=60)
            ).hits
            nearest = sorted(hits, key=lambda hit: -(hit.cosine or 0))[:10]
            overlap.append(len(truth & {int(hit.memory_id) for hit in nearest}) / 10)
            assert len(hits) == 60
            for hit in nearest:
                exact = float(rows[int(hit.memory_id)] @ asked)
                assert hit.cosine == pytest.approx(exact, abs=COSINE_TOLERANCE)
    assert np.mean(overlap) >= 0.99


def test_vector_limit_keeps_the_nearest_documents(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(*(document(user, f"m{i}", vector=vector(1, i)) for i in range(9)))

    hits = harness.hits(query(user, vector_limit=3))

    assert set(hits) == {("m0", 1), ("m1", 1), ("m2", 1)}
    assert hits["m0", 1].cosine == pytest.approx(1.0, abs=COSINE_TOLERANCE)
    assert hits["m2", 1].cosine == pytest.approx(1 / 5**0.5, abs=COSINE_TOLERANCE)


def test_opposite_vectors_have_a_cosine_of_minus_one(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, "against", vector=vector(-1)))

    hits = harness.hits(query(user))

    assert hits["against", 1].cosine == pytest.approx(-1.0, abs=COSINE_TOLERANCE)


def test_lexical_limit_keeps_the_documents_with_rarer_terms(harness: IndexHarness) -> None:
    user = harness.user()
    common = [document(user, f"c{i}", terms=("the",) * 5) for i in range(8)]
    rare = [
        document(user, "both", terms=("the", "lisbon")),
        document(user, "one", terms=("lisbon",)),
    ]
    harness.write(*common, *rare)

    found = harness.found(query(user, vector=None, terms=("the", "lisbon"), lexical_limit=2))

    assert found == {"both", "one"}


def test_document_found_by_its_terms_alone_has_no_cosine(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(
        document(user, "near", vector=vector(1), terms=("tea",)),
        document(user, "far", vector=vector(0, 1), terms=("tea",)),
    )

    hits = harness.hits(query(user, terms=("tea",), vector_limit=1))

    assert hits["far", 1].cosine is None
    assert hits["near", 1].cosine == pytest.approx(1.0, abs=COSINE_TOLERANCE)


def test_own_terms_come_before_those_of_neighbours(harness: IndexHarness) -> None:
    user = harness.user()
    around = UnitContext({-1: ("lisbon",), 2: ("tea", "tea")})
    harness.write(
        document(user, "own", terms=("lisbon",)),
        document(user, "around", terms=("yes",), context=around),
    )

    asked = query(user, vector=None, terms=("lisbon",))

    assert harness.found(asked) == {"own", "around"}
    assert harness.search(asked).statistics.frequencies == {"lisbon": 1}
    assert harness.found(query(user, vector=None, terms=("lisbon",), lexical_limit=1)) == {"own"}


def test_hit_carries_what_ranking_needs_of_its_document(harness: IndexHarness) -> None:
    user = harness.user()
    observed = datetime(2025, 12, 31, 23, 59, 59, 123456, timezone(timedelta(hours=8)))
    context = UnitContext(
        terms={-3: ("x",), -1: ("tea", "tea"), 1: ()},
        neighbours={-1: "m0", 1: "m2"},
        run="m0",
        speaker=("ann",),
        said_on=("sunday",),
        dates=("monday",),
        marks=frozenset({Mark.QUESTION, Mark.NUMBER}),
    )
    written = document(
        user,
        "m1",
        revision=7,
        kind=Kind.TURN,
        terms=("tea", "cup", "tea"),
        observed_at=observed,
        context=context,
        weight_cap=0.85,
    )
    harness.write(written)

    hit = harness.hits(query(user))["m1", 7]

    assert hit.places == term_places(written.terms, context.terms)
    assert (hit.length, hit.kind, hit.weight_cap) == (3, Kind.TURN, 0.85)
    assert hit.context == replace(context, terms={})
    assert hit.observed_at == observed
    assert hit.observed_at.utcoffset() == timedelta(hours=8)


def test_lists_that_are_switched_off_find_nothing(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, "m1", terms=("tea",)))

    both_off = harness.search(query(user, terms=("tea",), vector_limit=0, lexical_limit=0))
    no_vector = harness.hits(query(user, vector=None, terms=("tea",)))
    no_terms = harness.hits(query(user, terms=()))

    assert both_off.hits == ()
    assert both_off.statistics == TermStatistics(1, 1.0, {"tea": 1})
    assert no_vector["m1", 1].cosine is None
    assert no_terms["m1", 1].cosine is not None


def test_document_without_a_vector_is_found_by_its_terms_only(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, "mute", vector=b"", terms=("tea",)))

    assert harness.found(query(user)) == set()
    assert harness.found(query(user, terms=("tea",))) == {"mute"}


def test_user_without_documents_gets_no_hits_and_zero_statistics(harness: IndexHarness) -> None:
    answer = harness.search(query(harness.user("nobody"), terms=("tea",)))

    assert answer.hits == ()
    assert answer.statistics == TermStatistics(0, 0.0, {"tea": 0})


def test_repeated_query_terms_are_counted_once(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, "m1", terms=("tea", "tea")))

    answer = harness.search(query(user, terms=("tea", "tea", "cup")))

    assert answer.statistics == TermStatistics(1, 2.0, {"tea": 1, "cup": 0})


def test_query_of_very_many_terms_is_answered(harness: IndexHarness) -> None:
    user = harness.user()
    many = tuple(f"{number:016x}" for number in range(1500))
    harness.write(document(user, "m1", terms=many))

    answer = harness.search(query(user, terms=many))

    assert len(answer.hits) == 1
    assert answer.statistics.frequencies == dict.fromkeys(many, 1)


@pytest.mark.parametrize("dimensions", [7, 9])
def test_vectors_of_other_dimensions_are_refused(harness: IndexHarness, dimensions: int) -> None:
    user = harness.user()
    odd = vector(1, dimensions=dimensions)

    with pytest.raises(ValueError, match="dimensions"):
        harness.write(document(user, vector=odd))
    with pytest.raises(ValueError, match="dimensions"):
        harness.search(query(user, visible(), vector=odd))
