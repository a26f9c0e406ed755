"""The same lies as everywhere, planted in a real OpenSearch."""

from collections.abc import Iterator

import pytest
from opensearchpy import OpenSearch

from tests.isolation.deployment import Deployment
from tests.isolation.real_index import searching
from tests.isolation.stage import Stage
from tests.isolation.test_lying_index import LIES, Lie, assert_hidden

pytest_plugins = ["tests.contract.vector_index_fixtures"]
pytestmark = pytest.mark.opensearch


@pytest.fixture
def stage(search_client: OpenSearch) -> Iterator[Stage]:
    """Yield a deployment over an index of its own."""
    deployment = Deployment(["acme", "acme2"])
    with searching(deployment, search_client):
        yield Stage(deployment)


@pytest.mark.parametrize("plant", LIES, ids=lambda plant: plant.__name__)
def test_the_index_is_not_believed_about_a_memory(plant: Lie, stage: Stage) -> None:
    head, asked = plant(stage)

    assert_hidden(stage, head, asked)
