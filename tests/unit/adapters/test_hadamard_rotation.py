"""The keyed rotation: an isometry that depends on its key and on nothing else."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.hadamard_rotation import HadamardRotation

KEY = b"k" * 32
ROTATION = HadamardRotation()


PINNED_START = [-0.5692, -0.3343, -0.0916, 0.3478]
PINNED_SIGNS = "0731699bf86b18f2"


def unit_rows(count: int, dimensions: int, seed: int = 3) -> np.ndarray:
    """Return rows of random unit vectors."""
    rows = np.random.default_rng(seed).standard_normal((count, dimensions)).astype("<f4")
    unit: np.ndarray = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")
    return unit


def rotated(rows: np.ndarray, key: bytes = KEY) -> np.ndarray:
    """Return the rows rotated."""
    return np.stack([np.frombuffer(ROTATION.rotate(key, row.tobytes()), "<f4") for row in rows])


@pytest.mark.parametrize("dimensions", [1, 2, 3, 100, 384, 512, 1024])
def test_cosines_and_lengths_stay_as_they_are(dimensions: int) -> None:
    rows = unit_rows(20, dimensions)

    turned = rotated(rows)

    assert np.abs(turned @ turned.T - rows @ rows.T).max() < 1e-5


@given(dimensions=st.integers(1, 700))
def test_result_has_the_next_power_of_two_dimensions(dimensions: int) -> None:
    turned = rotated(unit_rows(1, dimensions))

    size = turned.shape[1]
    assert size >= dimensions
    assert size & (size - 1) == 0
    assert size == 1 or size < 2 * dimensions


def test_same_key_and_vector_give_the_same_bytes() -> None:
    row = unit_rows(1, 512)[0].tobytes()

    assert ROTATION.rotate(KEY, row) == HadamardRotation().rotate(bytes(KEY), row)


def test_result_is_that_of_every_release_and_platform() -> None:
    ramp = (np.arange(1, 513, dtype="<f4") / 512).tobytes()

    turned = np.frombuffer(ROTATION.rotate(KEY, ramp), "<f4")

    # Rounded, since the last bit may differ between processors.
    assert [round(float(value), 4) for value in turned[:4]] == PINNED_START
    signs = np.packbits(turned > 0).tobytes()
    assert hashlib.sha256(signs).hexdigest()[:16] == PINNED_SIGNS


def test_other_keys_turn_elsewhere() -> None:
    rows = unit_rows(10, 512)

    between = np.abs(np.einsum("ij,ij->i", rotated(rows, b"one" * 10), rotated(rows, b"two" * 10)))

    assert between.max() < 0.25


def test_one_coordinate_is_spread_over_all() -> None:
    single = np.zeros((1, 512), "<f4")
    single[0, 7] = 1

    turned = rotated(single)[0]

    assert np.abs(turned).max() < 0.25
    assert np.count_nonzero(np.abs(turned) > 0.001) > 400


@pytest.mark.parametrize("broken", [b"", b"\x00", b"\x00" * 7])
def test_bytes_that_are_no_float32_values_are_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match="float32"):
        ROTATION.rotate(KEY, broken)
