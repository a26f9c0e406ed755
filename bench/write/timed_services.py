"""The services with a stopwatch before their ports: the use cases themselves stay as they are."""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from bench.in_process import InProcess
from bench.write.stopwatch import Stopwatch, Timed
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.evolve.judge_fact import JudgeFact
from mneme.runtime.backend import Backend


class TimedServices(InProcess):
    """An embedded process whose steps are timed. A timed object is as good as the one inside."""

    def __init__(self, folder: Path, watch: Stopwatch) -> None:
        super().__init__(folder, self._with_timed_stores)
        self._watch = watch

    def _with_timed_stores(self, stores: Backend) -> Backend:
        reads = dict.fromkeys(("get", "batch_get", "query"), "read rows")
        return replace(
            stores,
            tables=self._detail(stores.tables, **reads, transact="write rows"),
            queue=self._detail(stores.queue, send="send"),
            index=self._part(stores.index, search="search", apply="write documents"),
        )

    def _part(self, inner: Any, **parts: str) -> Any:
        return Timed(inner, self._watch, parts)

    def _detail(self, inner: Any, **parts: str) -> Any:
        return Timed(inner, self._watch, parts, detail=True)

    @cached_property
    def users(self) -> Any:
        """The gate."""
        return self._part(super().users, state="gate")

    @cached_property
    def keys(self) -> Any:
        """Keys, mostly of the process's own memory."""
        return self._detail(super().keys, keys_for="find the key", find="find the key")

    @cached_property
    def cipher(self) -> Any:
        """Encryption outside of commits, which have theirs."""
        return self._detail(super().cipher, seal="encrypt", open="decrypt")

    @cached_property
    def extractor(self) -> Any:
        """Rules or a model."""
        return self._part(super().extractor, extract="extract")

    @cached_property
    def embedder(self) -> Any:
        """The model."""
        return self._part(super().embedder, embed="embed")

    @cached_property
    def find_similar(self) -> Any:
        """The search for what a fact is compared with."""
        parts = {"__call__": "find similar", "named": "find similar"}
        return _TimedSearch(super().find_similar, self._watch, parts)

    @cached_property
    def judge_fact(self) -> Any:
        """Who decides; the search is counted by itself."""
        made = super().judge_fact
        parts = {each.name: getattr(made, each.name) for each in fields(made)}
        return _TimedJudges(**parts, watch=self._watch)

    @cached_property
    def commits(self) -> Any:
        """Transactions with their log, keys and encryption."""
        return self._part(super().commits, carry_out="commit")


class _TimedSearch(Timed[FindSimilar]):
    """Times the search, that of a lot of facts as well."""

    def for_lot(self) -> "_TimedSearch":
        """Return the timed search of a lot."""
        return _TimedSearch(self._inner.for_lot(), self._watch, self._parts)


@dataclass(frozen=True)
class _TimedJudges(JudgeFact):
    """Times the judges that are made rather than their making."""

    watch: Stopwatch = field(default_factory=Stopwatch)

    def judge(self, *arguments: Any) -> Any:
        """Return the timed judge of a fact."""
        return Timed(super().judge(*arguments), self.watch, {"__call__": "judge"})
