"""Build the dependency layer from the lock: `python -m layers.build --architecture arm64`.

Prints the path of the layer's ZIP file, and nothing else, on standard output: the CDK command line
runs this at deployment and uploads that file. Sizes go to standard error. A layer that exists for
this lock, builder and target is not built again. Needs nothing but Python and pip; wheels are
fetched for the target, so it runs on any machine.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from packaging.markers import Marker

from infra.dependencies import LOCK, Target, fingerprint

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LIMIT_MB = 170
GLIBC_MINORS = range(34, 16, -1)  # Amazon Linux 2023 has glibc 2.34
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)

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


class LayerError(RuntimeError):
    """The layer could not be built; the message is pip's, or says how large it became."""


def main() -> None:
    """Build the layer for the target of the command line, unless it exists, and print its path."""
    parser = argparse.ArgumentParser(description="Build the dependency layer from the lock.")
    parser.add_argument("--python", default="3.13")
    parser.add_argument("--architecture", default="arm64", choices=("arm64", "x86_64"))
    options = parser.parse_args()
    print(build(Target(options.python, options.architecture)))


def build(target: Target) -> Path:
    """Return the path of the layer's ZIP file, building it if it does not exist."""
    archive = (
        BUILD
        / f"dependencies-{target.python}-{target.machine}-{fingerprint(ROOT, target)[:16]}.zip"
    )
    if not archive.exists():
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            packages = Path(folder) / "python"
            _install(target, packages)
            _prune(packages)
            _report(packages)
            _pack(Path(folder), archive)
    return archive


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


def _install(target: Target, packages: Path) -> None:
    wanted = packages.with_suffix(".txt")
    wanted.write_text("\n".join(requirements((ROOT / LOCK).read_text(), target)) + "\n")
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


def _prune(packages: Path) -> None:
    for name in PRUNED_PACKAGES:
        for path in [packages / name, *packages.glob(f"{name}-*.dist-info")]:
            shutil.rmtree(path, ignore_errors=True)
    for folder, names, _ in os.walk(packages):
        for name in set(names) & set(PRUNED_FOLDERS):
            shutil.rmtree(Path(folder) / name)
            names.remove(name)
    for service in (packages / "botocore" / "data").iterdir():
        if service.is_dir() and service.name not in KEPT_SERVICES:
            shutil.rmtree(service)


def _report(packages: Path) -> None:
    sizes = {
        entry.name: sum(
            file.stat().st_size for file in [entry, *entry.rglob("*")] if file.is_file()
        )
        for entry in packages.iterdir()
    }
    total = sum(sizes.values()) / 1_000_000
    for name in sorted(sizes, key=lambda name: -sizes[name])[:8]:
        print(f"{sizes[name] / 1_000_000:8.1f} MB  {name}", file=sys.stderr)
    print(f"{total:8.1f} MB  unzipped, of {LIMIT_MB} allowed", file=sys.stderr)
    if total > LIMIT_MB:
        raise LayerError(f"the layer is {total:.0f} MB unzipped; at most {LIMIT_MB} are allowed")


def _pack(folder: Path, archive: Path) -> None:
    """Write the folder's files in sorted order with fixed dates: same content, same bytes."""
    unfinished = archive.with_suffix(f".{os.getpid()}-unfinished")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as bundle:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), ZIP_EPOCH)
            entry.external_attr = 0o100755 << 16 if os.access(file, os.X_OK) else 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, file.read_bytes())
    unfinished.replace(archive)


if __name__ == "__main__":
    main()
