"""Build a layer: `python -m layers.build dependencies --architecture arm64 --bytecode`.

Prints the path of the layer's ZIP file, and nothing else, on standard output: the CDK command line
runs this at deployment and uploads that file. Sizes go to standard error. A layer that exists for
what it is made from, builder and target is not built again.
"""

import argparse
import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from infra.layer import CORE, LOCK, Layer, Target, fingerprint, sources
from layers.bytecode import compile_modules
from layers.dependencies import install, prune
from layers.errors import LayerError

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LIMITS_MB = {Layer.DEPENDENCIES: 170, Layer.CORE: 20}
"""With a function's own code they stay below the 250 MB that Lambda unpacks."""
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build the layer for the target of the command line, unless it exists, and print its path."""
    parser = argparse.ArgumentParser(description="Build a layer.")
    parser.add_argument("layer", type=Layer, choices=list(Layer))
    parser.add_argument("--python", default="3.13")
    parser.add_argument("--architecture", default="arm64", choices=("arm64", "x86_64"))
    parser.add_argument("--bytecode", action="store_true", help="needs that Python on the PATH")
    options = parser.parse_args()
    target = Target(options.python, options.architecture, options.bytecode)
    print(build(options.layer, target))


def build(layer: Layer, target: Target, into: Path = BUILD) -> Path:
    """Return the path of the layer's ZIP file, building it if it does not exist.

    Raises LayerError.
    """
    identity = fingerprint(ROOT, layer, target)[:16]
    archive = into / f"{layer}-{target.python}-{target.machine}-{identity}.zip"
    if not archive.exists():
        into.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into) as folder:
            _fill(Path(folder), layer, target)
            if target.bytecode:
                compile_modules(Path(folder), target.python)
            _report(Path(folder) / "python", LIMITS_MB[layer])
            _pack(Path(folder), archive)
    return archive


def _fill(folder: Path, layer: Layer, target: Target) -> None:
    if layer is Layer.DEPENDENCIES:
        packages = folder / "python"
        install((ROOT / LOCK).read_text(), target, packages)
        prune(packages)
        return
    for path in sources(ROOT, layer):
        copy = folder / path.relative_to(ROOT / CORE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _report(packages: Path, limit_mb: int) -> None:
    sizes = {
        entry.name: sum(
            file.stat().st_size for file in [entry, *entry.rglob("*")] if file.is_file()
        )
        for entry in packages.iterdir()
    }
    total = sum(sizes.values()) / 1_000_000
    for name in sorted(sizes, key=lambda name: -sizes[name])[:8]:
        print(f"{sizes[name] / 1_000_000:8.1f} MB  {name}", file=sys.stderr)
    print(f"{total:8.1f} MB  unzipped, of {limit_mb} allowed", file=sys.stderr)
    if total > limit_mb:
        raise LayerError(f"the layer is {total:.0f} MB unzipped; at most {limit_mb} are allowed")


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
