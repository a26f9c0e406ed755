"""What a request costs before any of our own work: HTTP, embedding, a durable write."""

import os
from pathlib import Path

from bench.client import Client
from bench.latency import Latencies
from bench.made_text import question
from mneme.adapters.use_embedder import UseEmbedder
from mneme.domain.tenancy import internal_context


def http_round_trips(client: Client, count: int) -> Latencies:
    """Time the client and the server's HTTP side by requests that do nothing."""
    times = Latencies("client and HTTP (GET /healthz)")
    for _ in range(count):
        with times.measure():
            client.ping()
    return times


def embeddings(count: int) -> Latencies:
    """Time the local embedder on questions, alone in this process."""
    times = Latencies("embedding a query (in process)")
    embedder, tenant = UseEmbedder(), internal_context("bench")
    for number in range(count):
        with times.measure():
            embedder.embed(tenant, [question(number)])
    return times


def durable_writes(folder: Path, count: int) -> Latencies:
    """Time what this disk needs to make 4 KiB durable, as every commit must."""
    times = Latencies("one fsync of 4 KiB on this disk")
    with (folder / "fsync").open("wb", buffering=0) as handle:
        for _ in range(count):
            handle.write(b"\0" * 4096)
            with times.measure():
                os.fsync(handle.fileno())
    return times
