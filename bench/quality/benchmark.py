"""`./dev bench quality`: does recall find the turns that answer a question?

Sends conversations through the HTTP API at default settings, asks their questions, and prints how
much of the evidence is among the sources of what was recalled, beside plain BM25 and plain dense
retrieval over the same turns in the same run. `--chinese` does the same with notes of our own.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.client import Client
from bench.quality import chinese, locomo
from bench.quality.asking import Baseline, ask
from bench.quality.candidates import CandidateStage
from bench.quality.evidence import RANKS, source_ranking
from bench.quality.locomo import Conversation
from bench.quality.plain_bm25 import PlainBm25
from bench.quality.plain_dense import PlainDense
from bench.quality.report import print_results
from bench.quality.run import QualityRun
from bench.quality.telling import MESSAGES_AN_ADD, remember
from bench.raised_limits import TOLD
from bench.report import machine, print_facts
from bench.stack import fresh_stack
from bench.waiting import await_index

INDEX_SECONDS = 60.0
REQUESTS: dict[str, dict[str, Any]] = {
    "facts": {},
    "turns": {"include_turns": True, "filter": {"kind": ["TURN"]}},
    "both": {"include_turns": True},
}
BASELINES = ("plain BM25", "plain dense")


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench quality", description=__doc__)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--data", type=Path, help="a LoCoMo JSON file")
    which.add_argument("--chinese", action="store_true", help="the Chinese set of this repository")
    parser.add_argument(
        "--conversation", action="append", help="only this one of the file; may be repeated"
    )
    options = parser.parse_args(arguments)
    if options.chinese:
        _chinese()
        return
    try:
        conversations = locomo.chosen(options.data, options.conversation)
    except locomo.UnfitDataError as error:
        parser.error(str(error))
    _locomo(options.data, conversations)


def _chinese() -> None:
    notes = chinese.load()
    asked_by_default = {"recall": "everything default; each note is one memory (add_structured)"}
    settings = {"data": chinese.PATH.name, "memories": len(notes.texts), **_STACK}
    print_facts(machine() | TOLD | settings | asked_by_default | _BASELINES)
    run = QualityRun([chinese.METHOD], BASELINES)
    with fresh_stack() as stack:
        chinese.measure(stack.client, notes, run, INDEX_SECONDS)
    print_results(run)


def _locomo(data: Path, conversations: Sequence[Conversation]) -> None:
    print_facts(machine() | TOLD | _settings(data, conversations))
    run = QualityRun(list(REQUESTS), BASELINES)
    with fresh_stack() as stack:
        stage = CandidateStage(stack.data)
        for conversation in conversations:
            remember(stack.client, conversation, run)
            await_index(stack.client, INDEX_SECONDS)
            _ask(stack.client, conversation, run, stage)
            _look_for_evidence(stack.client, conversation, run)
    print_results(run)


_STACK = {"stack": "embedded, fresh, default tenant, one caller over HTTP"}
_BASELINES = {
    "plain BM25": "lower-cased words, k1 1.2, b 0.75",
    "plain dense": "cosine of the local embedder over the raw text",
}


def _settings(data: Path, conversations: Sequence[Conversation]) -> dict[str, object]:
    return {
        "data": data.name,
        "conversations": ", ".join(conversation.id for conversation in conversations),
        "turns": sum(len(conversation.turns) for conversation in conversations),
        **_STACK,
        "add": f"a session's messages in order, at most {MESSAGES_AN_ADD} a request",
        "recall": "top_k and min_relevance default; "
        "facts: as is; turns: kind TURN only; both: include_turns",
        **{name: f"over `speaker: text` of each turn, {how}" for name, how in _BASELINES.items()},
    }


def _ask(
    client: Client, conversation: Conversation, run: QualityRun, stage: CandidateStage
) -> None:
    texts = conversation.texts()
    bm25 = PlainBm25(texts)
    baselines: dict[str, Baseline] = dict(zip(BASELINES, (bm25, PlainDense(texts)), strict=True))
    for question in conversation.questions:
        run.questions.append(question)
        for name, baseline in baselines.items():
            run.rankings[name].append(baseline.rank(question.text, max(RANKS)))
        for method, narrowing in REQUESTS.items():
            request = {"user_id": conversation.id, "query": question.text, **narrowing}
            ranking, relevance = ask(client, run, method, request, source_ranking)
            run.rankings[method].append(ranking)
            run.first[method].append(relevance)
    for never_said in conversation.never_said:
        for method, narrowing in REQUESTS.items():
            request = {"user_id": conversation.id, "query": never_said, **narrowing}
            _, relevance = ask(client, run, method, request, source_ranking)
            run.first_of_never_said[method].append(relevance)
    stage.measure(conversation, bm25, run.stage)


def _look_for_evidence(client: Client, conversation: Conversation, run: QualityRun) -> None:
    # A list tells no more of a turn than its words: each is asked for in its own.
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
