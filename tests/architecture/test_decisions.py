"""Decisions are found by their numbers: each has its own, the same in its name and its heading."""

import re
from pathlib import PurePath

from tests.architecture.source import committed_files, text

DECISION = re.compile(r"docs/decisions/(?P<number>\d{4})-[a-z0-9-]+\.md")


def test_no_number_is_given_twice() -> None:
    numbers = [int(PurePath(name).name[:4]) for name in committed_files() if DECISION.match(name)]

    assert numbers
    assert len(numbers) == len(set(numbers))


def test_a_decision_has_its_number_in_its_heading() -> None:
    headed = {
        name: text(name).startswith(f"# {int(found['number'])}. ")
        for name in committed_files()
        if (found := DECISION.fullmatch(name))
    }

    assert headed
    assert all(headed.values()), headed
