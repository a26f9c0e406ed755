"""Of which answers of OpenSearch it follows that nothing is left, and of which it does not."""

from collections.abc import Iterator
from typing import Any

import pytest
from opensearchpy import NotFoundError, TransportError

from mneme.adapters.opensearch_expunge import MOST_MERGES, OpensearchExpunge
from mneme.domain.errors import InternalFault, Unavailable

Segments = dict[str, dict[str, Any]]
DELETED, CLEAN = {"deleted_docs": 3}, {"deleted_docs": 0}
BEING_MERGED = {"deleted_docs": 3, "merge_id": "a"}


class Node:
    """A domain of one index of one shard: a test says what its copies hold, look by look."""

    def __init__(self, *looks: dict[str, Segments], leases: tuple[int, ...] = (10,)) -> None:
        self._looks = iter(looks)
        self._leases = iter((*leases, *([leases[-1]] * 50)))
        self.away = 0
        self.ended: Iterator[bool | Exception] = iter([True] * 50)
        self.done: list[str] = []

    @property
    def indices(self) -> "Node":
        return self

    @property
    def tasks(self) -> "Node":
        return self

    def get_settings(self, index: str, params: object) -> dict[str, Any]:
        return {"memories-1": {}} if index == "memories-*" else {}

    def put_settings(self, index: str, body: Any, params: object) -> None:
        assert body["index"] == {"merge.policy.expunge_deletes_allowed": 0}
        self.done.append("settings")

    def flush(self, index: str, params: object) -> None:
        self.done.append("flush")

    def refresh(self, index: str, params: object) -> None:
        self.done.append("refresh")

    def stats(self, index: str, metric: str, params: object) -> dict[str, Any]:
        leases = [{"retaining_seq_no": 10}, {"retaining_seq_no": next(self._leases)}]
        copy = {
            "routing": {"primary": True},
            "seq_no": {"max_seq_no": 9},
            "retention_leases": {"leases": leases},
        }
        return self._answer([copy])

    def segments(self, index: str, params: object) -> dict[str, Any]:
        copies = next(self._looks).items()
        return self._answer(
            [{"routing": {"node": node}, "segments": segments} for node, segments in copies]
        )

    def forcemerge(self, index: str, params: dict[str, Any]) -> dict[str, str]:
        assert params["only_expunge_deletes"] == "true"
        self.done.append("merge")
        return {"task": "n:1"}

    def get(self, task_id: str, params: object) -> dict[str, bool]:
        told = next(self.ended)
        if isinstance(told, Exception):
            raise told
        return {"completed": told}

    def _answer(self, copies: list[dict[str, Any]]) -> dict[str, Any]:
        self.away, away = 0, self.away
        shards = {"total": len(copies), "successful": len(copies) - away}
        return {"_shards": shards, "indices": {"memories-1": {"shards": {"0": copies}}}}


def steps(node: Any, most: int = 20) -> int:
    """Go on to the end; return how many steps it took."""
    expunge = OpensearchExpunge(node, "memories")
    cursor = expunge.further(None)
    for step in range(2, most):
        assert cursor is not None
        cursor = expunge.further(cursor)
        if cursor is None:
            return step
    raise AssertionError("it does not end")


def test_it_flushes_waits_merges_and_looks() -> None:
    node = Node({"a": {"_0": DELETED, "_1": CLEAN}}, {"a": {"_1": CLEAN, "_2": CLEAN}})

    assert steps(node) == 3
    assert node.done == ["settings", "flush", "refresh", "merge", "refresh"]


def test_it_waits_for_every_lease() -> None:
    # The last number that was written is 9: it is let go of by who retains from 10 on.
    node = Node({"a": {"_0": DELETED}}, {"a": {}}, leases=(0, 0, 9, 10))

    assert steps(node) == 5
    assert node.done.count("merge") == 1


def test_what_is_deleted_meanwhile_is_no_reason_to_merge_again() -> None:
    node = Node({"a": {"_0": DELETED, "_1": CLEAN}}, {"a": {"_1": DELETED, "_2": DELETED}})

    assert steps(node) == 3


@pytest.mark.parametrize(
    "second",
    [
        {"a": {"_0": DELETED}},
        # Nothing deleted is seen in it any more, but it is the file that was there.
        {"a": {"_0": CLEAN}},
        # It was copied from somewhere while nobody looked.
        {"a": {"_1": CLEAN}, "b": {"_0": CLEAN}},
    ],
)
def test_what_is_still_there_or_has_come_from_elsewhere_is_merged_again(
    second: dict[str, Segments],
) -> None:
    node = Node({"a": {"_0": DELETED}}, second, second, {copy: {} for copy in second})

    assert steps(node) == 5
    assert node.done.count("merge") == node.done.count("flush") == 2


def test_a_merge_that_was_under_way_may_have_kept_history_and_is_merged_again() -> None:
    node = Node(
        {"a": {"_0": BEING_MERGED}}, {"a": {"_1": DELETED}}, {"a": {"_1": BEING_MERGED}}, {"a": {}}
    )

    assert steps(node) == 5
    assert node.done.count("merge") == node.done.count("flush") == 2


def test_where_deletions_never_end_those_of_before_are_enough() -> None:
    # What was deleted in `_1` is too young for the first merge; `_2` and `_3` are younger still.
    node = Node(
        {"a": {"_0": DELETED, "_1": DELETED}},
        {"a": {"_1": DELETED, "_2": DELETED}},
        {"a": {"_1": DELETED, "_2": DELETED}},
        {"a": {"_2": DELETED, "_3": DELETED}},
    )

    assert steps(node) == 5
    assert node.done.count("merge") == 2


def test_it_looks_again_only_when_the_task_has_ended_or_is_gone() -> None:
    node = Node({"a": {"_0": DELETED}}, {"a": {}})
    node.ended = iter([False, False, NotFoundError(404, "resource_not_found_exception", {})])

    assert steps(node) == 5


def test_what_never_goes_ends_as_a_fault() -> None:
    node = Node(*[{"a": {"_0": DELETED}}] * (2 * MOST_MERGES))

    with pytest.raises(InternalFault, match="keeps segments"):
        steps(node)
    assert node.done.count("merge") == MOST_MERGES


def test_while_a_copy_is_away_nothing_is_concluded() -> None:
    node: Any = Node({"a": {"_0": DELETED}}, {"a": {}}, {"a": {}})
    expunge = OpensearchExpunge(node, "memories")
    node.away = 1
    with pytest.raises(Unavailable):
        expunge.further(None)

    begun = expunge.further(None)
    node.away = 1
    assert expunge.further(begun) == begun
    merging = expunge.further(begun)
    node.away = 1
    assert expunge.further(merging) == merging
    assert expunge.further(merging) is None


def test_an_outage_is_one() -> None:
    node: Any = Node()

    def refused(**_: object) -> None:
        raise TransportError(429, "too_many_requests", {})

    node.flush = refused
    with pytest.raises(Unavailable):
        OpensearchExpunge(node, "memories").further(None)
