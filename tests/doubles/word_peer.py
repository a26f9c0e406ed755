"""A memory for `bench.peers.wire`: finds texts by shared words, and behaves badly when told to."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path


class WordPeer:
    """Prints, looks for the network or ends, where a query says so."""

    def __init__(self) -> None:
        self.users: dict[str, Mapping[str, str]] = {}

    def versions(self) -> Mapping[str, str]:
        return {"words": "1.0"}

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        self.users[user] = texts

    def recall(self, user: str, query: str, limit: int) -> list[str]:
        print("a library says something")
        if query == "look for the network":
            _look_for_the_network()
        if query == "end":
            raise SystemExit("the reason")
        asked = set(query.split())
        found = {name: len(asked & set(text.split())) for name, text in self.users[user].items()}
        return sorted((name for name in found if found[name]), key=lambda name: -found[name])[
            :limit
        ]

    def named(self, answer: list[str]) -> list[str]:
        return answer


def _look_for_the_network() -> None:
    try:
        socket.create_connection(("192.0.2.1", 9), timeout=0.1)
    except ConnectionRefusedError:
        print("refused", os.getpid())


def open_peer(folder: Path, *arguments: str) -> WordPeer:
    """Open an empty memory."""
    (folder / "arguments").write_text(" ".join(arguments))
    return WordPeer()
