"""Bytecode beside a layer's modules, made by the Python that the layer is for."""

import os
import subprocess
from pathlib import Path

from infra.layer import interpreter
from layers.errors import LayerError

MOUNTED = "/opt"
"""Where functions see their layers."""


def compile_modules(folder: Path, python: str) -> None:
    """Compile every module under a folder that becomes a layer. Raises LayerError.

    The bytecode is never compared with its source: a ZIP file keeps no exact dates, and what it
    was made from cannot change in a layer. The same modules give the same bytes wherever the folder
    is.
    """
    command = interpreter(python)
    if command is None:
        raise LayerError(f"bytecode needs python{python} on the PATH of this machine")
    options = ["-q", "-s", str(folder), "-p", MOUNTED, "--invalidation-mode", "unchecked-hash"]
    environment = {name: said for name, said in os.environ.items() if name[:6] != "PYTHON"}
    done = subprocess.run(  # noqa: S603
        [command, "-m", "compileall", *options, str(folder)],
        env={**environment, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LayerError(f"python{python} could not compile the layer:\n{done.stdout}{done.stderr}")
