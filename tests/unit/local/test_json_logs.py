import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from local.json_logs import OWN, JsonLines, log_json_lines
from tests.architecture.source import python_files, text


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


@pytest.fixture
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in OWN}
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, own in levels.items():
        logging.getLogger(name).setLevel(own)


@pytest.mark.usefixtures("_restored")
def test_libraries_keep_what_they_send_to_themselves_at_every_level(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log_json_lines("api", "DEBUG")

    for library in ("botocore.endpoint", "opensearch", "urllib3.connectionpool", "boto3"):
        logging.getLogger(library).info("Making request: zanzibar")
        logging.getLogger(library).debug("Making request: zanzibar")
    logging.getLogger("botocore").warning("credentials are about to end")
    logging.getLogger("worker").debug("stopping")

    told = [json.loads(line)["message"] for line in capsys.readouterr().err.splitlines()]
    assert told == ["credentials are about to end", "stopping"]


def test_every_logger_of_the_stack_is_known() -> None:
    named = {
        name
        for file in python_files("local/")
        for name in re.findall(r'getLogger\("(\w+)"\)', text(file))
    }

    assert named <= set(OWN)
    assert len(named) >= 4
