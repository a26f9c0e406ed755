"""The Chinese set: a year of one person's notes, asked about in Chinese and in English.

It was written before the ranking was, and is not to be tuned for.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.client import Client
from bench.quality.asking import Baseline, ask
from bench.quality.evidence import RANKS
from bench.quality.locomo import Question
from bench.quality.plain_bm25 import PlainBm25
from bench.quality.plain_dense import PlainDense
from bench.quality.run import QualityRun
from bench.waiting import await_index

PATH = Path(__file__).parent.parent / "data" / "chinese_recall.jsonl"
USER = "chinese"
METHOD = "recall"
LANGUAGES = {"zh": "asked in Chinese", "en": "asked in English"}


@dataclass(frozen=True)
class Notes:
    """What was noted, by id, with its date, and what is asked about it."""

    texts: Mapping[str, str]
    dates: Mapping[str, str]
    questions: tuple[Question, ...]


def load(path: Path = PATH) -> Notes:
    """Return the set."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    memories = [row for row in rows if row["kind"] == "memory"]
    return Notes(
        texts={row["id"]: row["text"] for row in memories},
        dates={row["id"]: row["date"] for row in memories},
        questions=tuple(
            Question(row["text"], LANGUAGES[row["language"]], tuple(row["evidence"]))
            for row in rows
            if row["kind"] == "question"
        ),
    )


def measure(client: Client, notes: Notes, run: QualityRun, index_seconds: float) -> None:
    """Write each note as one memory, and ask every question at default settings."""
    names = {_write(client, notes, name): name for name in notes.texts}
    await_index(client, index_seconds)

    def named(memories: Iterable[Mapping[str, Any]]) -> list[str]:
        return [names[memory["memory_id"]] for memory in memories]

    baselines: dict[str, Baseline] = {
        "plain BM25": PlainBm25(notes.texts),
        "plain dense": PlainDense(notes.texts),
    }
    for question in notes.questions:
        run.questions.append(question)
        for name, baseline in baselines.items():
            run.rankings[name].append(baseline.rank(question.text, max(RANKS)))
        request = {"user_id": USER, "query": question.text}
        ranking, relevance = ask(client, run, METHOD, request, named)
        run.rankings[METHOD].append(ranking)
        run.first[METHOD].append(relevance)


def _write(client: Client, notes: Notes, name: str) -> str:
    answer = client.call(
        "add_structured",
        user_id=USER,
        content=notes.texts[name],
        valid_at=f"{notes.dates[name]}T12:00:00+08:00",
        skip_evolution=True,
    )
    return str(answer["memory_id"])
