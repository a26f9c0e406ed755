"""Threads stand between a recall and whoever answers from elsewhere, and nobody else."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from mneme.adapters.thread_errands import ThreadErrands
from mneme.application.recall.inline_errands import Bulkheads
from mneme.runtime.bulkheads import bulkheads
from mneme.runtime.settings import EmbedderSettings, Settings
from tests.doubles.world import LAYOUTS

AT_HOME = Settings("test", LAYOUTS, Path("data"), {}, {}, {}, "", None, "")
NAMES = {one.name for one in fields(Bulkheads)}


@pytest.mark.parametrize(
    ("settings", "apart"),
    [
        (AT_HOME, set()),
        (replace(AT_HOME, opensearch_url="http://127.0.0.1:9200"), {"index"}),
        (replace(AT_HOME, embedder=EmbedderSettings("small", 8, url="http://x")), {"embedder"}),
        (replace(AT_HOME, data_dir=None), NAMES),
    ],
    ids=["embedded", "a node", "an embedder elsewhere", "the cloud"],
)
def test_who_answers_from_elsewhere_is_called_on_threads_of_its_own(
    settings: Settings, apart: set[str]
) -> None:
    made = bulkheads(settings)

    threads = {name for name in NAMES if isinstance(getattr(made, name), ThreadErrands)}
    assert threads == apart
    assert len({id(getattr(made, name)) for name in threads}) == len(threads)
