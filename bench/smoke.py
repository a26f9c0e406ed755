"""`./dev bench smoke`: how fast are add and recall for one caller, and where does the time go?

Runs on a fresh embedded stack, with one user who has 2,000 memories.
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.client import Client
from bench.cpu import a_request, cpu_used
from bench.latency import LATENCY_HEADER, Latencies
from bench.made_text import UNRELATED, paragraph, question, statement
from bench.overheads import durable_writes, embeddings, http_round_trips
from bench.quality.evidence import source_ranking
from bench.raised_limits import TOLD
from bench.report import machine, print_facts, print_table
from bench.stack import Stack, fresh_stack
from bench.waiting import await_index, await_tasks, until

USER = "smoke"
MESSAGES_AN_ADD = 4
MESSAGE_BYTES = 512
WARM_UP = 20
INDEX_SECONDS = 120.0
TASK_SECONDS = 900.0
LAG_SECONDS = 30.0


@dataclass
class Results:
    """What was measured on the stack."""

    times: dict[str, Latencies] = field(default_factory=dict)
    http: Latencies = field(default_factory=lambda: Latencies("healthz"))
    facts: dict[str, str] = field(default_factory=dict)


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench smoke", description=__doc__)
    parser.add_argument("--memories", type=int, default=2000, help="of the one user")
    parser.add_argument("--requests", type=int, default=300, help="of each kind that is timed")
    options = parser.parse_args(arguments)
    print_facts(machine() | TOLD | _settings(options.memories))
    with fresh_stack() as stack:
        results = _measure(stack, options.memories, options.requests)
    with tempfile.TemporaryDirectory() as folder:
        disk = durable_writes(Path(folder), options.requests)
    embed = embeddings(options.requests)
    times = results.times
    print_table(LATENCY_HEADER, [measured.row() for measured in times.values()])
    print_table(LATENCY_HEADER, [measured.row() for measured in (results.http, embed, disk)])
    print_facts(
        {
            "recall, own p50": _rest(times["recall"], results.http, embed),
            "add, own p50": _rest(times["add"], results.http),
            **results.facts,
        }
    )


def _measure(stack: Stack, memories: int, requests: int) -> Results:
    client, results = stack.client, Results()
    results.times["add_structured"] = _fill(client, memories)
    await_index(client, INDEX_SECONDS)
    for number in range(WARM_UP):
        client.call("recall", user_id=USER, query=question(requests + number))
    started = cpu_used(stack.supervisor)
    results.times["recall"], hits = _recall(client, requests)
    recalled = cpu_used(stack.supervisor)
    results.http = http_round_trips(client, requests)
    pinged = cpu_used(stack.supervisor)
    results.times["add"], states = _add(client, requests)
    added = cpu_used(stack.supervisor)
    results.times["lag"] = _lag(client)
    results.facts = {
        "CPU a recall": a_request(started, recalled, requests),
        "CPU an add": a_request(pinged, added, requests) + " (its task polled, its facts written)",
        "recalls with a hit": f"{hits} of {requests}",
        "tasks of the adds": ", ".join(f"{count} {state}" for state, count in states.items()),
    }
    return results


def _settings(memories: int) -> dict[str, object]:
    return {
        "stack": "embedded, fresh, default tenant, one caller over HTTP, every commit durable",
        "memories": f"{memories} of one user, written one by one (add_structured, skip_evolution)",
        "recall": "varied questions, top_k 10, everything else default, before the adds",
        "add": f"{MESSAGES_AN_ADD} messages of {MESSAGE_BYTES} bytes, the workers busy with"
        " those before",
        "lag": "add until its message is a source of a recalled memory, stack idle before",
    }


def _fill(client: Client, memories: int) -> Latencies:
    times = Latencies("add_structured, written")
    for number in range(memories):
        with times.measure():
            client.call(
                "add_structured", user_id=USER, content=statement(number), skip_evolution=True
            )
    return times


def _recall(client: Client, requests: int) -> tuple[Latencies, int]:
    times, hits = Latencies("recall"), 0
    for number in range(requests):
        with times.measure():
            answer = client.call("recall", user_id=USER, query=question(number))
        hits += bool(answer["hit"])
    return times, hits


def _add(client: Client, requests: int) -> tuple[Latencies, Counter[str]]:
    times, tasks = Latencies("add, until accepted"), []
    for number in range(requests):
        messages = [
            {
                "message_id": f"m{number}-{place}",
                "role": "user",
                "content": paragraph(number * MESSAGES_AN_ADD + place, MESSAGE_BYTES),
            }
            for place in range(MESSAGES_AN_ADD)
        ]
        with times.measure():
            answer = client.call(
                "add", user_id=USER, session_id=f"s{number // 10}", messages=messages
            )
        tasks.append(answer["task_id"])
    return times, await_tasks(client, USER, tasks, TASK_SECONDS)


def _lag(client: Client) -> Latencies:
    times = Latencies("add until recallable")
    # Among thousands of statements of one pattern, weight would decide which ten are recalled.
    for number, said in enumerate(UNRELATED):
        message = {"message_id": f"lag{number}", "role": "user", "content": said}
        recalled = partial(_recalled, client, said, message["message_id"])
        with times.measure():
            client.call("add", user_id=USER, messages=[message])
            until(recalled, time.monotonic() + LAG_SECONDS, f"recalling `{said}`")
    return times


def _recalled(client: Client, said: str, message_id: str) -> bool:
    answer = client.call("recall", user_id=USER, query=said)
    return message_id in source_ranking(answer["memories"])


def _rest(whole: Latencies, *parts: Latencies) -> str:
    known = sum(part.median for part in parts)
    names = "".join(f" - {part.median:.1f}" for part in parts)
    return f"{whole.median - known:.1f} ms = {whole.median:.1f}{names}"
