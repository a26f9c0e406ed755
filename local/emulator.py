"""The AWS emulator, as a child process in a virtual environment of its own.

The emulator pins its own botocore, so it never shares an environment with Mneme. It keeps
everything in memory and in one disposable folder: what stops, is gone. It enforces IAM
(`local/emulator_iam.py`); who calls as `test` is the account's root.
"""

import fcntl
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venvs" / "emulator"
LOCK = ROOT / "requirements" / "emulator.txt"
PROCESS = ROOT / "local" / "emulator_process.py"
HOST = "127.0.0.1"
REGION = "us-east-1"
ACCOUNT = "000000000000"
START_SECONDS = 60.0


class EmulatorError(RuntimeError):
    """The emulator could not be installed or did not start; the message says where its log is."""


@dataclass(frozen=True)
class Emulator:
    """A running emulator. `folder` holds its log and whatever it writes; it goes with it."""

    url: str
    port: int
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def environment(self) -> dict[str, str]:
        """Variables that point an AWS client, the CDK command line included, at this emulator."""
        return client_environment(self.url)


def client_environment(url: str) -> dict[str, str]:
    """Return the variables that point any AWS client at the emulator and away from AWS."""
    return {
        "AWS_ENDPOINT_URL": url,
        "AWS_ENDPOINT_URL_S3": url,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
    }


def interpreter() -> Path:
    """Return the emulator's Python, installing it first if the lock changed. Raises EmulatorError.

    Deployed functions run on this interpreter, whatever runtime they ask for.
    """
    python = ENVIRONMENT / "bin" / "python"
    marker = ENVIRONMENT / "installed-lock.sha256"
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    ENVIRONMENT.parent.mkdir(exist_ok=True)
    with (ENVIRONMENT.parent / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if not (marker.exists() and marker.read_text() == digest):
            _install(python)
            marker.write_text(digest)
    return python


def _install(python: Path) -> None:
    commands = (
        [sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)],
        [str(python), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(LOCK)],
    )
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise EmulatorError(f"the emulator's environment is incomplete:\n{done.stderr}")


def free_port() -> int:
    """Return a port of this machine that nothing listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


@contextmanager
def running(port: int = 0) -> Iterator[Emulator]:
    """Run an emulator for the length of the block; port 0 chooses a free one."""
    emulator = start(port)
    try:
        yield emulator
    finally:
        stop(emulator)


def start(port: int = 0) -> Emulator:
    """Start an emulator and return when it answers. Raises EmulatorError."""
    python = interpreter()
    port = port or free_port()
    if _listening(port):
        raise EmulatorError(f"port {port} is taken")
    folder = Path(tempfile.mkdtemp(prefix="mneme-emulator-"))
    with (folder / "emulator.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603
            [str(python), "-P", str(PROCESS)],
            env=_process_environment(port, folder),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    emulator = Emulator(f"http://{HOST}:{port}", port, folder, process)
    if not _answers(emulator):
        tail = (folder / "emulator.log").read_text(errors="replace")[-2000:]
        stop(emulator)
        raise EmulatorError(f"the emulator did not start on port {port}:\n{tail}")
    return emulator


def stop(emulator: Emulator) -> None:
    """End the emulator with the functions it runs, and drop its folder."""
    # It leads a process group of its own, so this reaches the functions' processes and no others.
    # Nothing of it is to be kept, and asked to end it would wait for connections and workers.
    if emulator.process.poll() is None:
        os.killpg(emulator.process.pid, signal.SIGKILL)
        emulator.process.wait()
    shutil.rmtree(emulator.folder, ignore_errors=True)


def _process_environment(port: int, folder: Path) -> dict[str, str]:
    # Built from nothing, so that no real credential of the caller reaches emulated functions.
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "GATEWAY_PORT": str(port),
        "BIND_HOST": HOST,
        "MINISTACK_HOST": HOST,
        "MINISTACK_REGION": REGION,
        "IOT_MTLS_ENABLED": "0",
        "AUTH": "true",
        **client_environment(f"http://{HOST}:{port}"),
    }


def _answers(emulator: Emulator) -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and emulator.process.poll() is None:
        try:
            with urllib.request.urlopen(f"{emulator.url}/_ministack/health", timeout=2):  # noqa: S310
                return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    return False
