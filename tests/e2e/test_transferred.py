"""A user of a deployed stage is taken out by a link, and brought in to another tenant."""

import json
from typing import Any

import httpx
import pytest

from tests.e2e.caller import Caller, eventually

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

USER = "yara"


def _done(caller: Caller, job_id: str) -> dict[str, Any]:
    asked = {"user_id": USER, "job_id": job_id}
    assert eventually(lambda: caller.data("job", **asked)["state"] != "RUNNING")
    shown = caller.data("job", **asked)
    assert (shown["state"], shown["progress"]["failed"]) == ("DONE", 0)
    return shown


def test_what_one_tenant_takes_out_another_one_brings_in(first: Caller, second: Caller) -> None:
    for content in ("I keep bees.", "我住在深圳。"):
        first.data("add_structured", user_id=USER, content=content, skip_evolution=True)

    shown = _done(first, first.data("user/export", user_id=USER)["job_id"])

    link = shown["download"]["url"]
    fetched = httpx.get(link, timeout=60).raise_for_status()
    assert (
        fetched.headers["content-disposition"] == f'attachment; filename="{shown["job_id"]}.jsonl"'
    )
    header, *lines, footer = map(json.loads, fetched.text.splitlines())
    assert (footer["memories"], len(lines)) == (2, 2)
    file = {"user_id": USER, "header": header, "lines": lines}
    for written in (2, 0):
        brought = _done(second, second.data("user/import", **file)["job_id"])
        assert brought["progress"]["changed"] == written
    assert eventually(lambda: second.recalled("bees", user_id=USER) == ["I keep bees."])

    _done(first, first.data("user/purge", user_id=USER)["job_id"])
    assert httpx.get(link, timeout=60).status_code == httpx.codes.NOT_FOUND
    assert second.data("user/list", user_id=USER)["memories"] != []
