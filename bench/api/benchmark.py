"""`./dev bench api`: does every answer keep to the API's own description?

Schemathesis makes requests from `/openapi.json`, sound ones and broken ones, and sends them to a
fresh embedded stack. Exits with 1 for a fault (5xx), a status, content type or body that the
description does not have, for a request that breaks it and is accepted, and for one that is
accepted without a credential.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.report import machine, print_facts, print_table
from bench.stack import Stack, fresh_stack
from devtools.python_environment import tool_python

CHECKS = (
    "no_fault_of_ours",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "ignored_auth",
)
SETTINGS = """
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "409", "413", "429"]
"""
PHASES = ("examples,coverage,fuzzing", "fuzzing")
FIRST, MOST = 20, 200
"""Examples a verb and round: of the first round, which covers each field, and at most."""

USER = "alice"
MEMORIES = 40
REPORTED = 6000

Known = dict[str, list[str | None]]
"""Values of fields for which there is something to be found."""


@dataclass
class Fuzzed:
    """What was answered, by path and status, and what schemathesis says of it where it objects."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    objections: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many requests were answered."""
        return self.answers.total()


def main(arguments: Sequence[str]) -> None:
    """Send the requests, print what was answered, and exit with 1 for any objection."""
    parser = argparse.ArgumentParser(prog="./dev bench api", description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000, help="at least")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    print_facts(machine() | {"seed": options.seed})
    started = time.monotonic()
    with fresh_stack() as stack:
        fuzzed = fuzz(stack, options.requests, options.seed)
    seconds = time.monotonic() - started
    print_table(["verb", "requests", "2xx", "4xx", "5xx"], _rows(fuzzed.answers))
    print_facts(
        {
            "requests": fuzzed.requests,
            "a second": f"{fuzzed.requests / seconds:.0f}",
            "rounds objected to": len(fuzzed.objections),
        }
    )
    if fuzzed.objections:
        sys.exit("\n".join(fuzzed.objections[:3]))


def fuzz(stack: Stack, requests: int, seed: int) -> Fuzzed:
    """Send at least so many requests, round after round until one is objected to."""
    fuzzed = Fuzzed()
    known = _remembered(stack)
    with TemporaryDirectory(prefix="mneme-fuzz-") as name:
        folder = Path(name)
        (folder / "schemathesis.toml").write_text(SETTINGS)
        number = 0
        while fuzzed.requests < requests and not fuzzed.objections:
            left = max(1, (requests - fuzzed.requests) // max(1, _verbs(fuzzed)))
            examples = FIRST if number == 0 else min(MOST, left)
            _round(stack, folder, known, fuzzed, number, examples, seed)
            number += 1
    return fuzzed


def _remembered(stack: Stack) -> Known:
    """Let the user of the description's examples have memories; return what names them."""
    call = stack.client.call
    memories = [
        call(
            "add_structured",
            user_id=USER,
            content=f"I know number {number} of the street.",
            skip_evolution=True,
            level="APP" if number % 2 else "GLOBAL",
            app_id="travel",
        )["memory_id"]
        for number in range(MEMORIES)
    ]
    said = {"message_id": "m1", "role": "user", "content": "I love tea."}
    task = call("add", user_id=USER, messages=[said])["task_id"]
    return {"user_id": [USER], "memory_id": memories, "task_id": [task], "cursor": [None]}


def _round(
    stack: Stack,
    folder: Path,
    known: Known,
    fuzzed: Fuzzed,
    number: int,
    examples: int,
    seed: int,
) -> None:
    answers = folder / "answers"
    answers.write_text("")
    done = subprocess.run(
        [
            str(tool_python("api-fuzz").parent / "schemathesis"),
            *("run", f"{stack.base_url}/openapi.json", "--url", stack.base_url),
            *("--header", f"Authorization: Bearer {stack.api_key}"),
            *("--phases", PHASES[min(number, 1)], "--max-examples", str(examples)),
            *("--checks", ",".join(CHECKS), "--seed", str(seed + number)),
            *("--generation-database", "none", "--no-shrink", "--no-color"),
            *("--suppress-health-check", "all", "--warnings", "off"),
        ],
        cwd=folder,
        env=_environment(answers, known),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    for line in answers.read_text().splitlines():
        answer = json.loads(line)
        fuzzed.answers[answer["path"], answer["status"]] += 1
    if done.returncode:
        _, _, said = done.stdout.partition("= FAILURES =")
        fuzzed.objections.append((said or done.stdout + done.stderr)[:REPORTED])


def _environment(answers: Path, known: Known) -> dict[str, str]:
    # The project's own code and tools stay out of the other environment.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {
        "SCHEMATHESIS_HOOKS": "fuzz_checks",
        "PYTHONPATH": str(Path(__file__).parent),
        "FUZZ_ANSWERS": str(answers),
        "FUZZ_KNOWN": json.dumps(known),
    }


def _verbs(fuzzed: Fuzzed) -> int:
    return len({path for path, _ in fuzzed.answers})


def _rows(answers: Counter[tuple[str, int]]) -> list[list[str]]:
    rows = []
    for path in sorted({path for path, _ in answers}):
        statuses = Counter[int]()
        for (of, status), count in answers.items():
            if of == path:
                statuses[status // 100] += count
        shown = [statuses.total(), *(statuses[hundred] for hundred in (2, 4, 5))]
        rows.append([path.removeprefix("/memory/v1/"), *map(str, shown)])
    return rows
