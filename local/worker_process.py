"""The worker process: there is one."""

import argparse
import gc
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from infra.functions import FUNCTIONS
from local.functions_host import FunctionsHost
from local.json_logs import log_json_lines
from local.lifeline import Lifeline
from local.warm_up import warm_up
from local.worker import OFFLINE, Sources, Worker, pumps
from mneme.runtime.bootstrap import Services, services


def main(arguments: Sequence[str] | None = None) -> int:
    """Work until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--lifeline", type=int, required=True)
    parser.add_argument("--log-level", required=True)
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args(arguments)
    log_json_lines("worker", given.log_level)
    lifeline = Lifeline(given.lifeline)
    lifeline.watch()
    host = FunctionsHost(function for function in FUNCTIONS if function.trigger in OFFLINE)
    warm_up(services())
    worker = Worker(pumps(_sources(services()), host, given.data / "worker"))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: worker.stop())
    # What lives now lives for good: the collector need not look at it again.
    gc.collect()
    gc.freeze()
    worker.run(lifeline.ready)
    return 0


def _sources(made: Services) -> Sources:
    stores = made.backend
    files = {"tables": stores.tables, "queues": stores.queue, "index": stores.index}
    return Sources(
        made.queue_consumer, made.change_feed, stores.tables, stores.blobs, made.clock, files
    )


if __name__ == "__main__":
    sys.exit(main())
