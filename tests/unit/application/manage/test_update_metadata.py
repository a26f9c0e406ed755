"""Metadata alone makes no revision: tags are merged, the vector stays."""

import pytest

from mneme.domain.errors import InvalidRequest
from mneme.domain.memory import Provenance
from mneme.domain.memory_patch import Keep
from mneme.domain.recollection import RecallFilter
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.evolving import recalled, records
from tests.doubles.made import later
from tests.doubles.managing import head_of, revision_of, told, update
from tests.doubles.world import World


def test_metadata_alone_makes_no_revision_and_leaves_the_vector(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={"a": 1, "b": "x"})
    before = revision_of(world, memory_id)

    head = update(
        world, memory_id, is_important=True, expire_at=later(days=9), custom_tags={"b": None}
    )

    after = revision_of(world, memory_id)
    assert (head.revision, head.is_important, head.expire_at) == (1, True, later(days=9))
    assert (after.custom_tags, after.embedding, after.terms) == (
        {"a": 1},
        before.embedding,
        before.terms,
    )
    assert head.provenance is Provenance.AUTOMATIC
    assert stored_counts(world) == true_counts(world)


@pytest.mark.parametrize(
    ("patch", "tags"),
    [
        (Keep.KEEP, {"a": 1, "b": True}),
        ({}, {"a": 1, "b": True}),
        ({"a": None}, {"b": True}),
        ({"c": "x", "b": False}, {"a": 1, "b": False, "c": "x"}),
        ({"unknown": None}, {"a": 1, "b": True}),
        ({"a": True}, {"a": True, "b": True}),
        (None, {}),
    ],
)
def test_tags_are_merged_as_rfc_7396_merges_objects(
    world: World, patch: object, tags: dict[str, object]
) -> None:
    memory_id = told(world, "I like tea", custom_tags={"a": 1, "b": True})

    update(world, memory_id, custom_tags=patch)

    found = revision_of(world, memory_id).custom_tags
    assert {name: (type(tag), tag) for name, tag in found.items()} == {
        name: (type(tag), tag) for name, tag in tags.items()
    }


def test_a_patch_that_leaves_too_many_tags_is_refused(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={str(n): n for n in range(15)})

    with pytest.raises(InvalidRequest) as refused:
        update(world, memory_id, custom_tags={f"t{n}": n for n in range(6)})

    assert refused.value.field == "custom_tags"
    assert len(revision_of(world, memory_id).custom_tags) == 15


def test_new_tags_are_what_recall_filters_by(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={"team": "blue"})
    recalled(world, "tea")

    update(world, memory_id, custom_tags={"team": "red"})

    blue, red = (RecallFilter(custom_tags=({"team": team},)) for team in ("blue", "red"))
    assert recalled(world, "tea", filter=blue) == []
    assert recalled(world, "tea", filter=red) == ["I like tea"]


def test_an_expiry_hides_a_memory_and_null_brings_it_back(world: World) -> None:
    memory_id = told(world, "I like tea")

    update(world, memory_id, expire_at=later(days=-1))
    hidden = recalled(world, "tea")
    update(world, memory_id, expire_at=None)

    assert (hidden, recalled(world, "tea")) == ([], ["I like tea"])


def test_what_is_so_already_is_left_alone(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={"a": 1}, is_important=True)
    before, logged = head_of(world, memory_id), len(records(world))

    head = update(world, memory_id, content="I like tea", is_important=True, custom_tags={"a": 1})

    assert (head, len(records(world))) == (before, logged)


def test_a_number_written_otherwise_is_the_same_tag_as_everywhere(world: World) -> None:
    memory_id = told(world, "I like tea", custom_tags={"a": 1})
    logged = len(records(world))

    update(world, memory_id, custom_tags={"a": 1.0})

    assert len(records(world)) == logged
