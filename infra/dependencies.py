"""The dependency layer, as data: for which Python and processor, and what it is made from."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

LOCK = Path("requirements/runtime.txt")
BUILDER = Path("layers/build.py")


@dataclass(frozen=True)
class Target:
    """What the layer's compiled packages run on; `architecture` in Lambda's words."""

    python: str
    architecture: str

    @property
    def machine(self) -> str:
        """The processor as wheels name it."""
        return {"arm64": "aarch64", "x86_64": "x86_64"}[self.architecture]


def fingerprint(root: Path, target: Target) -> str:
    """Return the layer's identity: it changes with the lock, the builder and the target only."""
    digest = hashlib.sha256(f"{target.python} {target.machine}\n".encode())
    for part in (LOCK, BUILDER):
        digest.update((root / part).read_bytes())
    return digest.hexdigest()
