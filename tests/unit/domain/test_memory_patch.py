"""A patch changes what it names: marks and tags, and the strength that comes with a mark."""

from datetime import timedelta
from functools import partial

import pytest

from mneme.domain import memory_patch
from mneme.domain.errors import InvalidRequest
from mneme.domain.memory import WeightAnchor
from mneme.domain.memory_patch import TAG_LIMIT, MemoryPatch, merged_tags
from mneme.domain.weight import WeightPolicy
from tests.doubles.made import NOW, a_head

patched_head = partial(memory_patch.patched_head, by=WeightPolicy())
LATER = NOW + timedelta(days=90)


def test_a_patch_that_names_nothing_changes_nothing() -> None:
    head = a_head()

    assert patched_head(head, MemoryPatch(), LATER) == head
    assert merged_tags({"a": 1}, MemoryPatch()) == {"a": 1}


def test_who_becomes_important_is_as_strong_as_important_memories_begin() -> None:
    head = patched_head(a_head(), MemoryPatch(is_important=True), LATER)

    assert (head.is_important, head.class_cap, head.anchor) == (True, 0.9, WeightAnchor(0.9, LATER))


def test_who_is_stronger_already_stays_so() -> None:
    strong = a_head(anchor=WeightAnchor(0.97, LATER))

    head = patched_head(strong, MemoryPatch(is_important=True), LATER)

    assert head.anchor.value == pytest.approx(0.97)


def test_who_is_important_no_longer_keeps_its_strength_and_fades_as_others_do() -> None:
    important = a_head(is_important=True, class_cap=0.9, anchor=WeightAnchor(0.9, NOW))

    head = patched_head(important, MemoryPatch(is_important=False), LATER)

    assert (head.class_cap, head.anchor.at) == (0.8, LATER)
    assert head.anchor.value == pytest.approx(0.9 * 8**-0.1)


def test_an_expiry_makes_a_memory_time_bound_and_its_removal_ends_that() -> None:
    bound = patched_head(a_head(), MemoryPatch(expire_at=LATER), NOW)
    free = patched_head(bound, MemoryPatch(expire_at=None), NOW)

    assert (bound.expire_at, bound.class_cap, bound.anchor.value) == (LATER, 0.85, 0.85)
    assert (free.expire_at, free.class_cap) == (None, 0.8)


def test_tags_may_be_replaced_up_to_their_limit_and_not_beyond() -> None:
    full = {str(number): number for number in range(TAG_LIMIT)}
    swap = MemoryPatch(custom_tags={"0": None, "new": "x"})

    assert len(merged_tags(full, swap)) == TAG_LIMIT
    with pytest.raises(InvalidRequest):
        merged_tags(full, MemoryPatch(custom_tags={"new": "x"}))
