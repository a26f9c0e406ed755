"""One function begun in this process, step by step: milliseconds of CPU, and on the clock, in JSON.

Nothing is imported here that a function does not import: what this process has, it need not load.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any


def main(function: str, steps: list[str]) -> None:
    """Take the steps in order, and print how long each took."""
    started = time.perf_counter()
    taken = {step: _timed(_STEPS[step], function) for step in steps}
    print(json.dumps({**taken, "passed": (time.perf_counter() - started) * 1000}))


def _timed(step: Callable[[str], object], function: str) -> float:
    started = time.process_time()
    step(function)
    return (time.process_time() - started) * 1000


def _handler(function: str) -> Any:
    return importlib.import_module(f"functions.{function}.handler")


def _services(function: str) -> Any:
    return _handler(function).services()


def _clients(function: str) -> object:
    return _services(function).tables


def _recall(function: str) -> object:
    return _services(function).recall.warm_up()


def _thresholds(_: str) -> object:
    from mneme.adapters.appconfig_place import AppconfigPlace  # noqa: PLC0415
    from mneme.adapters.appconfig_settings import AppconfigSettings  # noqa: PLC0415
    from mneme.adapters.aws_clients import AwsClients  # noqa: PLC0415
    from mneme.runtime.live_settings import APPCONFIG_CALLS  # noqa: PLC0415

    client = AwsClients(APPCONFIG_CALLS).appconfig_data
    return AppconfigSettings(client, AppconfigPlace("a", "e", "p"), "{}")


def _model(_: str) -> object:
    from mneme.adapters.use_embedder import UseEmbedder  # noqa: PLC0415

    return UseEmbedder()


_STEPS = {
    "handler": _handler,
    "services": _services,
    "clients": _clients,
    "recall": _recall,
    "thresholds": _thresholds,
    "model": _model,
}

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
