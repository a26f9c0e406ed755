"""The table of alarms in `docs/operations.md` is that of the data modules."""

import re
from dataclasses import replace

from infra.alarm import Alarm
from infra.alarms import alarms
from infra.rollback_alarms import rollback_alarms
from infra.settings import STAGES
from tests.architecture.source import text

EVERYTHING = replace(STAGES["prod"], bedrock_model="amazon.nova-lite-v1:0")


def _section() -> str:
    return text("docs/operations.md").split("## Alarms")[1].split("\n## ")[0]


def _told() -> list[str]:
    cells = [row.split("|")[1] for row in _section().splitlines() if row.startswith("| `")]
    return [name for cell in cells for name in re.findall(r"`([a-z-]+(?:-…)?)`", cell)]


def test_every_alarm_has_a_row_and_every_row_is_of_an_alarm() -> None:
    every = (*alarms(EVERYTHING), *rollback_alarms())
    rows = {f"{one.kind}-…" if one.of else one.kind for one in every}

    told = _told()
    assert len(told) == len(set(told))
    assert set(told) == rows


def test_the_document_says_about_how_many_there_are_and_what_they_cost() -> None:
    every = (*alarms(STAGES["prod"]), *rollback_alarms())
    metrics = sum(len(one.metrics) for one in every if isinstance(one, Alarm))
    combined = sum(not isinstance(one, Alarm) for one in every)

    said = re.search(r"some (\d+) alarms", _section())
    cost = re.search(r"about (\d+) for a\s+stage", _section())
    assert said is not None
    assert cost is not None
    assert abs(int(said[1]) - len(every)) <= len(every) / 8
    assert abs(int(cost[1]) - (metrics * 0.1 + combined * 0.5)) <= 3
