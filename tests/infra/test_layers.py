"""The layers hold what the lock says, for the machine that runs them, and nothing unused."""

import json
import re

import pytest

from infra.dependencies import LOCK, Target, fingerprint
from infra.stage import ROOT
from layers.build import KEPT_SERVICES, requirements
from tests.infra.synthesized import Cloud

CORE = ROOT / "layers" / "core"
DEPLOYED = Target("3.13", "arm64")
EMULATED = Target("3.11", "x86_64")
LOCK_WITH_MARKERS = """\
# made by a tool
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via mneme
numpy==2.5.5 ; python_full_version >= '3.12' \\
    --hash=sha256:cc
pywin32==311 ; sys_platform == 'win32' \\
    --hash=sha256:dd
six==1.17.0 \\
    --hash=sha256:ee
"""


@pytest.mark.parametrize(
    ("target", "numpy"),
    [
        (EMULATED, "numpy==2.4.6 --hash=sha256:aa --hash=sha256:bb"),
        (DEPLOYED, "numpy==2.5.5 --hash=sha256:cc"),
    ],
)
def test_markers_are_settled_for_the_target_and_hashes_are_kept(target: Target, numpy: str) -> None:
    assert list(requirements(LOCK_WITH_MARKERS, target)) == [numpy, "six==1.17.0 --hash=sha256:ee"]


def test_every_requirement_of_the_real_lock_is_pinned_by_hash() -> None:
    found = list(requirements((ROOT / LOCK).read_text(), DEPLOYED))

    assert [line for line in found if "==" not in line or "--hash=sha256:" not in line] == []
    assert len(found) == len({line.split("==")[0] for line in found})


def test_every_aws_client_of_the_package_finds_its_service_in_the_layer() -> None:
    sources = (path.read_text() for path in CORE.rglob("*.py"))
    called = {name for text in sources for name in re.findall(r'\.client\(\s*"([^"]+)"', text)}

    assert called
    assert called <= set(KEPT_SERVICES)


def test_the_dependency_layer_is_made_at_deployment_by_its_fingerprint(cloud: Cloud) -> None:
    identity = fingerprint(ROOT, DEPLOYED)
    (assets,) = (cloud.folder / "assembly-mneme-prod").glob("*service*.assets.json")
    source = json.loads(assets.read_text())["files"][identity]["source"]

    assert source["executable"][1:] == [
        *("-m", "layers.build", "--python", "3.13", "--architecture", "arm64")
    ]
    layers = cloud.template("prod", "service").properties("AWS::Lambda::LayerVersion")
    assert layers["LayersDependencies"]["Content"]["S3Key"] == identity


def test_a_layer_for_another_python_or_processor_is_another_layer() -> None:
    targets = [DEPLOYED, EMULATED, Target("3.13", "x86_64"), Target("3.12", "arm64")]

    assert len({fingerprint(ROOT, target) for target in targets}) == len(targets)


def test_the_core_layer_is_the_package_without_caches(cloud: Cloud) -> None:
    (assets,) = (cloud.folder / "assembly-mneme-prod").glob("*service*.assets.json")
    files = json.loads(assets.read_text())["files"].values()
    (core,) = (file["source"]["path"] for file in files if "Core" in file.get("displayName", ""))

    folder = (assets.parent / core).resolve()
    deployed = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert deployed == {
        path.relative_to(CORE)
        for path in CORE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
