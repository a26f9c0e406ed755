"""`./dev serve`: runs the whole of Mneme on this machine until it is stopped."""

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence

from local.child_process import ChildSpec
from local.data_folder import DataFolder, StartError, claim
from local.environment import child_environment
from local.greeting import greeting
from local.json_logs import log_json_lines
from local.lifeline import Lifeline
from local.options import Options, parse_options
from local.ready_file import remove_ready_file, write_ready_file
from local.supervisor import Supervisor

HOST = "127.0.0.1"
_BACKLOG = 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the stack; return the status for the shell."""
    started = time.monotonic()
    options = parse_options(sys.argv[1:] if arguments is None else arguments)
    log_json_lines("supervisor", options.log_level)
    try:
        folder = claim(options.data, fresh=options.fresh)
        with _listen(options.port) as listening:
            if options.ready_file:
                # A killed stack leaves its own behind, which names a port that is closed.
                options.ready_file.unlink(missing_ok=True)
            asyncio.run(_serve(options, folder, listening, started))
    except StartError as refusal:
        sys.stderr.write(f"mneme: {refusal}\n")
        return 1
    finally:
        if options.ready_file:
            remove_ready_file(options.ready_file, os.getpid())
    return 0


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(_BACKLOG)
    except OSError as exc:
        listening.close()
        raise StartError(f"port {port} of {HOST} cannot be used: {exc.strerror}") from exc
    return listening


async def _serve(
    options: Options, folder: DataFolder, listening: socket.socket, started: float
) -> None:
    base_url = f"http://{HOST}:{listening.getsockname()[1]}"
    environment = child_environment(folder.path, options.log_level, os.environ)
    environment["MNEME_BASE_URL"] = base_url
    supervisor = Supervisor(_children(options, folder, listening), environment)
    _on_signals(supervisor.stop)
    if options.lifeline is not None:
        _when_alone(options.lifeline, supervisor.stop)
    await supervisor.run(lambda: _announce(options, folder, base_url, started))
    logging.getLogger("supervisor").info("all processes have ended")


def _children(options: Options, folder: DataFolder, listening: socket.socket) -> list[ChildSpec]:
    # Every child holds the folder's lock, so that nobody else takes it before the last has ended.
    common = (f"--log-level={options.log_level}",)
    api = (*common, f"--socket={listening.fileno()}")
    first = (*api, f"--first-tenant={folder.api_key}")
    sockets = (folder.lock, listening.fileno())
    return [
        ChildSpec(
            "worker", "local.worker_process", (*common, f"--data={folder.path}"), (folder.lock,)
        ),
        *(
            ChildSpec(f"api-{number}", "local.api_process", api if number else first, sockets)
            for number in range(options.workers)
        ),
    ]


def _on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop)


def _when_alone(lifeline: int, stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()

    def alone() -> None:
        loop.call_soon_threadsafe(stop)

    Lifeline(lifeline).watch(alone)


def _announce(options: Options, folder: DataFolder, base_url: str, started: float) -> None:
    api_key = folder.api_key.read_text(encoding="utf-8").strip()
    if options.ready_file:
        write_ready_file(
            options.ready_file,
            {
                "base_url": base_url,
                "api_key": api_key,
                "docs_url": f"{base_url}/docs",
                "pid": os.getpid(),
            },
        )
    sys.stdout.write(greeting(base_url, api_key, time.monotonic() - started))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
