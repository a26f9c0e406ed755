"""Traces hold what the platform takes by itself: nothing of ours writes into them."""

import re

from tests.architecture.source import committed_files, text

WRITES_TRACES = re.compile(r"\bTracer\b|aws_xray|put_annotation|put_metadata|capture_method")
DEPLOYED = re.compile(r"(?:functions|layers/core)/.*\.py")


def test_no_deployed_code_writes_into_a_trace() -> None:
    deployed = [name for name in committed_files() if DEPLOYED.fullmatch(name)]

    assert len(deployed) > 100
    assert [name for name in deployed if WRITES_TRACES.search(text(name))] == []
