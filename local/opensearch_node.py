"""A real OpenSearch node on 127.0.0.1, without Docker.

`python -m local.opensearch_node up --port 19200` starts one and prints its address once it
answers; `… stop --port 19200` ends it and drops its data. Tests and benches use the class.
"""

import argparse
import http.client
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from local.opensearch_distribution import VERSION, assemble, cache_home, find_java

UNPRIVILEGED_ID = 65534
DEFAULT_PORT = 19200
DEFAULT_HEAP = "768m"
START_SECONDS = 180.0
STOP_SECONDS = 20.0

_SETTINGS = """\
cluster.name: mneme-{port}
node.name: mneme-{port}
discovery.type: single-node
network.host: 127.0.0.1
http.port: {port}
transport.port: {transport_port}
path.data: {folder}/data
path.logs: {folder}/logs
cluster.routing.allocation.disk.threshold_enabled: false
"""

_LOGGING = """\
status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = out
"""

_JAVA_OPTIONS = (
    "-Xss1m",
    "-XX:+UseG1GC",
    "-XX:G1ReservePercent=25",
    "-XX:InitiatingHeapOccupancyPercent=30",
    "-XX:-OmitStackTraceInFastThrow",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-Djna.nosys=true",
    "-Djava.locale.providers=SPI,CLDR",
    "-Dio.netty.noUnsafe=true",
    "-Dio.netty.noKeySetOptimization=true",
    "-Dio.netty.recycler.maxCapacityPerThread=0",
    "-Dio.netty.allocator.numDirectArenas=0",
    "-Dlog4j.shutdownHookEnabled=false",
    "-Dlog4j2.disable.jmx=true",
    "-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1",
    "--add-modules=jdk.incubator.vector",
    "-javaagent:agent/opensearch-agent.jar",
)


class OpensearchStartError(RuntimeError):
    """The node ended or did not answer in time; the message holds the end of its log."""


class OpensearchNode:
    """One node by its port; its settings, data and log are in a folder of its own.

    It outlives the process that started it, until somebody stops it.
    """

    def __init__(self, port: int = DEFAULT_PORT, heap: str = DEFAULT_HEAP) -> None:
        self.port = port
        self.heap = heap
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return the node's address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def folder(self) -> Path:
        """Return the folder of this node."""
        return cache_home() / f"node-{self.port}"

    def up(self) -> None:
        """Start the node unless it runs, and return once it answers.

        Raises OpensearchMissingError where Java or Maven are missing, OpensearchStartError if the
        node does not come up.
        """
        if self._pid() is None:
            java = find_java()
            distribution = assemble(cache_home())
            self._prepare()
            self._launch(java, distribution)
        self._await()

    def stop(self) -> None:
        """End the node if it runs, and drop its data."""
        if (pid := self._pid()) is not None:
            os.kill(pid, signal.SIGTERM)
            deadline = time.monotonic() + STOP_SECONDS
            while self._pid() is not None and time.monotonic() < deadline:
                time.sleep(0.1)
            if self._pid() is not None:
                os.kill(pid, signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _prepare(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("config", "data", "logs", "tmp"):
            (self.folder / name).mkdir(parents=True)
        config = self.folder / "config"
        (config / "opensearch.yml").write_text(
            _SETTINGS.format(port=self.port, transport_port=free_port(), folder=self.folder)
        )
        (config / "log4j2.properties").write_text(_LOGGING)
        if os.getuid() == 0:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)

    def _launch(self, java: Path, distribution: Path) -> None:
        identity = UNPRIVILEGED_ID if os.getuid() == 0 else None  # it refuses to run as root
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
        }
        with (self.folder / "logs" / "node.log").open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603
                self._command(java, distribution),
                cwd=distribution,  # the agent's own paths are relative to it
                env=environment | {"HOME": str(self.folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=identity,
                group=identity,
                extra_groups=None if identity is None else (),
            )
        (self.folder / "pid").write_text(str(self._process.pid))

    def _command(self, java: Path, distribution: Path) -> list[str]:
        return [
            str(java / "bin" / "java"),
            f"-Xms{self.heap}",
            f"-Xmx{self.heap}",
            *_JAVA_OPTIONS,
            f"-Djava.io.tmpdir={self.folder / 'tmp'}",
            f"-XX:ErrorFile={self.folder}/logs/fatal.log",
            f"-Dopensearch.path.home={distribution}",
            f"-Dopensearch.path.conf={self.folder}/config",
            "-Dopensearch.distribution.type=zip",
            "-Dopensearch.bundled_jdk=false",
            "-cp",
            f"{distribution}/lib/*",
            "org.opensearch.bootstrap.OpenSearch",
        ]

    def _await(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._healthy():
            if self._pid() is None or time.monotonic() > deadline:
                raise OpensearchStartError(f"OpenSearch {VERSION} is not up:\n{self._log_end()}")
            time.sleep(0.2)

    def _healthy(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/_cluster/health?wait_for_status=yellow&timeout=2s")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False  # it does not listen yet
        finally:
            connection.close()

    def _pid(self) -> int | None:
        """Return the process id while that process is this very node."""
        recorded = self.folder / "pid"
        if not recorded.exists():
            return None
        pid = int(recorded.read_text())
        command = subprocess.run(  # noqa: S603
            ["ps", "-ww", "-o", "command=", "-p", str(pid)],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        return pid if f"opensearch.path.conf={self.folder}/config" in command else None

    def _log_end(self) -> str:
        log = self.folder / "logs" / "node.log"
        return "\n".join(log.read_text(errors="replace").splitlines()[-30:])


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Run `up` or `stop` from the command line."""
    parser = argparse.ArgumentParser(prog="python -m local.opensearch_node", description=__doc__)
    parser.add_argument("command", choices=("up", "stop"))
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--heap", default=DEFAULT_HEAP)
    arguments = parser.parse_args()
    node = OpensearchNode(arguments.port, arguments.heap)
    if arguments.command == "stop":
        node.stop()
    else:
        node.up()
        print(node.url)


if __name__ == "__main__":
    main()
