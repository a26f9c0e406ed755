"""Slots that hold one value: a newer one replaces, so nothing of which there are several is one."""

import pytest

from mneme.domain.evolution.single_slots import is_single_slot


@pytest.mark.parametrize("name", ["name", "home_city", "diet", "preferred_seat", "favorite_tea"])
def test_what_somebody_has_one_of_is_a_slot(name: str) -> None:
    assert is_single_slot(name)


@pytest.mark.parametrize(
    "name",
    ["allergy", "hobby", "", "home", "preferred_", "favorite_" + "a" * 60, "Preferred_Tea", "a#b"],
)
def test_what_somebody_may_have_several_of_is_none(name: str) -> None:
    assert not is_single_slot(name)
