"""`./dev bench soak`: is anything lost or doubled while processes die and messages repeat?

Sends facts known beforehand to a fresh embedded stack whose worker and API processes are killed at
random, delivers queue messages again, and in the end looks at every row. Exits with 1 if anything
is not as it must be.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.callers import all_at_once
from bench.in_process import InProcess
from bench.raised_limits import TOLD
from bench.report import load, machine, print_facts, print_table
from bench.soak.findings import Findings, examine
from bench.soak.plan import Plan, make_plan
from bench.soak.telling import Accepted, tell
from bench.soak.trouble import TENANT, Killer, Repeater, Trouble
from bench.stack import Stack, running_stack
from bench.waiting import TooLateError, until
from infra.queues import QUEUES
from mneme.application.repositories.row_keys import HEADS

CALLERS = 4
API_PROCESSES = 2
QUIET_SECONDS = 1200.0
LOOK_SECONDS = 0.2
LONGEST_PEACE_SECONDS = 10.0


@dataclass(frozen=True)
class Soaked:
    """What a soak did, and what was found afterwards."""

    facts: dict[str, object]
    findings: Findings


def main(arguments: Sequence[str]) -> None:
    """Run the soak, print its tables, and exit with 1 for any violation."""
    parser = argparse.ArgumentParser(prog="./dev bench soak", description=__doc__)
    parser.add_argument("--adds", type=int, default=2000)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--kills", type=int, default=20, help="processes to kill")
    parser.add_argument("--repeats", type=int, default=500, help="messages to deliver again")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    print_facts(machine() | TOLD | {"seed": options.seed})
    plan = make_plan(options.adds, options.users, options.seed)
    soaked = soak(plan, options.kills, options.repeats, options.seed)
    print_facts(soaked.facts)
    print_table(["what must hold", "looked at", "violations"], soaked.findings.rows())
    if soaked.findings.violations:
        sys.exit("\n".join(soaked.findings.violations[:20]))


def soak(
    plan: Plan,
    kills: int,
    repeats: int,
    seed: int,
    *,
    peace: float = LONGEST_PEACE_SECONDS,
    processes: int = API_PROCESSES,
) -> Soaked:
    """Carry out a plan amid trouble and return what is found when all is quiet again.

    `peace` is the longest time between two kills, in seconds; `processes` serve the API. Raises
    TooLateError if it never becomes quiet.
    """
    accepted, started = Accepted(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder:
        with running_stack(Path(folder), processes) as stack:
            mneme = InProcess(stack.data)
            killer = Killer(stack, seed)
            repeater = Repeater(mneme, accepted, seed)
            trouble = [
                Trouble(killer, kills, peace, seed),
                Trouble(repeater, repeats, peace / 20, seed),
            ]
            for one in trouble:
                one.start()
            try:
                all_at_once(partial(_tell, stack, plan, accepted, seed), range(CALLERS))
                told = time.monotonic() - started
                _await_ends(mneme, accepted, started + QUIET_SECONDS)
                for one in trouble:
                    one.stop()
                _await_quiet(mneme, started + QUIET_SECONDS)
            except TooLateError as late:
                raise TooLateError(f"{late}; {_unfinished(mneme, accepted)}") from late
        findings = examine(mneme, plan, accepted)
    return Soaked(
        {
            "told": f"{len(plan.tellings)} adds of {len(plan.expected)} users by {CALLERS} callers"
            f" in {told:.0f} s, all over after {time.monotonic() - started:.0f} s",
            "killed": _counted(killer.killed),
            "delivered again": _counted(repeater.repeated),
            "requests sent again": _counted(accepted.troubles),
            "load after": load(),
        },
        findings,
    )


def _tell(stack: Stack, plan: Plan, accepted: Accepted, seed: int, caller: int) -> None:
    users = sorted(plan.expected)[caller::CALLERS]
    mine = [telling for telling in plan.tellings if telling.user in users]
    tell(stack, mine, accepted, seed + caller)


def _await_ends(mneme: InProcess, accepted: Accepted, deadline: float) -> None:
    waiting = accepted.listed()

    def over() -> bool:
        while waiting:
            telling, task_id = waiting[-1]
            task = mneme.tasks.find(TENANT, telling.user, task_id)
            if task is None or not task.state.final:
                return False
            waiting.pop()
        return True

    until(over, deadline, "the end of all tasks", LOOK_SECONDS)


def _await_quiet(mneme: InProcess, deadline: float) -> None:
    """Wait for empty queues and for an index that has caught up, with the stack still running."""

    def quiet() -> bool:
        fed = mneme.change_feed.read(HEADS, None, 1).changes
        return not fed and not any(mneme.waiting(queue.name) for queue in QUEUES)

    until(quiet, deadline, "emptying the queues", LOOK_SECONDS)


def _unfinished(mneme: InProcess, accepted: Accepted) -> str:
    states = Counter(
        mneme.read_task(TENANT, telling.user, task_id).state.value
        for telling, task_id in accepted.listed()
    )
    queues = Counter({queue.name: mneme.waiting(queue.name) for queue in QUEUES})
    return f"tasks: {_counted(states)}; in queues: {_counted(queues)}"


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common() if count) or "none"
