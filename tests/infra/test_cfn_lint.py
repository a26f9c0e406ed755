"""CloudFormation would take the templates: its schemas and rules say so, offline."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.infra.synthesized import Cloud

SPARED = ("W3005",)
"""Dependencies that a reference implies already: CDK writes both, and both mean the same."""


@pytest.mark.parametrize("stage", ["prod", "local"])  # `dev` is `prod` with less
def test_no_template_breaks_a_rule_of_cloudformation(cloud: Cloud, stage: str) -> None:
    folder = cloud.folder / f"assembly-mneme-{stage}"
    templates = sorted(str(path) for path in folder.glob("*.template.json"))
    lint = str(Path(sys.executable).parent / "cfn-lint")

    done = subprocess.run(  # noqa: S603
        [lint, "--ignore-checks", *SPARED, "--template", *templates],
        capture_output=True,
        text=True,
        check=False,
    )

    assert len(templates) == 3
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_what_cloudformation_would_refuse_is_found(tmp_path: Path) -> None:
    template = tmp_path / "wrong.template.json"
    template.write_text(
        '{"Resources": {"It": {"Type": "AWS::SQS::Queue", "Properties": {"X": 1}}}}'
    )
    lint = str(Path(sys.executable).parent / "cfn-lint")

    done = subprocess.run([lint, str(template)], capture_output=True, text=True, check=False)  # noqa: S603

    assert done.returncode != 0
    assert "E3002" in done.stdout
