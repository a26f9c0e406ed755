"""Reading LoCoMo: turns with their times, questions with usable evidence."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bench.quality.locomo import UnfitDataError, chosen, conversation, repaired


def _turn(turn_id: str, text: str = "hello", speaker: str = "Ana") -> dict[str, str]:
    return {"dia_id": turn_id, "speaker": speaker, "text": text}


def _question(category: int, *evidence: str) -> dict[str, Any]:
    return {"question": "Who?", "category": category, "evidence": list(evidence)}


def _sample(*questions: dict[str, Any]) -> dict[str, Any]:
    return {
        "sample_id": "conv-1",
        "conversation": {
            "session_10": [_turn("D10:1")],
            "session_10_date_time": "12:05 am on 1 March, 2024",
            "session_2": [_turn("D2:1"), _turn("D2:2", "bye", "Ben")],
            "session_2_date_time": "1:56 pm on 8 May, 2023",
        },
        "qa": list(questions),
    }


def test_sessions_come_in_the_order_of_their_numbers() -> None:
    found = conversation(_sample())

    assert [[turn.id for turn in turns] for turns in found.sessions()] == [
        ["D2:1", "D2:2"],
        ["D10:1"],
    ]


def test_each_turn_is_a_minute_after_the_one_before() -> None:
    times = [turn.time for turn in conversation(_sample()).turns]

    assert times == [
        datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        datetime(2023, 5, 8, 13, 57, tzinfo=UTC),
        datetime(2024, 3, 1, 0, 5, tzinfo=UTC),
    ]


def test_a_question_about_what_was_never_said_has_no_evidence_to_find() -> None:
    found = conversation(_sample(_question(5, "D2:1"), _question(2, "D2:1")))

    assert [question.category for question in found.questions] == ["temporal"]
    assert found.never_said == ("Who?",)


def test_a_question_whose_evidence_does_not_exist_is_left_out() -> None:
    assert conversation(_sample(_question(1, "D"), _question(1, "D99:1"))).questions == ()


def test_malformed_evidence_is_read_for_the_turns_it_means() -> None:
    known = {"D8:6", "D9:17", "D11:26", "D30:5"}

    found = repaired(["D8:6; D9:17", "D:11:26", "D30:05", "D8:6", "D"], known)

    assert found == ("D8:6", "D9:17", "D11:26", "D30:5")


def test_evidence_turns_are_listed_once_and_in_order() -> None:
    found = conversation(_sample(_question(1, "D10:1", "D2:2"), _question(4, "D2:2")))

    assert [turn.id for turn in found.evidence] == ["D2:2", "D10:1"]


def test_all_conversations_are_taken_unless_some_are_named(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(json.dumps([_sample(), {**_sample(), "sample_id": "conv-2"}]))

    assert [one.id for one in chosen(path, None)] == ["conv-1", "conv-2"]
    assert [one.id for one in chosen(path, ["conv-2"])] == ["conv-2"]


@pytest.mark.parametrize("content", ["", "{}", "[]"])
def test_a_file_without_a_wanted_conversation_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(content)

    with pytest.raises(UnfitDataError, match=r"data\.json"):
        chosen(path, ["conv-1"])


def test_a_plain_text_of_a_turn_begins_with_its_speaker() -> None:
    assert conversation(_sample()).texts()["D2:2"] == "Ben: bye"
