"""All that must hold after a soak, and whether it does."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from bench.in_process import InProcess
from bench.soak import audit
from bench.soak.plan import Plan
from bench.soak.telling import Accepted
from bench.soak.trouble import TENANT
from infra.queues import QUEUES
from mneme.domain.task import TaskState


class Findings:
    """How much was looked at for each thing that must hold, and what did not."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self._looked: Counter[str] = Counter()
        self._violated: Counter[str] = Counter()

    def look(self, what: str, at: int, violations: Iterable[str], user: str = "") -> None:
        """Note what was found."""
        self._looked[what] += at
        for violation in violations:
            self._violated[what] += 1
            self.violations.append(f"{what}: {user} {violation}")

    def rows(self) -> list[list[str]]:
        """Return a row for each thing that must hold."""
        return [
            [what, str(count), str(self._violated[what])] for what, count in self._looked.items()
        ]


def examine(mneme: InProcess, plan: Plan, accepted: Accepted) -> Findings:
    """Look at every row that the plan's users have."""
    found = Findings()
    tasks = defaultdict(list)
    for telling, task_id in accepted.listed():
        tasks[telling.user].append(task_id)
    found.look("each add accepted", len(plan.tellings), _unaccepted(plan, accepted))
    found.look("one key, one task", len(plan.tellings), accepted.renamed)
    for user in plan.expected:
        _examine_user(mneme, plan, user, tasks[user], found)
    for queue in QUEUES:
        for name in (queue.name, f"{queue.name}-dead"):
            left = mneme.waiting(name)
            found.look("no message left, no dead letter", 1, [f"{left} in {name}"] if left else [])
    return found


def _examine_user(
    mneme: InProcess, plan: Plan, user: str, tasks: list[str], found: Findings
) -> None:
    expected, memories = plan.expected[user], audit.held(mneme, user)
    marks = len(expected.marks)
    found.look("each task over", len(tasks), audit.tasks_over(mneme, user, tasks), user)
    found.look("each task DONE", len(tasks), _not_done(mneme, user, tasks), user)
    found.look("each fact held once", marks, audit.facts_once(memories, expected), user)
    turns = audit.messages_once(memories, expected)
    found.look("each message kept once", expected.messages, turns, user)
    counters = audit.counters_true(mneme, user, memories)
    found.look("counters equal rows", len(memories), counters, user)
    found.look("the change log dense", 1, audit.log_dense(mneme, user), user)
    index = audit.index_current(mneme, user, memories)
    found.look("index equals table", len(memories), index, user)


def _unaccepted(plan: Plan, accepted: Accepted) -> list[str]:
    return [telling.key for telling in plan.tellings if telling.key not in accepted.tasks]


def _not_done(mneme: InProcess, user: str, tasks: list[str]) -> list[str]:
    states = (mneme.read_task(TENANT, user, task_id).state for task_id in tasks)
    return [state for state in states if state is not TaskState.DONE]
