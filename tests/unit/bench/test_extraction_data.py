"""The labelled messages are well formed, agree with themselves and fall into like halves."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import bench

FOLDER = Path(bench.__file__).parent / "data" / "extraction"
CATEGORIES = {
    "preferences",
    "personal",
    "plans",
    "activities",
    "health",
    "professional",
    "other",
}
SLOTS = {"name", "home_city", "employer", "job", "diet", "allergy", "partner"}
MESSAGE = {"id", "language", "kind", "role", "name", "time", "content", "facts"}
FACT = {"text", "must_contain", "category", "fact_key", "valid_from", "one_off"}

Row = dict[str, Any]


def _rows(half: str) -> list[Row]:
    text = (FOLDER / f"{half}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.removesuffix("\n").split("\n")]


SEEN, UNSEEN = _rows("seen"), _rows("unseen")
ROWS = SEEN + UNSEEN


def _facts() -> Iterator[tuple[str, Row]]:
    return ((row["id"], fact) for row in ROWS for fact in row["facts"])


def _kept(row: Row) -> list[Row]:
    return [fact for fact in row["facts"] if not fact["one_off"]]


def _days(valid_from: str | dict[str, str] | None) -> list[date]:
    if isinstance(valid_from, dict):
        return [date.fromisoformat(valid_from[end]) for end in ("earliest", "latest")]
    return [date.fromisoformat(valid_from)] if valid_from else []


def _make_up(rows: list[Row]) -> Counter[tuple[str, str, bool]]:
    return Counter((row["language"], row["kind"], bool(_kept(row))) for row in rows)


def test_there_are_enough_messages_with_facts_and_without() -> None:
    holding = [row for row in ROWS if _kept(row)]

    assert len(holding) >= 140
    assert sum(len(_kept(row)) for row in holding) >= 190
    assert sum(not row["facts"] for row in ROWS) >= 100


def test_no_message_is_there_twice() -> None:
    ids = Counter(row["id"] for row in ROWS)
    contents = Counter(row["content"] for row in ROWS)

    assert [key for key, n in (ids + contents).items() if n > 1] == []


def test_every_line_has_the_fields_the_readme_tells_of() -> None:
    assert [row["id"] for row in ROWS if set(row) != MESSAGE] == []
    assert [row_id for row_id, fact in _facts() if set(fact) != FACT] == []


def test_every_label_is_one_of_the_known_ones() -> None:
    slots = {fact["fact_key"] for _, fact in _facts() if fact["fact_key"]}

    assert {fact["category"] for _, fact in _facts()} == CATEGORIES
    assert {slot for slot in slots if not re.fullmatch(r"preferred_[a-z_]+", slot)} == SLOTS
    assert {row["language"] for row in ROWS} == {"en", "zh"}
    assert {row["role"] for row in ROWS} == {"user", "assistant"}


def test_every_reference_wording_contains_what_it_must() -> None:
    lacking = [
        (row_id, alternatives)
        for row_id, fact in _facts()
        for alternatives in fact["must_contain"]
        if not any(word.lower() in fact["text"].lower() for word in alternatives)
    ]

    assert lacking == []


def test_no_label_can_be_met_by_any_text_whatever() -> None:
    loose = [
        row_id
        for row_id, fact in _facts()
        if not fact["must_contain"] or not all(all(words) for words in fact["must_contain"])
    ]

    assert loose == []


def test_every_message_has_an_instant_with_an_offset() -> None:
    naive = [row["id"] for row in ROWS if not datetime.fromisoformat(row["time"]).tzinfo]

    assert naive == []


def test_every_range_of_days_runs_forwards() -> None:
    days = [(row_id, _days(fact["valid_from"])) for row_id, fact in _facts()]

    assert [row_id for row_id, ends in days if ends != sorted(ends)] == []


def test_both_halves_have_the_same_make_up() -> None:
    assert _make_up(SEEN) == _make_up(UNSEEN)


def test_both_halves_hold_about_as_many_facts() -> None:
    seen, unseen = (sum(len(_kept(row)) for row in half) for half in (SEEN, UNSEEN))

    assert abs(seen - unseen) <= 0.1 * max(seen, unseen)


def test_each_half_is_small_enough_to_read() -> None:
    sizes = {name: (FOLDER / name).stat().st_size for name in ("seen.jsonl", "unseen.jsonl")}

    assert {name: size for name, size in sizes.items() if size >= 300_000} == {}
