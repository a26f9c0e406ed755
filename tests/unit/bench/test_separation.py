import pytest

from bench.quality.separation import area_under_curve


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    assert area_under_curve([0.9, 0.8], [0.1, 0.2]) == 1.0
    assert area_under_curve([0.9, 0.1], [0.5, 0.5]) == 0.5
    assert area_under_curve([0.5], [0.5, 0.1]) == 0.75


def test_an_empty_side_cannot_be_told_apart() -> None:
    with pytest.raises(ValueError, match="nothing"):
        area_under_curve([], [0.5])
