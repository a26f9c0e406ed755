"""How much CPU the stack's processes used: unlike a latency, hardly swayed by a busy machine."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PROCESSES = Path("/proc")
_MODULE = re.compile(r"\0-m\0[\w.]*?(\w+)\0")


@dataclass(frozen=True)
class Process:
    """A process as the kernel tells of it. CPU time in milliseconds."""

    pid: int
    parent: int
    module: str
    cpu: float


def children(supervisor: int) -> list[Process]:
    """Return the supervisor's children; none where the kernel does not tell by `/proc`."""
    return [found for found in _processes() if found.parent == supervisor]


def cpu_used(supervisor: int) -> dict[str, float]:
    """Return the CPU time of each of the supervisor's children so far, by module."""
    used: dict[str, float] = {}
    for found in children(supervisor):
        used[found.module] = used.get(found.module, 0.0) + found.cpu
    return used


def a_request(before: Mapping[str, float], after: Mapping[str, float], requests: int) -> str:
    """Return what each process used between two readings, divided by the requests."""
    parts = [
        f"{name} {(after[name] - before.get(name, 0.0)) / requests:.1f} ms"
        for name in sorted(after)
    ]
    return ", ".join(parts) or "not known on this system"


def process(pid: int, stat: str, command: str, ticks: int) -> Process:
    """Read one process from its `stat` and `cmdline`; `ticks` is the kernel's clock a second."""
    # The second field is a name in brackets that may hold anything, brackets included.
    fields = stat.rpartition(")")[2].split()
    module = _MODULE.search(command)
    milliseconds = (int(fields[11]) + int(fields[12])) * 1000 / ticks
    return Process(pid, int(fields[1]), module.group(1) if module else "other", milliseconds)


def _processes() -> Iterator[Process]:
    if not PROCESSES.exists():
        return
    ticks = os.sysconf("SC_CLK_TCK")
    for folder in PROCESSES.iterdir():
        if folder.name.isdecimal():
            try:
                stat, command = (folder / "stat").read_text(), (folder / "cmdline").read_text()
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue  # it ended meanwhile, or is not ours
            yield process(int(folder.name), stat, command, ticks)
