"""What the stacks tell operators: where tables, key, queues and index are."""

from typing import Any

import pytest

from tests.infra.synthesized import Cloud


def _told(cloud: Cloud, stage: str) -> str:
    """Return the output as a template's text, its tokens left as they are."""
    outputs: dict[str, Any] = cloud.template(stage, "data").content["Outputs"]
    return str(outputs["SearchVariables"]["Value"])


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_a_stage_with_a_search_domain_tells_where_it_is(cloud: Cloud, stage: str) -> None:
    told = _told(cloud, stage)

    assert "MNEME_OPENSEARCH_URL" in told
    assert "DomainEndpoint" in told
    assert '"MNEME_INDEX_NAME":"memories"' in told.replace("\\\\", "")


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_no_secret_is_told(cloud: Cloud, stage: str) -> None:
    assert "secretsmanager" not in _told(cloud, stage)


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_operators_who_read_memories_are_told_where_archived_ones_are(
    cloud: Cloud, stage: str
) -> None:
    outputs: dict[str, Any] = cloud.template(stage, "data").content["Outputs"]

    told = str(outputs["BucketNames"]["Value"])
    assert '"archive"' in told.replace("\\", "")
    assert "ArchiveBucket" in told
