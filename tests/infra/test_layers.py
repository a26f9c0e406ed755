"""The layers hold what the lock says, for the machine that runs them, and nothing unused."""

import gzip
import importlib.util
import json
import marshal
import re
import struct
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import aws_cdk as cdk
import pytest
from aws_cdk.assertions import Annotations, Match

from infra.functions import FUNCTIONS
from infra.layer import LOCK, Layer, Target, fingerprint, interpreter, target
from infra.settings import STAGES
from infra.stage import ROOT, MnemeStage
from layers import build as builder
from layers.build import LIMITS_MB, build
from layers.bytecode import MOUNTED
from layers.dependencies import KEPT_SERVICES, keep_endpoints, requirements
from layers.errors import LayerError
from tests.infra.synthesized import Cloud

CORE = ROOT / "layers" / "core"
DEPLOYED = Target("3.13", "arm64", bytecode=False)
EMULATED = Target("3.11", "x86_64", bytecode=True)
OWN = "{}.{}".format(*sys.version_info)
UNKNOWN = "3.99"
UNPACKED_MB = 250
"""Of a function with its layers, as Lambda takes them."""
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


def test_endpoints_are_kept_of_the_services_whose_descriptions_are(tmp_path: Path) -> None:
    description = tmp_path / "dynamodbstreams" / "2012-08-10" / "service-2.json.gz"
    description.parent.mkdir(parents=True)
    description.write_bytes(gzip.compress(b'{"metadata": {"endpointPrefix": "streams.dynamodb"}}'))
    endpoints = tmp_path / "endpoints.json"
    partition = {"partition": "aws", "regions": {"eu-central-1": {}}, "defaults": {"x": 1}}
    services = {"streams.dynamodb": {"endpoints": {}}, "ec2": {"endpoints": {}}}
    endpoints.write_text(json.dumps({"partitions": [{**partition, "services": services}]}))

    keep_endpoints(tmp_path)

    kept = {"streams.dynamodb": {"endpoints": {}}}
    assert json.loads(endpoints.read_text()) == {"partitions": [{**partition, "services": kept}]}


@pytest.mark.parametrize("layer", list(Layer))
def test_a_layer_is_made_at_deployment_by_its_fingerprint(cloud: Cloud, layer: Layer) -> None:
    made_for = target("3.13", "arm64")
    identity = fingerprint(ROOT, layer, made_for)
    (assets,) = (cloud.folder / "assembly-mneme-prod").glob("*service*.assets.json")
    source = json.loads(assets.read_text())["files"][identity]["source"]

    assert source["executable"][1:] == [
        *("-m", "layers.build", layer, "--python", "3.13", "--architecture", "arm64"),
        *(["--bytecode"] if made_for.bytecode else []),
    ]
    layers = cloud.template("prod", "service").properties("AWS::Lambda::LayerVersion")
    assert layers[f"Layers{layer.capitalize()}"]["Content"]["S3Key"] == identity


def test_a_layer_for_another_python_or_processor_or_without_bytecode_is_another_layer() -> None:
    targets = [
        DEPLOYED,
        EMULATED,
        Target("3.13", "x86_64", bytecode=False),
        Target("3.12", "arm64", bytecode=False),
        Target("3.13", "arm64", bytecode=True),
    ]
    told = {fingerprint(ROOT, layer, one) for one in targets for layer in Layer}

    assert len(told) == len(targets) * len(Layer)


def test_the_core_layer_is_the_package_and_its_bytecode(tmp_path: Path) -> None:
    package = {
        path.relative_to(CORE).as_posix()
        for path in CORE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    compiled = {importlib.util.cache_from_source(one) for one in package if one.endswith(".py")}

    with zipfile.ZipFile(build(Layer.CORE, target(OWN, "x86_64"), tmp_path)) as layer:
        assert set(layer.namelist()) == package | compiled
    with zipfile.ZipFile(build(Layer.CORE, Target(UNKNOWN, "arm64", False), tmp_path)) as layer:
        assert set(layer.namelist()) == package


def test_a_layer_that_became_too_large_is_refused_and_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "LIMITS_MB", {Layer.CORE: 0})

    with pytest.raises(LayerError, match="at most 0 are allowed"):
        build(Layer.CORE, Target(UNKNOWN, "arm64", False), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_both_layers_at_their_limits_leave_room_for_every_function(cloud: Cloud) -> None:
    functions = {
        folder.name: sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        for folder in cloud.folder.glob("asset.*")
    }

    assert len(functions) > len(FUNCTIONS) // 2  # those with the same content are one
    assert sum(LIMITS_MB.values()) + max(functions.values()) / 1_000_000 <= UNPACKED_MB


def test_bytecode_is_taken_unseen_and_the_same_wherever_it_was_made(tmp_path: Path) -> None:
    module = importlib.util.cache_from_source("python/mneme/domain/scope.py")
    archives = [build(Layer.CORE, target(OWN, "x86_64"), tmp_path / name) for name in "ab"]

    with zipfile.ZipFile(archives[0]) as layer:
        bytecode = layer.read(module)

    assert archives[0].read_bytes() == archives[1].read_bytes()
    assert bytecode[:4] == importlib.util.MAGIC_NUMBER
    # PEP 552: named by a hash of the source, which is not compared.
    assert struct.unpack("<I", bytecode[4:8]) == (0b01,)
    code = marshal.loads(bytecode[16:])  # noqa: S302
    assert code.co_filename == f"{MOUNTED}/python/mneme/domain/scope.py"


def test_without_the_functions_python_layers_are_built_without_bytecode_and_it_is_told(
    tmp_path: Path,
) -> None:
    told = target(UNKNOWN, "arm64")
    stage = MnemeStage(cdk.App(), settings=replace(STAGES["dev"], python=UNKNOWN))

    assert (interpreter(OWN), told.bytecode) == (sys.executable, False)
    (warning,) = Annotations.from_stack(stage.service).find_warning(
        "/mneme-dev/service/Layers", Match.string_like_regexp(UNKNOWN)
    )
    assert not warning.entry.trace
    with pytest.raises(LayerError, match=f"python{UNKNOWN}"):
        build(Layer.CORE, replace(told, bytecode=True), tmp_path)
