"""Deploy the CDK app to a running emulator with the stock command-line tool."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from local.emulator import ACCOUNT, REGION, ROOT, Emulator, interpreter

CDK = ROOT / "node_modules" / ".bin" / "cdk"
PACKAGE = ROOT / "layers" / "core" / "python"
STAGE = "local"
# What the tools need of the caller's own environment; credentials are not among it.
_KEPT = ("HOME", "LANG", "PATH", "PIP_CERT", "PIP_FIND_LINKS", "PIP_INDEX_URL", "SSL_CERT_FILE")


class DeploymentError(RuntimeError):
    """A step of the deployment failed; the message holds the tool's own words."""


@dataclass(frozen=True)
class Deployment:
    """A deployed stage. `environment` lets a process work with its tables, as a function does."""

    base_url: str
    environment: Mapping[str, str]

    def first_key(self, tenant: str) -> str:
        """Make the tenant, if it is new, and return a key that may do everything for it."""
        path = os.pathsep.join([str(ROOT), str(PACKAGE)])
        operator = (sys.executable, "-m", "local.operate")
        command = [*operator, "tenants", "create", tenant, "--stage", STAGE]
        return _run(command, {**self.environment, "PYTHONPATH": path}).strip()


def deploy(emulator: Emulator, *, opensearch_url: str | None = None) -> Deployment:
    """Bootstrap the emulated account and deploy the stacks. Raises DeploymentError."""
    outputs = emulator.folder / "outputs.json"
    run_cdk(emulator, opensearch_url, "bootstrap", f"aws://{ACCOUNT}/{REGION}")
    run_cdk(
        emulator,
        opensearch_url,
        *("deploy", f"mneme-{STAGE}/*"),
        *("--require-approval", "never", "--outputs-file", str(outputs)),
    )
    return _deployment(emulator, outputs)


def _deployment(emulator: Emulator, outputs: Path) -> Deployment:
    stacks = json.loads(outputs.read_text())
    data, service = stacks[f"mneme-{STAGE}-data"], stacks[f"mneme-{STAGE}-service"]
    return Deployment(
        base_url=service["ApiUrl"].rstrip("/"),
        environment={
            **_environment(emulator),
            "MNEME_STAGE": STAGE,
            "MNEME_TABLES": data["TablesLayout"],
            "MNEME_KEY_ID": data["WrappingKeyArn"],
        },
    )


def run_cdk(emulator: Emulator, opensearch_url: str | None, *command: str) -> str:
    """Give the stock command-line tool a command on the emulated stage; return what it says.

    Raises DeploymentError.
    """
    context = [
        f"stage={STAGE}",
        f"gateway_url={emulator.url}",
        f"python={emulated_python()}",
    ]
    if opensearch_url:
        context.append(f"opensearch_url={opensearch_url}")
    return _run(
        [
            *(str(CDK), *command),
            *("--app", f"{sys.executable} app.py", "--output", str(emulator.folder / "cdk.out")),
            *(word for pair in context for word in ("--context", pair)),
        ],
        _environment(emulator),
    )


def emulated_python() -> str:
    """Return the version of the Python that runs deployed functions here, such as `3.11`."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return _run([str(interpreter()), "-c", code], {}).strip()


def _environment(emulator: Emulator) -> dict[str, str]:
    return {
        **{name: os.environ[name] for name in _KEPT if name in os.environ},
        **emulator.environment,
        "CDK_DISABLE_CLI_TELEMETRY": "true",
        "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "20",
    }


def _run(command: list[str], environment: Mapping[str, str]) -> str:
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise DeploymentError(f"{' '.join(command[:4])} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
