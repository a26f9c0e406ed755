"""What is deployed, on this machine: both layers as they are built, under the functions' Python."""

import os
import platform
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from infra.function import Function
from infra.layer import Layer, Target, interpreter
from infra.settings import STAGES
from infra.tables import layouts_json
from layers.build import build

ROOT = Path(__file__).resolve().parent.parent.parent
_ARCHITECTURES = {"aarch64": "arm64", "arm64": "arm64"}


class Deployed:
    """Layers in a folder, and processes that begin with them as functions do.

    They are built for the stages' Python, or for the one that runs this where there is none.
    """

    def __init__(self, folder: Path, *, bytecode: bool) -> None:
        wanted = STAGES["dev"].python
        found = interpreter(wanted)
        self.python = wanted if found else "{}.{}".format(*sys.version_info)
        self._command = found or sys.executable
        self._layers = folder
        architecture = _ARCHITECTURES.get(platform.machine(), "x86_64")
        for layer in Layer:
            with zipfile.ZipFile(build(layer, Target(self.python, architecture, bytecode))) as held:
                held.extractall(folder)

    def child(
        self, row: Function | None, *arguments: str, options: Sequence[str] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Begin a function, or none, in a new process that finds nothing but the layers."""
        return subprocess.run(
            [self._command, "-S", *options, "-m", "bench.cold.child", *arguments],
            cwd=ROOT,
            env={**environment(row), **self._paths()},
            capture_output=True,
            text=True,
            check=True,
        )

    def _paths(self) -> Mapping[str, str]:
        return {
            "PYTHONPATH": os.pathsep.join([str(self._layers / "python"), str(ROOT)]),
            "PYTHONDONTWRITEBYTECODE": "1",  # nobody may write where layers are
        }


def environment(row: Function | None) -> dict[str, str]:
    """Return the variables of a function, which lead nowhere."""
    access = row.access if row is not None else None
    tables = access.tables if access is not None else ()
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "OPENBLAS_NUM_THREADS": "1",
        "POWERTOOLS_METRICS_DISABLED": "true",
        "POWERTOOLS_SERVICE_NAME": row.name if row is not None else "model",
        "MNEME_STAGE": "bench",
        "MNEME_TABLES": layouts_json({name: name for name in tables}),
        "MNEME_OPENSEARCH_URL": "https://search.invalid" if access and access.search else "",
        "MNEME_OPENSEARCH_SIGNED": "true",
        "MNEME_TENANT_ROLE": "arn:aws:iam::123456789012:role/tenant" if row and row.fenced else "",
        "AWS_REGION": "eu-central-1",
        "AWS_DEFAULT_REGION": "eu-central-1",
        "AWS_ACCESS_KEY_ID": "none",
        "AWS_SECRET_ACCESS_KEY": "none",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
