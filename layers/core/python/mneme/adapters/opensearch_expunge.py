"""The files of the index on OpenSearch, rid of what was deleted from it.

Lucene marks what is deleted or written over: vectors, terms and ids stay in a segment's file until
the segment is merged, and in the log of writes until that is flushed. Merging leaves out what is
marked, unless a copy of the shard might have yet to learn of it: each copy holds a lease on the
shard's history, and lets go of it within half a minute.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opensearchpy import NotFoundError, OpenSearch

from mneme.adapters.opensearch_aliases import each, numbered, place_of
from mneme.adapters.opensearch_faults import translated
from mneme.adapters.opensearch_mapping import EXPUNGED_FROM
from mneme.domain.errors import InternalFault, Unavailable

MOST_MERGES = 5
"""One does, or two where segments were just being merged; copies that move may cost one more."""

_PATIENT = {"request_timeout": 15.0}
_SEGMENTS = ("routing.node", "segments.*.deleted_docs", "segments.*.merge_id")
_HISTORY = ("routing.primary", "seq_no.max_seq_no", "retention_leases.leases.retaining_seq_no")
_SHARD = "/"

State = dict[str, Any]


class _CopyAwayError(Exception):
    """A copy of a shard does not answer: nobody knows what it holds."""


class OpensearchExpunge:
    """An IndexExpunge of the indexes behind `alias`, and of those that will take their place.

    What is held back before a merge is known by its numbers, what is merged by its segments' names:
    so it is seen that it went, however much is deleted meanwhile.
    """

    def __init__(self, client: OpenSearch, alias: str) -> None:
        self._client = client
        self._names = each(place_of(alias))

    def further(self, cursor: str | None) -> str | None:
        """Flush, wait for leases, merge, or look whether that is done; return where to go on.

        While a copy of a shard is away that is where it was. Raises as the port says.
        """
        with translated():
            names = ",".join(one for name in self._names for one in numbered(self._client, name))
            if not names:
                return None
            state: State = {} if cursor is None else json.loads(cursor)
            try:
                following = self._following(names, state)
            except _CopyAwayError as exc:
                if cursor is None:
                    raise Unavailable("a part of the search index is away") from exc
                return cursor
            return None if following is None else json.dumps(following, separators=(",", ":"))

    def _following(self, names: str, state: State) -> State | None:
        if "task" in state:
            return self._merged(names, state)
        if "written" in state:
            return self._merge(names, state) if self._let_go(names, state["written"]) else state
        return self._flushed(names, state)

    def _flushed(self, names: str, state: State) -> State:
        """Put all writes down, and note up to which of them history is to be let go of."""
        self._client.indices.put_settings(
            index=names, body={"index": EXPUNGED_FROM}, params=_PATIENT
        )
        self._client.indices.flush(index=names, params=_PATIENT)
        written = {
            shard: copy["seq_no"]["max_seq_no"]
            for shard, copy in self._history(names)
            if copy["routing"]["primary"]
        }
        return {**state, "written": written}

    def _let_go(self, names: str, written: Mapping[str, int]) -> bool:
        """Return whether no copy of any shard keeps history of what was written."""
        return all(
            "retention_leases" in copy
            and all(
                lease["retaining_seq_no"] > written[shard]
                for lease in copy["retention_leases"]["leases"]
            )
            for shard, copy in self._history(names)
            if shard in written
        )

    def _history(self, names: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        params = _PATIENT | {"level": "shards", "filter_path": _of_copies(_HISTORY)}
        found = self._client.indices.stats(index=names, metric="docs", params=params)
        return _copies(found)

    def _merge(self, names: str, state: State) -> State:
        """Begin to merge all segments that hold anything deleted, and note which they are.

        Those that were noted before are not noted anew: where deletions never end there are always
        others. One that holds only what was deleted since the flush is left alone by this merge,
        and not by the next one.

        What is being merged just now may hold on to what was kept as history when that began. It
        is over when its segments have gone: so a merge after that is `settled`.
        """
        merges = state.get("merges", 0) + 1
        if merges > MOST_MERGES:
            raise InternalFault("the search index keeps segments that were to be merged")
        # What is deleted, and not refreshed yet, is not counted.
        self._client.indices.refresh(index=names, params=_PATIENT)
        before: Mapping[str, str] = state.get("held", {})
        again = not before and state.get("settled", False)
        held: dict[str, str] = {}
        busy = False
        for copy, segments in self._segments(names).items():
            if copy in before:
                held[copy] = before[copy]
                continue
            deleted = {name: one for name, one in segments.items() if one["deleted_docs"]}
            held[copy] = " ".join(sorted(deleted))
            busy = busy or any("merge_id" in one for one in deleted.values())
        begun = self._client.indices.forcemerge(
            index=names,
            params=_PATIENT | {"only_expunge_deletes": "true", "wait_for_completion": "false"},
        )
        return {
            "merges": merges,
            "task": begun["task"],
            "held": held,
            "settled": again or (state.get("settled", True) and not busy),
        }

    def _merged(self, names: str, state: State) -> State | None:
        if not self._ended(state["task"]):
            return state
        # A merged segment's files are kept for as long as searches see it.
        self._client.indices.refresh(index=names, params=_PATIENT)
        held: Mapping[str, str] = state["held"]
        gone = all(
            copy in held and segments.keys().isdisjoint(held[copy].split())
            for copy, segments in self._segments(names).items()
        )
        if gone and state["settled"]:
            return None
        following: State = {"merges": state["merges"]}
        following |= {"settled": True} if gone else {"settled": state["settled"], "held": held}
        return self._flushed(names, following)

    def _ended(self, task: str) -> bool:
        try:
            return bool(self._client.tasks.get(task_id=task, params=_PATIENT)["completed"])
        except NotFoundError:
            # Its node is gone. What was not merged is still there to be seen.
            return True

    def _segments(self, names: str) -> dict[str, Mapping[str, Mapping[str, Any]]]:
        """Return the segments by their names, by the copy of the shard that has them."""
        params = _PATIENT | {"filter_path": _of_copies(_SEGMENTS)}
        found = self._client.indices.segments(index=names, params=params)
        return {
            f"{shard}{_SHARD}{copy['routing']['node']}": copy.get("segments", {})
            for shard, copy in _copies(found)
        }


def _of_copies(names: Sequence[str]) -> str:
    """Return what is wanted of an answer: of each copy these fields, and how many have answered."""
    fields = [f"indices.*.shards.*.{name}" for name in names]
    return ",".join(["_shards.total", "_shards.successful", *fields])


def _copies(found: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each copy of each shard with its index and number. Raises _CopyAwayError."""
    # A copy that is nowhere counts as neither successful nor failed.
    if found["_shards"]["total"] != found["_shards"]["successful"]:
        raise _CopyAwayError
    for index, told in found.get("indices", {}).items():
        for number, copies in told["shards"].items():
            for copy in copies:
                yield f"{index}{_SHARD}{number}", copy
