"""`./dev bench peers`: does Mneme find more than other memories do, and in less time?

Tells the same turns to Mneme and to other systems, each in a process and an environment of its own
and all with the same embedder, asks all of them the same questions in turns, and prints how much
of the evidence each has found and how long it took, the query's embedding included.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.latency import LATENCY_HEADER
from bench.peers import verdict
from bench.peers.child import Child, running
from bench.peers.run import LIMIT, PeersRun
from bench.peers.systems import DENSE, MNEME, OVER_HTTP, PEERS, System
from bench.quality import locomo
from bench.quality.evidence import SCORE_HEADER
from bench.quality.locomo import Conversation
from bench.quality.report import score_rows
from bench.quality.telling import MESSAGES_AN_ADD, remember
from bench.raised_limits import TOLD
from bench.report import load, machine, print_facts, print_table
from bench.stack import Stack, fresh_stack
from bench.waiting import await_index

INDEX_SECONDS = 120.0


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench peers", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a LoCoMo JSON file")
    parser.add_argument(
        "--conversation", action="append", help="only this one of the file; may be repeated"
    )
    parser.add_argument(
        "--peer",
        action="append",
        choices=[peer.name for peer in PEERS],
        help="only this one; may be repeated",
    )
    options = parser.parse_args(arguments)
    try:
        conversations = locomo.chosen(options.data, options.conversation)
    except locomo.UnfitDataError as error:
        parser.error(str(error))
    peers = [peer for peer in PEERS if not options.peer or peer.name in options.peer]
    print_facts(machine() | TOLD | _settings(options.data, conversations))
    _compare(conversations, peers)


def _settings(data: Path, conversations: Sequence[Conversation]) -> dict[str, object]:
    return {
        "data": data.name,
        "users": ", ".join(conversation.id for conversation in conversations),
        "turns": sum(len(conversation.turns) for conversation in conversations),
        "told": f"Mneme: messages, at most {MESSAGES_AN_ADD} an add; others: `speaker: text`",
        "asked": f"for {LIMIT} turns of one user, all else default; one caller, systems in turns",
        MNEME.name: "the use case behind `recall`, in a process like the peers",
        OVER_HTTP: "the same request to the embedded stack, until the answer is parsed",
        DENSE.name: "the embedder and a matrix, no store: what a search by vectors finds and costs",
    }


def _compare(conversations: Sequence[Conversation], peers: Sequence[System]) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="mneme-peers-") as folder,
        fresh_stack() as stack,
        _opened([DENSE, *peers], Path(folder)) as others,
        _opened([MNEME], Path(folder), stack.data) as own,
    ):
        run = PeersRun([*own, *others])
        _tell(stack, others, conversations, run)
        print_facts({"load before the questions": load()})
        run.warm_up(stack.client, conversations[0])
        for conversation in conversations:
            run.ask(stack.client, conversation)
        _print(run, [peer.name for peer in peers])


@contextmanager
def _opened(
    systems: Sequence[System], folder: Path, data: Path | None = None
) -> Iterator[list[Child]]:
    """Run systems for the length of the block, each with a folder of its own, or on that data."""
    with ExitStack() as exits:
        children = []
        for system in systems:
            home = folder / system.name.replace(" ", "-")
            home.mkdir()
            child = running(system.name, system.command(data or home), home, system.variables)
            children.append(exits.enter_context(child))
        yield children


def _tell(
    stack: Stack, others: Sequence[Child], conversations: Sequence[Conversation], run: PeersRun
) -> None:
    for conversation in conversations:
        remember(stack.client, conversation, run)
        for child in others:
            child.remember(conversation.id, conversation.texts())
    await_index(stack.client, INDEX_SECONDS)


def _print(run: PeersRun, peers: list[str]) -> None:
    print_table(["category", "system", *SCORE_HEADER], list(score_rows(run)))
    print_table(LATENCY_HEADER, [latencies.row() for latencies in run.recall.values()])
    cpu = ["CPU of the call, ms", *LATENCY_HEADER[1:]]
    print_table(cpu, [latencies.row() for latencies in run.cpu.values()])
    print_table(verdict.HEADER, list(verdict.rows(run, [MNEME.name, OVER_HTTP], peers)))
    facts: dict[str, object] = {
        name: ", ".join(f"{part} {version}" for part, version in child.versions.items())
        for name, child in run.children.items()
    }
    facts["load after"] = load()
    facts["over HTTP"] = f"{run.degraded} degraded, {run.out_of_time} out of time"
    facts["looked for the network, refused"] = ", ".join(
        f"{name} {child.close()}" for name, child in run.children.items()
    )
    print_facts(facts)
