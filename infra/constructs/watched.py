"""Metrics of the data modules as CloudWatch knows them: under the names things were deployed by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from infra.metric import Metric, Source, stage_namespace


@dataclass(frozen=True)
class Watched:
    """The names of what a stage deployed, by the names of the rows. `search` is None without it."""

    stage: str
    account: str
    api: str
    api_stage: str
    functions: Mapping[str, str]
    queues: Mapping[str, str]
    dead_letters: Mapping[str, str]
    tables: Mapping[str, str]
    search: str | None

    @property
    def stage_namespace(self) -> str:
        """The namespace of what the stage's functions measure."""
        return stage_namespace(self.stage)

    def namespace(self, metric: Metric) -> str:
        """Return the namespace of a metric."""
        return metric.namespace(self.stage)

    def dimensions(self, metric: Metric) -> dict[str, str]:
        """Return the dimensions of a metric, by their names. Raises KeyError for what is not."""
        return {**_OF_SOURCE[metric.source](self, metric.of), **dict(metric.dimensions)}


def _of_search(watched: Watched, _: str) -> dict[str, str]:
    if watched.search is None:
        raise KeyError("the stage has no search domain")
    return {"DomainName": watched.search, "ClientId": watched.account}


_OF_SOURCE: dict[Source, Callable[[Watched, str], dict[str, str]]] = {
    Source.STAGE: lambda _, __: {},
    Source.ACCOUNT: lambda _, __: {},
    Source.API: lambda watched, _: {"ApiName": watched.api, "Stage": watched.api_stage},
    Source.FUNCTION: lambda watched, name: {"FunctionName": watched.functions[name]},
    Source.QUEUE: lambda watched, name: {"QueueName": watched.queues[name]},
    Source.DEAD_LETTERS: lambda watched, name: {"QueueName": watched.dead_letters[name]},
    Source.TABLE: lambda watched, name: {"TableName": watched.tables[name]},
    Source.SEARCH: _of_search,
}
