"""The layers of the emulator's functions, each unpacked once.

By itself the emulator unpacks all layers for each process of each function: tens of thousands of
files, which take longer to delete than the tests that they were for. Functions only read them.
"""

import hashlib
import io
import os
import zipfile
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

MOUNTED = "_LAMBDA_LAYERS_DIRS"
"""What tells a function's process where its layers are."""

Spawn = Callable[[Any], None]


class SharedLayers:
    """Folders of layers under one folder, by what is in them."""

    def __init__(self, folder: Path, zipped: Callable[[Any], bytes | None]) -> None:
        """`zipped` returns the ZIP file of a layer that a function's configuration names."""
        self._folder = folder
        self._zipped = zipped
        self._lock = Lock()

    def for_each(self, spawn: Spawn) -> Spawn:
        """Return what starts a worker's process like `spawn`, with layers that it shares."""

        def spawned(worker: Any) -> None:
            own = worker.config
            worker.config = self._mounted(own)
            try:
                spawn(worker)
            finally:
                worker.config = own

        return spawned

    def _mounted(self, config: Mapping[str, Any]) -> dict[str, Any]:
        zipped = [self._zipped(layer) for layer in config.get("Layers", ())]
        folders = os.pathsep.join(str(self._unpacked(one)) for one in zipped if one)
        variables = {**config.get("Environment", {}).get("Variables", {}), MOUNTED: folders}
        return {**config, "Layers": [], "Environment": {"Variables": variables}}

    def _unpacked(self, zipped: bytes) -> Path:
        folder = self._folder / hashlib.sha256(zipped).hexdigest()
        with self._lock:
            if not folder.exists():
                begun = folder.with_suffix(".begun")
                with zipfile.ZipFile(io.BytesIO(zipped)) as layer:
                    layer.extractall(begun)
                begun.rename(folder)
        return folder


def share(folder: Path) -> None:
    """Let the emulator's workers share layers under a folder."""
    runtime: Any = import_module("ministack.core.lambda_runtime")

    def zipped(layer: Any) -> bytes | None:
        functions: Any = import_module("ministack.services.lambda_svc")
        found: bytes | None = functions._resolve_layer_zip(layer)  # noqa: SLF001
        return found

    layers = SharedLayers(folder, zipped)
    runtime.Worker._spawn = layers.for_each(runtime.Worker._spawn)  # noqa: SLF001
