"""Where things are, and the environment in which the project's own code runs."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
SOURCES = (ROOT, ROOT / "layers" / "core" / "python")


def variables() -> dict[str, str]:
    """Return the caller's variables with the project's code and its tools in front."""
    tools = (ROOT / ".venv" / "bin", ROOT / "node_modules" / ".bin")
    return {
        **os.environ,
        "CDK_DISABLE_CLI_TELEMETRY": "true",
        "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "20",  # a list of major versions
        "PYTHONPATH": os.pathsep.join(map(str, SOURCES)),
        "PATH": os.pathsep.join([*map(str, tools), os.environ.get("PATH", os.defpath)]),
    }
