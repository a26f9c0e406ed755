"""Entry of `./dev bench`."""

import os
import sys

from bench import evolution, extraction, isolation, purge, smoke
from bench.api import benchmark as api
from bench.client import ApiError
from bench.cold import benchmark as cold
from bench.faults import benchmark as faults
from bench.lifecycle import benchmark as lifecycle
from bench.peers import benchmark as peers
from bench.peers.child import PeerError
from bench.quality import benchmark as quality
from bench.recall import benchmark as recall
from bench.scale import benchmark as scale
from bench.soak import benchmark as soak
from bench.stack import StackError
from bench.waiting import TooLateError
from bench.write import benchmark as write
from devtools.errors import ChoreError

BENCHMARKS = {
    "api": api.main,
    "cold": cold.main,
    "evolution": evolution.main,
    "extraction": extraction.main,
    "faults": faults.main,
    "isolation": isolation.main,
    "lifecycle": lifecycle.main,
    "peers": peers.main,
    "purge": purge.main,
    "quality": quality.main,
    "recall": recall.main,
    "scale": scale.main,
    "smoke": smoke.main,
    "soak": soak.main,
    "write": write.main,
}


def main(arguments: list[str]) -> None:
    """Run the benchmark of that name with the rest of the arguments."""
    if not arguments or arguments[0] not in BENCHMARKS:
        sys.exit(f"usage: ./dev bench {{{','.join(BENCHMARKS)}}} [--help]")
    # What is measured in this process must not print its metrics between the tables.
    os.environ.setdefault("POWERTOOLS_METRICS_DISABLED", "true")
    try:
        BENCHMARKS[arguments[0]](arguments[1:])
    except (ApiError, ChoreError, PeerError, StackError, TooLateError) as error:
        sys.exit(f"bench: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
