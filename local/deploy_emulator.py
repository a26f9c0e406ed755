"""Deploy Mneme to an AWS emulator on this machine: `python -m local.deploy_emulator`.

Everything is the deployed thing: CDK app, layers, API, authorizer, queues and stream. Only AWS is
emulated, and nothing survives its end. For a store that lasts there is `./dev serve`.
"""

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

from local import emulator
from local.deployment import Deployment, DeploymentError, deploy
from local.greeting import lines_to_try
from local.opensearch_distribution import OpensearchMissingError
from local.opensearch_node import OpensearchNode, OpensearchStartError

FIRST_TENANT = "first"

_GREETING = """
Mneme is deployed to an AWS emulator ({seconds:.0f} s).

  API        {base_url}
  API key    {api_key}
  AWS        {aws_url}
  Search     {search}

{lines}

{ending}
"""
_NO_SEARCH = "none, so recall fails: install Java 21 and Maven, or give --opensearch-url"
_FAULTS = (DeploymentError, emulator.EmulatorError, OpensearchStartError)


def main(arguments: Sequence[str]) -> None:
    """Deploy, say how to call the API, and wait to be stopped; with `--keep` leave it running."""
    options = _options(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    started = time.monotonic()
    with ExitStack() as running:
        node = None if options.opensearch_url else _search_node(running)
        search_url = node.url if node else options.opensearch_url
        aws = emulator.start(options.port)
        running.callback(emulator.stop, aws)
        deployment = deploy(aws, opensearch_url=search_url)
        ending = _how_to_stop(aws, node) if options.keep else "Ctrl-C ends it all."
        seconds = time.monotonic() - started
        print(_greeting(deployment, aws.url, search_url, seconds, ending), flush=True)
        if options.keep:
            running.pop_all()
        else:
            aws.process.wait()


def _search_node(running: ExitStack) -> OpensearchNode | None:
    """Start a search node for as long as the rest runs, or return None where there is no Java."""
    node = OpensearchNode(emulator.free_port())
    try:
        node.up()
    except OpensearchMissingError:
        return None
    finally:
        running.callback(node.stop)
    return node


def _how_to_stop(aws: emulator.Emulator, node: OpensearchNode | None) -> str:
    commands = [f"kill {aws.process.pid}"]
    if node:
        commands.append(f"python -m local.opensearch_node stop --port {node.port}")
    return "Stop it with: " + "; ".join(commands)


def _greeting(
    deployment: Deployment, aws_url: str, search_url: str | None, seconds: float, ending: str
) -> str:
    key = deployment.first_key(FIRST_TENANT)
    return _GREETING.format(
        seconds=seconds,
        base_url=deployment.base_url,
        api_key=key,
        lines="\n\n".join(lines_to_try(deployment.base_url, key)),
        aws_url=aws_url,
        search=search_url or _NO_SEARCH,
        ending=ending,
    )


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev deploy --target local",
        description="Deploy the CDK app to an AWS emulator on this machine.",
    )
    parser.add_argument("--port", type=int, default=0, help="the emulator's port (default: free)")
    parser.add_argument(
        "--keep", action="store_true", help="leave everything running when this command ends"
    )
    parser.add_argument(
        "--opensearch-url", help="a running search node (default: one is started, given Java)"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except _FAULTS as fault:
        sys.exit(f"deploy: {fault}")
    except KeyboardInterrupt:
        sys.exit(130)
