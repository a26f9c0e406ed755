"""Who runs the calls of a recall: threads where somebody else answers, the recall itself else."""

from mneme.adapters.thread_errands import ThreadErrands
from mneme.application.ports.errands import Errands
from mneme.application.recall.inline_errands import Bulkheads, InlineErrands
from mneme.runtime.settings import Settings


def bulkheads(settings: Settings) -> Bulkheads:
    """Return what runs the calls of this deployment."""
    in_cloud = settings.data_dir is None
    return Bulkheads(
        stores=_apart("stores", elsewhere=in_cloud),
        embedder=_apart("embedding", elsewhere=in_cloud or settings.embedder is not None),
        index=_apart("index", elsewhere=in_cloud or settings.opensearch_url is not None),
        queue=_apart("queue", elsewhere=in_cloud),
    )


def _apart(name: str, *, elsewhere: bool) -> Errands:
    return ThreadErrands(name) if elsewhere else InlineErrands()
