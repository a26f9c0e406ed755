"""What goes into an embedding model, and what becomes of what comes out."""

import numpy as np
import pytest

from mneme.adapters.unit_vectors import EMBEDDED_CHARACTERS, embedding_input, unit_vector
from mneme.domain.errors import InternalFault, ModelOutage, OutageReason


def test_numbers_become_a_unit_vector_of_little_endian_floats() -> None:
    vector = np.frombuffer(unit_vector([3, 0, -4.0], 3), "<f4")

    assert vector.tolist() == pytest.approx([0.6, 0.0, -0.8])


def test_very_large_and_very_small_numbers_keep_their_direction() -> None:
    assert unit_vector([3e300, 4e300], 2) == unit_vector([3e-300, 4e-300], 2)


@pytest.mark.parametrize(
    "values",
    [None, "abc", {"a": 1}, ["a", "b"], [None, 1.0], [1.0, float("inf")], [0.0, 0.0],
     [[1.0], [1.0, 2.0]], [10**400, 1], [{}, {}]],
)  # fmt: skip
def test_what_is_no_vector_is_unreadable(values: object) -> None:
    with pytest.raises(ModelOutage) as caught:
        unit_vector(values, 2)

    assert caught.value.reason is OutageReason.UNREADABLE


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]]])
def test_a_vector_of_other_dimensions_is_a_fault_of_ours(values: object) -> None:
    with pytest.raises(InternalFault):
        unit_vector(values, 2)


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("I like tea.", "I like tea."),
        ("  padded\n", "padded"),
        ("", "."),
        (" \n\t", "."),
        ("e\u0301", "é"),
        ("a\ud800b \ud83d\ude00", "a\ufffdb 😀"),
        ("茶" * 3_000, "茶" * EMBEDDED_CHARACTERS),
        ("\U0001d160" * EMBEDDED_CHARACTERS, ("\U0001d158\U0001d165\U0001d16e" * 667)[:2_000]),
    ],
)
def test_texts_are_sent_bounded_well_formed_and_never_blank(text: str, sent: str) -> None:
    assert embedding_input(text) == sent
