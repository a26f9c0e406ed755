"""A minimal OpenSearch with the k-NN plugin, assembled once from two Maven artifacts.

Maven fetches from whatever repository it is configured for; the two archives are pinned by
SHA-256, so a mirror cannot change what runs. Only the modules Mneme's index needs are unpacked.
"""

import fcntl
import hashlib
import os
import re
import shutil
import stat
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

VERSION = "3.5.0"
JAVA_MINIMUM = 21
HOME_VARIABLE = "MNEME_OPENSEARCH_HOME"
JAVA_VARIABLE = "MNEME_OPENSEARCH_JAVA_HOME"

JAVA_FOLDERS = (Path("/usr/lib/jvm"), Path("/Library/Java/JavaVirtualMachines"))

_MODULES = (
    "analysis-common",
    "lang-expression",
    "lang-painless",
    "mapper-extras",
    "parent-join",
    "rank-eval",
    "reindex",
    "search-pipeline-common",
    "transport-grpc",
    "transport-netty4",
)


@dataclass(frozen=True)
class Artifact:
    """One archive, by its Maven coordinates and its digest."""

    coordinates: str
    filename: str
    sha256: str


_SERVER = Artifact(
    f"org.opensearch.distribution.integ-test-zip:opensearch:{VERSION}:zip",
    f"opensearch-{VERSION}.zip",
    "b676ad392c95a94d8d2bd8785b8b922c7811536daf6a9ec0c7277a34bd8a17a9",
)
_KNN = Artifact(
    f"org.opensearch.plugin:opensearch-knn:{VERSION}.0:zip",
    f"opensearch-knn-{VERSION}.0.zip",
    "99fdf3ac9ef95974e276298b83a58532bf21ba13bd5fd96a4b59465b7e613309",
)


class OpensearchMissingError(RuntimeError):
    """This machine cannot run OpenSearch; the message says what it lacks."""


def find_java() -> Path:
    """Return the home of a Java that is new enough, or raise OpensearchMissingError."""
    for home in _java_homes():
        if _java_version(home) >= JAVA_MINIMUM:
            return home
    raise OpensearchMissingError(
        f"no Java {JAVA_MINIMUM} or newer; set {JAVA_VARIABLE} or JAVA_HOME"
    )


def cache_home() -> Path:
    """Return the folder for the distribution and the nodes' data.

    A node of root runs as an unprivileged user, so a home that only root can enter will not do.
    """
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    if os.getuid() == 0 and not _open_to_all(cache):
        cache = Path(tempfile.gettempdir())
    return cache / "mneme-opensearch"


def assemble(home: Path) -> Path:
    """Return the distribution's folder under `home`, building it if it is not there yet."""
    target = home / f"distribution-{VERSION}"
    if not target.exists():
        home.mkdir(parents=True, exist_ok=True)
        with _lock(home / "assemble.lock"):
            if not target.exists():
                _build(home, target)
    if target.stat().st_uid != os.getuid():
        raise OpensearchMissingError(f"the distribution in {HOME_VARIABLE} belongs to another user")
    return target


def fetch(artifact: Artifact, folder: Path) -> Path:
    """Return the artifact's archive in `folder`, fetched by Maven and checked."""
    maven = shutil.which("mvn")
    if maven is None:
        raise OpensearchMissingError("no Maven (`mvn`) to fetch OpenSearch with")
    subprocess.run(  # noqa: S603
        [
            maven,
            "--batch-mode",
            "--quiet",
            "dependency:copy",
            f"-Dartifact={artifact.coordinates}",
            f"-DoutputDirectory={folder}",
        ],
        check=True,
        cwd=folder,
    )
    path = folder / artifact.filename
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != artifact.sha256:
        raise OpensearchMissingError(f"{artifact.filename} is not the pinned archive: {digest}")
    return path


def _java_homes() -> Iterator[Path]:
    for variable in (JAVA_VARIABLE, "JAVA_HOME"):
        if named := os.environ.get(variable):
            yield Path(named)
    if on_path := shutil.which("java"):
        yield Path(on_path).resolve().parent.parent
    for folder in JAVA_FOLDERS:
        for found in sorted(folder.glob("*"), reverse=True):
            yield found / "Contents/Home" if (found / "Contents/Home").exists() else found


def _java_version(home: Path) -> int:
    java = home / "bin" / "java"
    if not java.exists():
        return 0
    command = [str(java), "-version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    found = re.search(r'version "(\d+)', shown.stderr)
    return int(found.group(1)) if found else 0


def _open_to_all(folder: Path) -> bool:
    existing = [place for place in (folder, *folder.parents) if place.exists()]
    return all(place.stat().st_mode & stat.S_IXOTH for place in existing)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _build(home: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory(dir=home) as folder:
        scratch = Path(folder)
        scratch.chmod(0o755)
        _unpack_server(fetch(_SERVER, scratch), scratch)
        built = scratch / f"opensearch-{VERSION}"
        plugin = built / "plugins" / "opensearch-knn"
        plugin.mkdir(parents=True)
        with zipfile.ZipFile(fetch(_KNN, scratch)) as archive:
            archive.extractall(plugin)
        for required in ("bin", "logs"):  # the server refuses to start without them
            (built / required).mkdir(exist_ok=True)
        built.rename(target)


def _unpack_server(archive_path: Path, folder: Path) -> None:
    root = f"opensearch-{VERSION}/"
    wanted = (
        root + "agent/",
        root + "config/",
        root + "lib/",
        *(f"{root}modules/{name}/" for name in _MODULES),
    )
    with zipfile.ZipFile(archive_path) as archive:
        for entry in archive.infolist():
            name = entry.filename
            if name.startswith(wanted) and not name.startswith(root + "lib/tools/"):
                archive.extract(entry, folder)
