"""Keeps the stack's processes running: starts them together, restarts what crashes, stops all."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from local.child_process import Child, ChildSpec, start_child
from local.data_folder import StartError

_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 30.0
_HEALTHY_SECONDS = 60.0

log = logging.getLogger("supervisor")


def pause_before_restart(crashes: int) -> float:
    """Return the seconds to wait after that many crashes in a row: doubling, bounded."""
    return float(min(_FIRST_PAUSE_SECONDS * 2 ** (crashes - 1), _LONGEST_PAUSE_SECONDS))


class Supervisor:
    """Runs the children until it is told to stop."""

    def __init__(
        self,
        specs: Sequence[ChildSpec],
        environment: Mapping[str, str],
        *,
        pause: Callable[[int], float] = pause_before_restart,
    ) -> None:
        self._specs = specs
        self._environment = environment
        self._pause = pause
        self._stop = asyncio.Event()
        self._ready = {spec.name: asyncio.Event() for spec in specs}
        self._children: dict[str, Child] = {}

    def stop(self) -> None:
        """Ask the run to end; it returns when every child has ended."""
        self._stop.set()

    async def run(self, when_ready: Callable[[], None]) -> None:
        """Run until stopped; `when_ready` is called once, when all children do their work.

        Raises StartError if a child ends before it was ever ready; a later crash is repaired.
        """
        keepers = [asyncio.create_task(self._keep(spec)) for spec in self._specs]
        tasks = [*keepers, asyncio.create_task(self._serve(when_ready))]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(child.stop() for child in self._children.values()))
        for task in ended:
            task.result()

    async def _serve(self, when_ready: Callable[[], None]) -> None:
        ready = asyncio.create_task(self._all_ready())
        stopped = asyncio.create_task(self._stop.wait())
        await asyncio.wait([ready, stopped], return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            when_ready()
        ready.cancel()
        await stopped

    async def _all_ready(self) -> bool:
        for event in self._ready.values():
            await event.wait()
        return True

    async def _keep(self, spec: ChildSpec) -> None:
        loop = asyncio.get_running_loop()
        crashes = 0
        while True:
            started = loop.time()
            child = await start_child(spec, self._environment)
            self._children[spec.name] = child
            if await child.ready():
                self._ready[spec.name].set()
            status = await child.ended()
            if not self._ready[spec.name].is_set():
                raise StartError(f"the process `{spec.name}` could not start; its log is above")
            crashes = 1 if loop.time() - started > _HEALTHY_SECONDS else crashes + 1
            pause = self._pause(crashes)
            log.error(
                "the process `%s` ended with status %d; it starts again in %.1f s",
                spec.name,
                status,
                pause,
            )
            await asyncio.sleep(pause)
