"""`./dev mneme reindex`: the search index built anew from the tables, and swapped for the old."""

import argparse
import time

from mneme.runtime.bootstrap import Services

_SHOWN_EVERY_SECONDS = 5.0


def add_reindex(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; where the tables are is added by the caller."""
    command = commands.add_parser(
        "reindex",
        help="build the search index anew from the tables",
        description="Builds the search index anew beside the one that answers, and swaps them. A"
        " run that ended early is gone on with.",
    )
    command.add_argument("--anew", action="store_true", help="forget a run that ended early")


def reindex(made: Services, given: argparse.Namespace) -> int:
    """Build the index anew, telling how far it is. Raises MnemeError."""
    started = shown = time.monotonic()
    memories = 0
    for count in made.rebuild_index(anew=given.anew):
        memories += count
        if time.monotonic() - shown >= _SHOWN_EVERY_SECONDS:
            shown = time.monotonic()
            print(f"{memories} memories", flush=True)
    print(f"{memories} memories in {time.monotonic() - started:.1f} s; the new index answers")
    return 0
