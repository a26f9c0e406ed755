"""What the dependency layer holds: the lock's packages for a target, without what is not used.

Needs nothing but Python and pip; wheels are fetched for the target, so it runs on any machine.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.markers import Marker

from infra.layer import Target
from layers.errors import LayerError

GLIBC_MINORS = range(34, 16, -1)  # Amazon Linux 2023 has glibc 2.34

# Never imported: OpenSearch's gRPC transport (we speak HTTP), compilers' needs, tests.
PRUNED_PACKAGES = (
    "grpc",
    "grpcio",
    "google",
    "protobuf",
    "opensearch_protobufs",
    "opensearch",
    "pycparser",
)
PRUNED_FOLDERS = ("__pycache__", "tests", "bin")
# Descriptions of the services that Mneme calls; botocore brings four hundred others.
KEPT_SERVICES = (
    "appconfigdata",
    "bedrock-runtime",
    "dynamodb",
    "dynamodbstreams",
    "kms",
    "s3",
    "secretsmanager",
    "sqs",
    "ssm",
    "sts",
)


def requirements(lock: str, target: Target) -> Iterator[str]:
    """Yield the lock's requirements that apply to the target, each with its hashes.

    Markers are settled here because pip would judge them by the Python it runs on.
    """
    environment = {
        "python_version": target.python,
        "python_full_version": f"{target.python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
        "platform_machine": target.machine,
    }
    lines = (line for line in lock.splitlines() if not line.lstrip().startswith("#"))
    for entry in "\n".join(lines).replace("\\\n", " ").splitlines():
        pinned, *hashes = entry.split(" --hash=")
        name, _, marker = pinned.partition(";")
        if name.strip() and (not marker.strip() or Marker(marker).evaluate(environment)):
            yield " --hash=".join([name.strip(), *(digest.strip() for digest in hashes)])


def install(lock: str, target: Target, packages: Path) -> None:
    """Put the lock's packages into a folder, verified by their hashes. Raises LayerError."""
    wanted = packages.with_suffix(".txt")
    wanted.write_text("\n".join(requirements(lock, target)) + "\n")
    platforms = [f"manylinux_2_{minor}_{target.machine}" for minor in GLIBC_MINORS]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
    command += ["--require-hashes", "--only-binary=:all:", "--implementation", "cp"]
    command += ["--python-version", target.python, "--target", str(packages)]
    # Which Python a package needs was settled when the lock was made; pip would compare its own.
    command += ["--ignore-requires-python"]
    for platform in [*platforms, f"manylinux2014_{target.machine}"]:
        command += ["--platform", platform]
    done = subprocess.run(  # noqa: S603
        [*command, "--requirement", str(wanted)], capture_output=True, text=True, check=False
    )
    wanted.unlink()
    if done.returncode:
        raise LayerError(f"pip could not install the layer:\n{done.stderr}")


def prune(packages: Path) -> None:
    """Take away what no function uses."""
    for name in PRUNED_PACKAGES:
        for path in [packages / name, *packages.glob(f"{name}-*.dist-info")]:
            shutil.rmtree(path, ignore_errors=True)
    for folder, names, _ in os.walk(packages):
        for name in set(names) & set(PRUNED_FOLDERS):
            shutil.rmtree(Path(folder) / name)
            names.remove(name)
    described = packages / "botocore" / "data"
    for service in described.iterdir():
        if service.is_dir() and service.name not in KEPT_SERVICES:
            shutil.rmtree(service)
    keep_endpoints(described)


def keep_endpoints(described: Path) -> None:
    """Leave the endpoints of services that are described: all are read for the first client."""
    kept = set()
    for description in described.glob("*/*/service-2.json.gz"):
        kept.add(
            json.loads(gzip.decompress(description.read_bytes()))["metadata"]["endpointPrefix"]
        )
    path = described / "endpoints.json"
    told = json.loads(path.read_text())
    for partition in told["partitions"]:
        services = partition["services"]
        partition["services"] = {name: services[name] for name in services if name in kept}
    path.write_text(json.dumps(told, separators=(",", ":")))
