"""Asks every system every question, in turns, and keeps what each found and how long it took."""

from bench.client import Client
from bench.latency import Latencies
from bench.peers.child import Child
from bench.peers.systems import OVER_HTTP
from bench.quality.asking import ask
from bench.quality.evidence import source_ranking
from bench.quality.locomo import Conversation
from bench.quality.run import QualityRun

LIMIT = 10
TURNS = {"include_turns": True, "filter": {"kind": ["TURN"]}, "top_k": LIMIT}
WARM_UP = ("What was said?", "Who was there, and when?", "Why did they meet?")


class PeersRun(QualityRun):
    """Rankings and times of each system; of children also the CPU time of their own call."""

    def __init__(self, children: list[Child]) -> None:
        self.children = {child.name: child for child in children}
        first, *others = self.children
        super().__init__([first, OVER_HTTP, *others], ())
        self.recall = {name: Latencies(name) for name in self.recall}
        self.cpu = {name: Latencies(name) for name in self.children}

    def warm_up(self, client: Client, conversation: Conversation) -> None:
        """Have every system load what a first recall waits for; nothing is kept of it."""
        for query in WARM_UP:
            for child in self.children.values():
                child.recall(conversation.id, query, LIMIT)
            client.call("recall", user_id=conversation.id, query=query, timeout_ms=2000, **TURNS)

    def ask(self, client: Client, conversation: Conversation) -> None:
        """Ask the questions one by one, each of all systems before the next.

        The system that is asked first is another for each question, so that none always follows
        the same one, and all meet the same load.
        """
        names = list(self.rankings)
        for question in conversation.questions:
            first = len(self.questions) % len(names)
            for name in (*names[first:], *names[:first]):
                ranking = self._rank(client, name, conversation.id, question.text)
                self.rankings[name].append(ranking)
            self.questions.append(question)

    def _rank(self, client: Client, name: str, user: str, query: str) -> list[str]:
        if name == OVER_HTTP:
            request = {"user_id": user, "query": query, **TURNS}
            return ask(client, self, name, request, source_ranking)[0]
        answer = self.children[name].recall(user, query, LIMIT)
        self.recall[name].values.append(answer.ms)
        self.cpu[name].values.append(answer.cpu_ms)
        return list(dict.fromkeys(answer.ids))[:LIMIT]
