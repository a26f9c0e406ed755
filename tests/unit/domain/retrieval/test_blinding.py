import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.memory import Entity
from mneme.domain.retrieval.blinding import (
    blind_entity,
    blind_labels,
    blind_tag,
    blind_term,
    blind_terms,
    content_hash,
    keyed_hash,
)

KEY = b"k" * 32
OTHER_KEY = b"l" * 32


def test_a_blind_term_is_sixteen_hex_digits_and_depends_on_the_key() -> None:
    assert re.fullmatch("[0-9a-f]{16}", blind_term(KEY, "tea"))
    assert blind_term(KEY, "tea") == blind_term(KEY, "tea")
    assert blind_term(KEY, "tea") != blind_term(OTHER_KEY, "tea")


def test_blind_terms_keep_order_and_repetition() -> None:
    tea, milk = blind_term(KEY, "tea"), blind_term(KEY, "milk")

    assert blind_terms(KEY, ["tea", "milk", "tea"]) == (tea, milk, tea)
    assert blind_terms(KEY, iter(["tea"])) == (tea,)
    assert blind_terms(KEY, []) == ()


@given(st.lists(st.text(), max_size=30))
def test_distinct_terms_stay_distinct_and_equal_ones_equal(terms: list[str]) -> None:
    blind = blind_terms(KEY, terms)

    assert len(blind) == len(terms)
    assert len(set(blind)) == len(set(terms))
    assert blind == tuple(blind_term(KEY, term) for term in terms)


def test_a_hundred_thousand_terms_do_not_collide() -> None:
    blind = blind_terms(KEY, [f"term{number}" for number in range(100_000)])

    assert len(set(blind)) == 100_000


def test_numbers_that_are_equal_are_one_tag_and_other_types_are_not() -> None:
    assert blind_tag(KEY, "n", 1) == blind_tag(KEY, "n", 1.0)

    hashes = [blind_tag(KEY, "n", value) for value in (1, "1", True, 1.5, "True", 0, False, "")]
    assert len(set(hashes)) == len(hashes)


def test_a_tag_is_told_apart_by_its_name() -> None:
    assert blind_tag(KEY, "a", "b") != blind_tag(KEY, "ab", "")
    assert blind_tag(KEY, "a", "b") != blind_tag(KEY, "b", "a")


@pytest.mark.parametrize("value", [1e300, -1e300, float(2**53)])
def test_numbers_of_any_size_have_a_tag(value: float) -> None:
    assert blind_tag(KEY, "n", value) == blind_tag(KEY, "n", int(value))


@pytest.mark.parametrize(
    "spelling",
    [
        "Loves  TEA",
        "  loves tea\n",
        "loves tea.",
        "loves tea!!",
        "ｌｏｖｅｓ ｔｅａ。",
        "Loves tea ?",
    ],
)
def test_a_content_hash_overlooks_spelling(spelling: str) -> None:
    assert content_hash(KEY, spelling) == content_hash(KEY, "Loves tea")


def test_a_content_hash_sees_what_makes_another_content() -> None:
    contents = ["uses C", "uses C#", "uses C++", "uses c, d", "使用 C", "!", "?", ""]

    for one, other in combinations(contents, 2):
        assert content_hash(KEY, one) != content_hash(KEY, other), (one, other)


def test_a_content_hash_is_thirty_two_hex_digits() -> None:
    assert re.fullmatch("[0-9a-f]{32}", content_hash(KEY, "Loves tea"))


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_distinct_lists_of_parts_have_distinct_hashes(one: list[str], other: list[str]) -> None:
    same = keyed_hash(KEY, *one) == keyed_hash(KEY, *other)

    assert same == (one == other)


def test_a_hash_of_one_kind_never_equals_one_of_another() -> None:
    hashes = {
        blind_tag(KEY, "a", "b")[:16],
        content_hash(KEY, "a")[:16],
        keyed_hash(KEY, "a")[:16],
        keyed_hash(KEY, "term", "a")[:16],
        blind_term(KEY, "a"),
    }

    assert len(hashes) == 5


def test_text_that_is_no_valid_unicode_can_be_hashed() -> None:
    assert blind_term(KEY, "\ud800") != blind_term(KEY, "\udfff")


def test_an_entity_is_one_however_it_is_spelt_and_never_a_tag() -> None:
    assert blind_entity(KEY, " Ann  LEE") == blind_entity(KEY, "ann lee")
    assert blind_entity(KEY, "Ann") != blind_entity(KEY, "Anna")

    labels = blind_labels(KEY, {"entity": "ann", "a": 1}, [Entity("Ann", "person")])
    assert labels == {
        blind_tag(KEY, "entity", "ann"),
        blind_tag(KEY, "a", 1),
        blind_entity(KEY, "Ann"),
    }
    assert len(labels) == 3
