"""`./dev bench quality`: does recall find the turns that answer a question?

Sends conversations through the HTTP API at default settings, asks their questions, and prints how
much of the evidence is among the sources of what was recalled, beside plain BM25 over the same
turns in the same run.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench import locomo
from bench.client import ApiError, Client
from bench.evidence import RANKS, source_ranking
from bench.locomo import Conversation, Turn
from bench.plain_bm25 import PlainBm25
from bench.quality_report import QualityRun, print_results
from bench.report import machine, print_facts
from bench.stack import fresh_stack
from bench.waiting import await_index, await_tasks

MESSAGES_AN_ADD = 20
TASK_SECONDS = 900.0
INDEX_SECONDS = 60.0
OUT_OF_TIME = 50401
REQUESTS: dict[str, dict[str, Any]] = {
    "facts": {},
    "turns": {"include_turns": True, "filter": {"kind": ["TURN"]}},
    "both": {"include_turns": True},
}
BASELINE = "plain BM25"


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench quality", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a LoCoMo JSON file")
    parser.add_argument("--conversations", type=int, default=1, help="how many, from the first")
    options = parser.parse_args(arguments)
    try:
        conversations = locomo.load(options.data, options.conversations)
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"{options.data} is no LoCoMo file ({type(error).__name__})")
    if not conversations:
        parser.error(f"{options.data} holds no conversation")
    print_facts(machine() | _settings(options.data, conversations))
    run = QualityRun((*REQUESTS, BASELINE))
    with fresh_stack() as stack:
        for conversation in conversations:
            _remember(stack.client, conversation, run)
            await_index(stack.client, INDEX_SECONDS)
            _ask(stack.client, conversation, run)
            _look_for_evidence(stack.client, conversation, run)
    print_results(run)


def _settings(data: Path, conversations: Sequence[Conversation]) -> dict[str, object]:
    return {
        "data": data.name,
        "conversations": ", ".join(conversation.id for conversation in conversations),
        "turns": sum(len(conversation.turns) for conversation in conversations),
        "stack": "embedded, fresh, default tenant, one caller over HTTP",
        "add": f"a session's messages in order, at most {MESSAGES_AN_ADD} a request",
        "recall": "top_k and min_relevance default; "
        "facts: as is; turns: kind TURN only; both: include_turns",
        "plain BM25": "over `speaker: text` of each turn, lower-cased words, k1 1.2, b 0.75",
    }


def _remember(client: Client, conversation: Conversation, run: QualityRun) -> None:
    tasks = []
    for turns in _portions(conversation):
        with run.add.measure():
            answer = client.call(
                "add",
                user_id=conversation.id,
                session_id=turns[0].session,
                idempotency_key=f"from {turns[0].id}",
                messages=[_message(turn) for turn in turns],
            )
        tasks.append(answer["task_id"])
    run.tasks += await_tasks(client, conversation.id, tasks, TASK_SECONDS)


def _portions(conversation: Conversation) -> Iterator[Sequence[Turn]]:
    for session in conversation.sessions():
        for start in range(0, len(session), MESSAGES_AN_ADD):
            yield session[start : start + MESSAGES_AN_ADD]


def _message(turn: Turn) -> dict[str, str]:
    # Both speakers are people, so neither is the assistant.
    return {
        "message_id": turn.id,
        "role": "user",
        "name": turn.speaker,
        "content": turn.text,
        "time": turn.time.isoformat(),
    }


def _ask(client: Client, conversation: Conversation, run: QualityRun) -> None:
    baseline = PlainBm25({turn.id: f"{turn.speaker}: {turn.text}" for turn in conversation.turns})
    for question in conversation.questions:
        run.questions.append(question)
        run.rankings[BASELINE].append(baseline.rank(question.text, max(RANKS)))
        for method, narrowing in REQUESTS.items():
            request = {"user_id": conversation.id, "query": question.text, **narrowing}
            run.rankings[method].append(_recall(client, method, request, run))


def _recall(client: Client, method: str, request: dict[str, Any], run: QualityRun) -> list[str]:
    try:
        with run.recall[method].measure():
            answer = client.call("recall", **request)
    except ApiError as refusal:
        if refusal.code != OUT_OF_TIME:
            raise
        run.out_of_time += 1
        return []
    run.degraded += bool(answer["degraded"])
    return source_ranking(answer["memories"])


def _look_for_evidence(client: Client, conversation: Conversation, run: QualityRun) -> None:
    # There is no verb that lists a user's memories, so each turn is asked for in its own words.
    for turn in conversation.evidence:
        answer = client.call(
            "recall",
            user_id=conversation.id,
            query=turn.text,
            top_k=50,
            min_relevance=0.0,
            timeout_ms=2000,
        )
        run.evidence += 1
        run.evidence_in_facts += turn.id in source_ranking(answer["memories"])
