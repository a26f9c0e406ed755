"""An API process: one of those that share the listening socket."""

import argparse
import asyncio
import gc
import socket
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import uvicorn

from infra.function import Trigger
from infra.functions import FUNCTIONS
from local.api_server import ApiServer
from local.authorization import TokenGate
from local.downloads import Downloads
from local.first_tenant import ensure_first_key
from local.functions_host import FunctionsHost
from local.gateway import Gateway
from local.json_logs import log_json_lines
from local.lifeline import Lifeline
from local.pages import pages
from local.warm_up import warm_up
from mneme.runtime.bootstrap import services

_ONLINE = frozenset({Trigger.HTTP, Trigger.AUTHORIZER})
_GRACE_SECONDS = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve requests until told to stop."""
    given = _parse(arguments)
    log_json_lines("api", given.log_level)
    lifeline = Lifeline(given.lifeline)
    lifeline.watch()
    listening = socket.socket(fileno=given.socket)
    host, port = listening.getsockname()
    gateway = _gateway()
    warm_up(services())
    if given.first_tenant:
        ensure_first_key(given.first_tenant, services().tenants)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="functions") as executor:
        app = ApiServer(gateway.answer, pages(f"http://{host}:{port}"), executor)
        # What lives now lives for good: the collector need not look at it again.
        gc.collect()
        gc.freeze()
        server = _Server(_config(app), lifeline)
        server.run(sockets=[listening])
    return 0


class _Server(uvicorn.Server):
    """Tells the supervisor when it accepts requests."""

    def __init__(self, config: uvicorn.Config, lifeline: Lifeline) -> None:
        super().__init__(config)
        self._lifeline = lifeline

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        await asyncio.to_thread(self._lifeline.ready)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lifeline", type=int, required=True)
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--log-level", required=True)
    parser.add_argument("--first-tenant", type=Path, help="keep its key in this file")
    return parser.parse_args(arguments)


def _gateway() -> Gateway:
    online = [function for function in FUNCTIONS if function.trigger in _ONLINE]
    host = FunctionsHost(online)
    authorizers = [f.name for f in online if f.trigger is Trigger.AUTHORIZER]
    gate = TokenGate(
        lambda event, request_id: host.invoke(authorizers[0], event, request_id), time.monotonic
    )
    return Gateway(online, host, gate, lambda: Downloads(services().backend.links))


def _config(app: ApiServer) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


if __name__ == "__main__":
    sys.exit(main())
