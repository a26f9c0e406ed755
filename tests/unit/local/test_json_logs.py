import json
import logging
from typing import Any

from local.json_logs import JsonLines


def _line(**record: Any) -> dict[str, Any]:
    made = logging.LogRecord(
        name="worker",
        level=logging.ERROR,
        pathname="worker.py",
        lineno=7,
        msg="%s failed",
        args=("indexer",),
        exc_info=record.get("exc_info"),
    )
    read: dict[str, Any] = json.loads(JsonLines("mneme").format(made))
    return read


def test_a_record_is_one_json_object() -> None:
    line = _line()

    assert (line["level"], line["message"], line["service"]) == ("ERROR", "indexer failed", "mneme")
    assert line["location"] == "worker:7"
    assert "exception" not in line


def test_an_exception_is_told_by_kind_and_place_but_not_by_its_words() -> None:
    try:
        int("secret words")
    except ValueError as error:
        line = _line(exc_info=(ValueError, error, error.__traceback__))

    assert line["exception_name"] == "ValueError"
    assert "test_json_logs.py" in line["exception"]
    assert "invalid literal" not in json.dumps(line)
