"""A system in a process of its own: the lines of JSON between it and the benchmark."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.peers.child import Child, PeerError, running
from bench.peers.wire import serve
from tests.doubles.word_peer import WordPeer

TEXTS = {"a": "the red bicycle", "b": "a dog called Felix", "c": "the red dog"}


def _answers(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    answers = io.StringIO()
    serve(WordPeer(), iter(json.dumps(one) for one in requests), answers, ["socket.connect"])
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    command = [sys.executable, "tests.doubles.word_peer", str(tmp_path), "first", "second"]
    with running("Words", command, tmp_path, {}) as opened:
        opened.remember("ana", TEXTS)
        yield opened


def test_a_system_says_its_versions_before_anything_is_asked() -> None:
    assert _answers() == [{"versions": {"words": "1.0"}}]


def test_a_recall_is_answered_with_ids_and_the_times_of_the_call() -> None:
    *_, answer = _answers(
        {"op": "remember", "user": "ana", "texts": TEXTS},
        {"op": "recall", "user": "ana", "query": "red dog", "limit": 2},
    )

    assert answer["ids"] == ["c", "a"]
    assert answer["ms"] > 0
    assert answer["cpu_ms"] >= 0


def test_closing_tells_how_often_the_network_was_refused_and_ends() -> None:
    assert _answers({"op": "close"}, {"op": "close"})[1:] == [{"refused": 1}]


def test_an_unknown_operation_is_an_error() -> None:
    with pytest.raises(ValueError, match="op is neither"):
        _answers({"op": "forget"})


def test_a_child_is_opened_with_its_folder_and_arguments(child: Child, tmp_path: Path) -> None:
    assert child.versions == {"words": "1.0"}
    assert (tmp_path / "arguments").read_text() == "first second"


def test_a_child_answers_whatever_its_libraries_print(child: Child, tmp_path: Path) -> None:
    assert child.recall("ana", "red dog", limit=1).ids == ["c"]
    assert child.close() == 0
    assert "a library says something" in (tmp_path / "log").read_text()


def test_a_child_has_no_network_and_its_attempts_are_counted(child: Child) -> None:
    assert child.recall("ana", "look for the network", limit=1).ids == ["a"]
    assert child.close() == 1


def test_a_child_that_ends_instead_of_answering_is_an_error_with_its_log(child: Child) -> None:
    with pytest.raises(PeerError, match=r"Words ended:[\s\S]*the reason"):
        child.recall("ana", "end", limit=1)
